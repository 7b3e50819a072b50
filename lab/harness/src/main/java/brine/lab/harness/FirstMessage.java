package brine.lab.harness;

import brine.lab.peer.Format;
import java.io.PrintStream;

/**
 * Writes and reads one message as early in the life of a JVM as possible: without a JSON library, JMH, or any class
 * that the library does not need. The parent measures the time from before the process start to each line.
 */
final class FirstMessage {
  private FirstMessage() {}

  static void run(String[] args, PrintStream out) {
    out.println("up");
    try {
      Format format = Peers.of(args[1]).open(args[1], args[2], args[3], Peers.input(args.length > 4 ? args[4] : null));
      Object value = format.values()[0];
      out.println("open");
      format.begin();
      Object read = format.decode(format.encode(value), 0);
      boolean same = format.same(value, read);
      out.println(same ? "ok" : "wrong the first value read back differs");
    } catch (Throwable failure) {
      failure.printStackTrace();
      Outcome outcome = Outcome.of(failure);
      out.println(outcome.status() + " " + outcome.note());
    }
  }
}
