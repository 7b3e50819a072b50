package brine.journal.javaapi;

import brine.codec.javaapi.JavaCodec;
import brine.journal.AppendError;
import brine.journal.JournalException;
import brine.journal.JournalSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;

/** What the checks in Java share: events, a journal in a folder of its own, and comparisons. */
abstract class JavaChecks {
  /** An event: a page of a site was read this many times. */
  record Visit(String page, int times) {}

  static final JavaCodec<Visit> CODEC =
      JavaCodec.of(
          "visit",
          2,
          (out, visit) -> {
            out.writeString(visit.page());
            out.writeInt(visit.times());
          },
          in -> new Visit(in.readString(), in.readInt()));

  static final Instant AT = Instant.parse("2026-11-22T12:00:00Z");
  static final JournalSettings SETTINGS =
      JournalSettings.defaults().withSegmentSize(1 << 16).withClock(Clock.fixed(AT, ZoneOffset.UTC));
  static final AppendOptions PLAIN = AppendOptions.defaults();

  interface Body {
    void with(Path folder, JavaJournal<Visit> journal) throws Exception;
  }

  static void journal(JournalSettings settings, Body body) throws Exception {
    Path parent = Files.createTempDirectory("brine-journal-java");
    try (JavaJournal<Visit> journal = JavaJournal.open(parent.resolve("journal"), CODEC, settings)) {
      body.with(parent, journal);
    } finally {
      try (Stream<Path> files = Files.walk(parent)) {
        files.sorted(Comparator.reverseOrder()).forEach(JavaChecks::delete);
      }
    }
  }

  static void journal(Body body) throws Exception {
    journal(SETTINGS, body);
  }

  static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  static AppendError appendError(CompletableFuture<?> append) {
    CompletionException error = thrown(CompletionException.class, append::join);
    if (error.getCause() instanceof JournalException cause && cause.error() instanceof AppendError found) return found;
    throw new AssertionError("another failure", error);
  }

  static void equal(Object obtained, Object expected) {
    if (!expected.equals(obtained)) throw new AssertionError(obtained + " is not " + expected);
  }

  static void holds(boolean condition, Object clue) {
    if (!condition) throw new AssertionError(clue);
  }

  interface Action {
    void run() throws Exception;
  }

  static void refused(String part, Action action) {
    String message = thrown(IllegalArgumentException.class, action).getMessage();
    holds(message.contains(part), message);
  }

  static <T extends Throwable> T thrown(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another exception", error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
