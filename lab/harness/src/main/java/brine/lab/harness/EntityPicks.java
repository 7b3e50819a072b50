package brine.lab.harness;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Which entity each request of a load is for: numbers of entities, in a random order that is always the same.
 * Immutable.
 */
final class EntityPicks {
  /** A power of two. */
  private static final int PICKS = 1 << 16;

  private final int[] picks;

  private EntityPicks(int[] picks) {
    this.picks = picks;
  }

  /**
   * The picks of a load.
   *
   * @param load {@code uniform}; {@code skewed}, by Zipf's law with exponent 1: entity number n is picked in proportion
   *     to 1/(n + 1); or {@code hot}, which picks entity 0 alone
   * @param entities number of entities
   */
  static EntityPicks of(String load, int entities) {
    SplittableRandom random = new SplittableRandom(42);
    return switch (load) {
      case "uniform" -> new EntityPicks(random.ints(PICKS, 0, entities).toArray());
      case "skewed" -> new EntityPicks(zipf(random, entities));
      case "hot" -> new EntityPicks(new int[PICKS]);
      default -> throw new IllegalArgumentException("no load picks entities in the way " + load);
    };
  }

  private static int[] zipf(SplittableRandom random, int entities) {
    double[] upTo = new double[entities];
    double sum = 0;
    for (int i = 0; i < entities; i++) {
      sum += 1.0 / (i + 1);
      upTo[i] = sum;
    }
    double all = sum;
    return random.doubles(PICKS)
        .mapToInt(share -> Math.min(entities - 1, Math.abs(Arrays.binarySearch(upTo, share * all) + 1)))
        .toArray();
  }

  /** The entity of the request of this number. */
  int at(long number) {
    return picks[(int) number & (PICKS - 1)];
  }
}
