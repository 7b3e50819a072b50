/**
 * Keeps processors busy: {@code java Load.java THREADS SECONDS}. What tools such as {@code stress} do, where there is
 * none.
 */
final class Load {
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 2) throw new IllegalArgumentException("usage: java Load.java THREADS SECONDS");
    int threads = Integer.parseInt(arguments[0]);
    long end = System.nanoTime() + (long) (Double.parseDouble(arguments[1]) * 1e9);
    Thread[] all = new Thread[threads];
    for (int at = 0; at < threads; at++) {
      all[at] = Thread.ofPlatform().start(() -> work(end));
    }
    for (Thread thread : all) thread.join();
    // What is never used may be left out by the compiler.
    if (sum == 42) System.out.println();
  }

  private static volatile double sum;

  private static void work(long end) {
    // Larger than the caches of a core, so that others lose theirs too.
    double[] values = new double[1 << 20];
    while (System.nanoTime() < end) {
      double own = 0;
      for (int at = 0; at < values.length; at++) {
        values[at] += Math.sqrt(at);
        own += values[at];
      }
      sum = own;
    }
  }
}
