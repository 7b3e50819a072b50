package brine.lab.harness;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Compares asks of several actor runtimes, or of several builds of one: all are alive and warm in this JVM, each in a
 * class loader of its own, and take turns of some milliseconds in a new random order each round. So a phase of the
 * machine hits all of them alike.
 *
 * <pre>
 * java -cp HARNESS brine.lab.harness.AskTurns ask-threads 30 brine=OLD_CLASS_PATH brine=NEW_CLASS_PATH
 * </pre>
 *
 * A class path holds the peer, its library, the lab's API, the harness and HdrHistogram. The first third of the time is
 * warm-up. Each line has the medians of the turns, and in brackets the medians of their ratios to the first contender's
 * turns of the same rounds.
 */
public final class AskTurns {
  private AskTurns() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length < 3 || !arguments[0].matches("ask-chained|ask-threads")) {
      System.err.println("give ask-chained or ask-threads, the seconds, and LIBRARY=CLASSPATH for each contender");
      System.exit(2);
    }
    List<Contender> contenders = new ArrayList<>();
    for (String argument : Arrays.asList(arguments).subList(2, arguments.length))
      contenders.add(new Contender(arguments[0], argument));
    long nanos = (long) (Double.parseDouble(arguments[1]) * 1e9);
    play(contenders, nanos / 3);
    for (Contender contender : contenders) contender.turns.clear();
    play(contenders, nanos - nanos / 3);
    for (Contender contender : contenders) System.out.println(contender.line(contenders.get(0)));
    for (Contender contender : contenders) contender.stop.run();
  }

  private static void play(List<Contender> contenders, long nanos) throws Exception {
    List<Contender> order = new ArrayList<>(contenders);
    Random random = new Random();
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < nanos) {
      Collections.shuffle(order, random);
      for (Contender contender : order) contender.turns.add(contender.play.call());
    }
  }

  private static final class Contender {
    final String name;
    final Runnable stop;
    final Callable<double[]> play;
    final List<double[]> turns = new ArrayList<>();

    @SuppressWarnings("unchecked") // the class is AskTurn, of another loader
    Contender(String row, String argument) throws Exception {
      int at = argument.indexOf('=');
      if (at < 0) throw new IllegalArgumentException(argument + " is not LIBRARY=CLASSPATH");
      name = argument.substring(0, at);
      List<URL> urls = new ArrayList<>();
      for (String path : argument.substring(at + 1).split(File.pathSeparator)) urls.add(new File(path).toURI().toURL());
      var loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
      Thread.currentThread().setContextClassLoader(loader); // the peer is found as a service, and its settings too
      var made =
          loader
              .loadClass(AskTurn.class.getName())
              .getDeclaredConstructor(String.class, String.class, int.class, int.class);
      made.setAccessible(true);
      boolean chained = row.equals("ask-chained");
      Object contender = made.newInstance(name, row, chained ? 64 : 4, chained ? 64000 : 1000);
      stop = (Runnable) contender;
      play = (Callable<double[]>) contender;
    }

    String line(Contender first) {
      String[] names = {"p50", "p99", "mean"};
      StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%-16s %5d turns", name, turns.size()));
      for (int i = 0; i < names.length; i++)
        line.append(String.format(Locale.ROOT, "  %s %8.2f us (%.3f)", names[i], median(i, null), median(i, first)));
      return line.toString();
    }

    /** The median of a figure of all turns, or of its ratios to another contender's. */
    private double median(int figure, Contender base) {
      double[] sorted = new double[turns.size()];
      for (int i = 0; i < sorted.length; i++)
        sorted[i] = turns.get(i)[figure] / (base == null ? 1 : base.turns.get(i)[figure]);
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }
  }
}
