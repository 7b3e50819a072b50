package brine.lab.peer;

/** The merge step of merge sort, the same for every actor runtime. */
public final class Merge {
  private Merge() {}

  /** Merges two ascending arrays into one ascending array, from the back, as published. */
  public static int[] sorted(int[] left, int[] right) {
    int[] merged = new int[left.length + right.length];
    int fromLeft = left.length;
    int fromRight = right.length;
    for (int to = merged.length - 1; to >= 0; to--) {
      boolean takeLeft = fromRight == 0 || fromLeft > 0 && left[fromLeft - 1] >= right[fromRight - 1];
      merged[to] = takeLeft ? left[--fromLeft] : right[--fromRight];
    }
    return merged;
  }
}
