package brine.consumers;

import brine.codec.Codec;
import brine.codec.javaapi.JavaCodecs;
import brine.journal.Journal;
import java.nio.file.Path;

/** Appends to a journal in the folder of its argument, and opens it again. */
public final class JournalFromJava {
  private JournalFromJava() {}

  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    Codec<String> codec = JavaCodecs.strings().codec();
    for (int run = 1; run <= 2; run++) {
      Journal journal = Journal.open(folder, Journal.open$default$2(), Journal.open$default$3());
      try {
        boolean durable = journal.append("orders", "order " + run, codec).toFuture().join().isRight();
        System.out.println("run " + run + ": " + durable);
      } finally {
        journal.close();
      }
    }
  }
}
