package brine.journal.javaapi;

import brine.codec.Limits;
import brine.codec.javaapi.JavaCodec;
import brine.codec.javaapi.JavaCodecs;
import brine.codec.javaapi.JavaCompressions;
import brine.journal.AppendError;
import brine.journal.AppendListener;
import brine.journal.Appended;
import brine.journal.BackupReport;
import brine.journal.Compacted;
import brine.journal.CompactionRules;
import brine.journal.ExpectedVersion;
import brine.journal.JournalException;
import brine.journal.JournalSettings;
import brine.journal.JournalState;
import brine.journal.Level;
import brine.journal.OpenError;
import brine.journal.ReadError;
import brine.journal.Retained;
import brine.journal.RetentionRules;
import brine.journal.snapshot.SnapshotError;
import brine.journal.snapshot.SnapshotInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What a program in Java does with a journal. {@code JournalInJavaSuite} runs every public method as a test. */
public final class JournalInJava {
  /** An event: a page of a site was read this many times. */
  record Visit(String page, int times) {}

  private static final JavaCodec<Visit> CODEC =
      JavaCodec.of(
          "visit",
          2,
          (out, visit) -> {
            out.writeString(visit.page());
            out.writeInt(visit.times());
          },
          in -> new Visit(in.readString(), in.readInt()));

  private static final Instant AT = Instant.parse("2026-11-22T12:00:00Z");
  private static final JournalSettings SETTINGS =
      JournalSettings.defaults().withSegmentSize(1 << 16).withClock(Clock.fixed(AT, ZoneOffset.UTC));
  private static final AppendOptions PLAIN = AppendOptions.defaults();

  private interface Body {
    void with(Path folder, JavaJournal<Visit> journal) throws Exception;
  }

  private static void journal(JournalSettings settings, Body body) throws Exception {
    Path parent = Files.createTempDirectory("brine-journal-java");
    try (JavaJournal<Visit> journal = JavaJournal.open(parent.resolve("journal"), CODEC, settings)) {
      body.with(parent, journal);
    } finally {
      try (Stream<Path> files = Files.walk(parent)) {
        files.sorted(Comparator.reverseOrder()).forEach(JournalInJava::delete);
      }
    }
  }

  private static void journal(Body body) throws Exception {
    journal(SETTINGS, body);
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  public void eventsComeBack() throws Exception {
    journal(
        (folder, journal) -> {
          UUID key = new UUID(1, 2);
          Appended first =
              journal
                  .append(
                      "site",
                      List.of(new Visit("a", 1), new Visit("b", 2)),
                      PLAIN.withExpectedVersion(0).withKey(key).withTags(Set.of("x", "y")))
                  .get();
          equal(first, new Appended(1, 2, 2, Level.Disk));
          equal(journal.append("site", new Visit("c", 3)).join(), new Appended(3, 3, 3, Level.Disk));
          equal(journal.version("site"), 3L);
          equal(journal.durable(), 3L);
          equal(journal.folder(), folder.resolve("journal"));
          List<JavaRecord<Visit>> records = journal.read("site").toList();
          equal(
              records.get(0),
              new JavaRecord<>(1, "site", 1, AT, Set.of("x", "y"), Optional.of(key), new Visit("a", 1)));
          equal(
              records.get(1),
              new JavaRecord<>(2, "site", 2, AT, Set.of("x", "y"), Optional.empty(), new Visit("b", 2)));
          equal(records.get(2), new JavaRecord<>(3, "site", 3, AT, Set.of(), Optional.empty(), new Visit("c", 3)));
          equal(journal.offsetAt(AT), 0L);
        });
  }

  public void aConcurrentWriterIsNoticed() throws Exception {
    journal(
        (folder, journal) -> {
          List<Visit> one = List.of(new Visit("a", 1));
          journal.append("site", one, PLAIN.withExpectedVersion(ExpectedVersion.NoStream())).join();
          AppendError wrong = appendError(journal.append("site", one, PLAIN.withExpectedVersion(0)));
          holds(wrong instanceof AppendError.WrongVersion version && version.actual() == 1, wrong);
          holds(wrong.message().contains("decide again"), wrong.message());

          UUID key = new UUID(3, 4);
          Appended stored = journal.append("site", one, PLAIN.withKey(key).withLevel(Level.OsCache)).join();
          equal(stored.level(), Level.OsCache);
          holds(appendError(journal.append("site", one, PLAIN.withKey(key))) instanceof AppendError.Duplicate duplicate
                  && duplicate.original().first() == stored.first(), "the first append");
          journal.append("site", one, PLAIN.withKey(key).withoutKey().withExpectedVersion(0).withAnyVersion()).join();
          equal(journal.version("site"), 3L);
        });
  }

  public void severalStreamsAtOnce() throws Exception {
    journal(
        (folder, journal) -> {
          List<Visit> one = List.of(new Visit("a", 1));
          Set<String> tags = Set.of("both");
          ExpectedVersion none = ExpectedVersion.NoStream();
          journal.appendAll(
                  List.of(new JavaStreamAppend<>("a", none, one, tags), new JavaStreamAppend<>("b", 0, one)))
              .join();
          CompletableFuture<Appended> refused =
              journal.appendAll(List.of(new JavaStreamAppend<>("a", one), new JavaStreamAppend<>("b", 7, one)));
          holds(appendError(refused) instanceof AppendError.WrongVersion wrong && wrong.stream().equals("b"), "b");
          equal(journal.version("a"), 1L);
          UUID key = new UUID(5, 6);
          journal.appendAll(List.of(new JavaStreamAppend<>("a", one)), PLAIN.withKey(key).withLevel(Level.Memory)).join();
          holds(appendError(journal.appendAll(List.of(new JavaStreamAppend<>("a", one)), PLAIN.withKey(key)))
                  instanceof AppendError.Duplicate, "the key");
          equal(journal.readTagged("both").toList().size(), 1);
          refused("own expected version",
              () -> journal.appendAll(List.of(new JavaStreamAppend<>("a", one)), PLAIN.withExpectedVersion(1)));
          refused("own expected version",
              () -> journal.appendAll(List.of(new JavaStreamAppend<>("a", one)), PLAIN.withTags(tags)));
        });
  }

  public void aListenerHearsWithoutAFuture() throws Exception {
    journal(
        (folder, journal) -> {
          BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
          AppendListener listener =
              new AppendListener() {
                @Override
                public void appended(long context, long first, long last, long version) {
                  heard.add(List.of(context, first, last, version));
                }

                @Override
                public void rejected(long context, AppendError error) {
                  heard.add(error);
                }
              };
          journal.append("site", new Visit("a", 1), Level.Disk, listener, 42);
          equal(heard.poll(2, TimeUnit.MINUTES), List.of(42L, 1L, 1L, 1L));
        });
  }

  public void whatCannotBeEncodedIsAnIllegalArgument() throws Exception {
    journal(
        (folder, journal) -> {
          Visit hole = new Visit(null, 1);
          thrown(IllegalArgumentException.class, () -> journal.append("site", hole));
          thrown(IllegalArgumentException.class, () -> journal.append("site", List.of(hole), PLAIN));
          AppendListener listener =
              new AppendListener() {
                @Override
                public void appended(long context, long first, long last, long version) {}

                @Override
                public void rejected(long context, AppendError error) {}
              };
          thrown(IllegalArgumentException.class, () -> journal.append("site", hole, Level.Disk, listener, 0));
          thrown(NullPointerException.class, () -> journal.append("site", new Visit("a", 1), null, listener, 0));
          thrown(NullPointerException.class, () -> journal.append("site", new Visit("a", 1), Level.Disk, null, 0));
          thrown(NullPointerException.class, () -> PLAIN.withLevel(null));
          thrown(NullPointerException.class, () -> PLAIN.withExpectedVersion(null));
          thrown(IllegalArgumentException.class, () -> journal.appendAll(List.of(new JavaStreamAppend<>("a", List.of(hole)))));
          thrown(IllegalArgumentException.class, () -> journal.append("site", List.of(), PLAIN));
          thrown(IllegalArgumentException.class, () -> journal.append("", new Visit("a", 1)));
          refused("must not be negative", () -> PLAIN.withExpectedVersion(-1));
          equal(journal.version("site"), 0L);
        });
  }

  public void recordsAreReadAsYouGo() throws Exception {
    journal(
        (folder, journal) -> {
          for (int i = 1; i <= 4; i++) {
            String stream = i % 2 == 0 ? "even" : "odd";
            journal.append(stream, List.of(new Visit("p" + i, i)), PLAIN.withTags(Set.of(i > 2 ? "late" : "early"))).join();
          }
          equal(times(journal.readAll()), List.of(1, 2, 3, 4));
          equal(times(journal.readAll(2)), List.of(3, 4));
          equal(times(journal.read("odd", 2)), List.of(3));
          equal(times(journal.readTagged("late")), List.of(3, 4));
          equal(times(journal.readTagged("late", 3)), List.of(4));
          equal(times(journal.read("none")), List.of());
          equal(journal.readAll().fold(0, (sum, record) -> sum + record.value().times()), 10);

          List<Integer> seen = new ArrayList<>();
          for (JavaRecord<Visit> record : journal.readAll()) seen.add(record.value().times());
          equal(seen, List.of(1, 2, 3, 4));

          try (JavaRecords<Visit> records = journal.read("odd")) {
            equal(records.next().map(JavaRecord::version), Optional.of(1L));
            equal(records.offset(), 1L);
            equal(records.next().map(JavaRecord::offset), Optional.of(3L));
            equal(records.next(), Optional.empty());
            journal.append("odd", new Visit("p5", 5)).join();
            equal(records.next().map(record -> record.value().times()), Optional.of(5));
          }
          JavaRecords<Visit> closed = journal.readAll();
          closed.close();
          JournalException error = thrown(JournalException.class, closed::next);
          holds(error.error() instanceof ReadError && error.getMessage().contains("closed"), error);
          holds(error.error() instanceof ReadError read && read.isClosed(), error);
        });
  }

  private static List<Integer> times(JavaRecords<Visit> records) {
    List<Integer> all = new ArrayList<>();
    records.forEach(record -> all.add(record.value().times()));
    return all;
  }

  public void anotherTypeInTheSameJournal() throws Exception {
    journal(
        (folder, journal) -> {
          JavaJournal<String> notes = journal.withCodec(JavaCodecs.strings());
          notes.append("notes", "hello").join();
          equal(notes.read("notes").toList().get(0).value(), "hello");
          JournalException error = thrown(JournalException.class, () -> journal.read("notes").toList());
          holds(error.error() instanceof ReadError.Undecodable undecodable && undecodable.stream().equals("notes"), error);
        });
  }

  public void aReaderInAnotherProcess() throws Exception {
    journal(
        (folder, journal) -> {
          journal.append("site", new Visit("a", 1)).join();
          Path own = folder.resolve("journal");
          try (JavaJournalReader<Visit> reader = JavaJournalReader.open(own, CODEC)) {
            // It sees a record a moment after that is durable.
            BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
            JavaSubscription subscription = reader.subscribe(0, record -> seen.add(record.stream()));
            equal(seen.poll(2, TimeUnit.MINUTES), "site");
            subscription.close();
            equal(reader.read("site").toList().size(), 1);
            equal(reader.withCodec(CODEC).version("site"), 1L);
            equal(reader.journal().folder(), own);
          }
          JournalException error = thrown(JournalException.class, () -> JavaJournal.open(own, CODEC));
          holds(error.error() instanceof OpenError.Locked, error);
          thrown(JournalException.class, () -> JavaJournalReader.open(folder.resolve("none"), CODEC));
          equal(JavaJournal.of(journal.journal(), CODEC).version("site"), 1L);
        });
  }

  public void subscriptionsPassEachRecord() throws Exception {
    journal(
        (folder, journal) -> {
          BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
          journal.append("a", new Visit("p", 1)).join();
          JavaSubscription all = journal.subscribe(0, record -> seen.add(record.value().times()));
          equal(seen.poll(2, TimeUnit.MINUTES), 1);
          journal.append("a", new Visit("p", 2)).join();
          equal(seen.poll(2, TimeUnit.MINUTES), 2);
          holds(!all.isEnded(), "it goes on");
          all.close();
          all.awaitEnd();
          equal(all.failure(), Optional.empty());
          equal(all.offset(), 2L);

          try (JavaSubscription one = journal.subscribeToStream("b", 0, record -> seen.add(record.stream()))) {
            journal.append("a", new Visit("p", 3)).join();
            journal.append("b", List.of(new Visit("p", 4)), PLAIN.withTags(Set.of("t"))).join();
            equal(seen.poll(2, TimeUnit.MINUTES), "b");
            holds(one.failure().isEmpty(), "none");
          }
          JavaSubscription failing =
              journal.subscribeToTag("t", 0, record -> { throw new IllegalStateException(record.stream()); });
          failing.awaitEnd();
          equal(failing.failure().map(Throwable::getMessage), Optional.of("b"));
        });
  }

  public void snapshotsOfAState() throws Exception {
    journal(
        (folder, journal) -> {
          for (int i = 1; i <= 3; i++) journal.append("site", new Visit("p", i)).join();
          JavaSnapshots<Long> totals = journal.snapshots(JavaCodecs.longs());
          equal(totals.latest("totals"), Optional.empty());
          SnapshotInfo info = totals.save("totals", 2, 3L);
          equal(info.offset(), 2L);
          equal(totals.saveInBackground("totals", 3, 6L, ForkJoinPool.commonPool()).get().offset(), 3L);
          JavaSnapshot<Long> latest = totals.latest("totals").orElseThrow();
          equal(latest.state(), 6L);
          equal(latest.offset(), 3L);
          equal(latest.skipped(), List.of());
          equal(totals.latest("totals", 2).map(JavaSnapshot::state), Optional.of(3L));
          equal(totals.offsets("totals"), List.of(3L, 2L));
          equal(totals.verify("totals", 3).fingerprint(), latest.info().fingerprint());

          totals.saveParts("parts", 3, List.of(1L, 2L, 3L).iterator());
          equal(totals.loadParts("parts", () -> 0L, Long::sum).map(JavaSnapshot::state), Optional.of(6L));
          equal(totals.names(), List.of("parts", "totals"));
          SnapshotException error = thrown(SnapshotException.class, () -> totals.latest("parts"));
          holds(error.error() instanceof SnapshotError.NoneReadable, error.error());
          SnapshotException missing = thrown(SnapshotException.class, () -> totals.verify("totals", 1));
          holds(missing.getMessage().contains("totals"), missing.getMessage());
        });
  }

  public void maintenance() throws Exception {
    journal(
        (folder, journal) -> {
          for (int segment = 0; segment < 4; segment++) {
            for (int i = 0; i < 5; i++) journal.append("s" + i % 2, new Visit("p", i)).join();
            journal.endSegment();
          }
          Path copy = folder.resolve("copy");
          BackupReport backup = journal.backup(copy);
          equal(backup.upTo(), 20L);
          try (JavaJournal<Visit> copied = JavaJournal.open(copy, CODEC, SETTINGS)) {
            equal(copied.readAll().toList().size(), 20);
          }
          Retained none = journal.retain(RetentionRules.defaults());
          equal(none.segments(), 0);
          Retained retained = journal.retain(RetentionRules.defaults().withBefore(5));
          equal(retained, new Retained(1, 5));
          List<Compacted> compacted =
              journal.compact(CompactionRules.defaults().withStreams(name -> name.equals("s1")).withLeastGain(0));
          holds(!compacted.isEmpty() && compacted.get(0).recordsBefore() > compacted.get(0).recordsAfter(), compacted);
          equal(journal.version("s0"), 12L);
          JournalException gone = thrown(JournalException.class, () -> journal.readAll(2).toList());
          holds(gone.error() instanceof ReadError.Gone error && error.first() == 5, gone);
          holds(!((ReadError) gone.error()).isClosed(), gone);
        });
  }

  public void aJournalSaysHowItIs() throws Exception {
    BlockingQueue<JournalState> states = new LinkedBlockingQueue<>();
    journal(
        (folder, journal) -> {
          journal.onStateChange(states::add);
          holds(!(journal.state() instanceof JournalState.ReadOnly), journal.state());
          holds(journal.state().acceptsAppends() && !journal.state().isClosed(), journal.state());
          journal.close();
          holds(journal.state().isClosed() && !journal.state().acceptsAppends(), journal.state());
          equal(states.poll(2, TimeUnit.MINUTES), journal.state());
          holds(appendError(journal.append("site", new Visit("a", 1))) instanceof AppendError.Closed, "closed");
        });
  }

  public void negativeOffsetsAreRefusedAtOnce() throws Exception {
    journal(
        (folder, journal) -> {
          refused("negative", () -> journal.readAll(-1));
          refused("negative", () -> journal.readTagged("t", -1));
          refused("negative", () -> journal.subscribe(-1, record -> {}));
          refused("negative", () -> journal.subscribeToStream("s", -1, record -> {}));
          refused("negative", () -> journal.subscribeToTag("t", -1, record -> {}));
          JavaSnapshots<Long> totals = journal.snapshots(JavaCodecs.longs());
          refused("negative", () -> totals.save("totals", -1, 1L));
          refused("negative", () -> totals.saveInBackground("totals", -1, 1L, ForkJoinPool.commonPool()));
          refused("negative", () -> totals.saveParts("totals", -1, List.of(1L).iterator()));
          refused("negative", () -> totals.latest("totals", -1));
          refused("negative", () -> totals.verify("totals", -1));
        });
  }

  public void optionsOfMessagesAreRefused() throws Exception {
    journal(
        (folder, journal) -> {
          JavaCodec<Visit> dictionary = CODEC.withDictionary(true);
          JavaCodec<Visit> limits = CODEC.withLimits(Limits.defaults().withDepth(3));
          Path other = folder.resolve("other");
          refused("messages only", () -> JavaJournal.open(other, dictionary));
          holds(!Files.exists(other), "nothing is opened");
          refused("messages only", () -> JavaJournalReader.open(folder.resolve("journal"), limits));
          refused("messages only", () -> JavaJournal.of(journal.journal(), limits));
          refused("messages only", () -> journal.withCodec(dictionary));
          refused("messages only", () -> journal.snapshots(limits));
          equal(journal.withCodec(dictionary.withDictionary(false)).version("s"), 0L);
        });
  }

  public void settingsRefuseNull() {
    JournalSettings settings = JournalSettings.defaults();
    equal(thrown(NullPointerException.class, () -> settings.withClock(null)).getMessage(), "clock");
    equal(thrown(NullPointerException.class, () -> settings.withCompression(null)).getMessage(), "compression");
    thrown(NullPointerException.class, () -> settings.withCompressions(null));
  }

  public void segmentsEndByAge() throws Exception {
    journal(
        JournalSettings.defaults().withSegmentSize(1 << 16).withSegmentAge(Duration.ofMillis(20)),
        (folder, journal) -> {
          journal.append("s", new Visit("p", 1)).join();
          // Retention deletes only segments that have ended.
          RetentionRules all = RetentionRules.defaults().withBytes(0);
          long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
          long deleted = journal.retain(all).segments();
          while (deleted == 0 && System.nanoTime() < until) {
            Thread.sleep(2);
            deleted = journal.retain(all).segments();
          }
          holds(deleted >= 1, "a segment has ended by its age");
        });
  }

  public void compressionsAreNamed() throws Exception {
    JournalSettings dense = SETTINGS.withCompression(JavaCompressions.deflate()).withCompressions(List.of());
    journal(dense, (folder, journal) -> {
      journal.append("s", List.of(new Visit("p".repeat(1000), 1), new Visit("p".repeat(1000), 2)), PLAIN).join();
      equal(journal.readAll().toList().size(), 2);
      journal.backup(folder.resolve("copy"));
    });
    equal(SETTINGS.compression(), JavaCompressions.plain());
  }

  public void settingsRefuseWhatIsOutOfRange() {
    JournalSettings settings = JournalSettings.defaults();
    refused("segmentSize is 1 bytes", () -> settings.withSegmentSize(1));
    refused("segmentAge is PT0S", () -> settings.withSegmentAge(Duration.ZERO));
    refused("maxAppendBytes is 0", () -> settings.withMaxAppendBytes(0));
    refused("a power of two", () -> settings.withMaxPendingAppends(3));
    refused("maxPendingBytes is 0", () -> settings.withMaxPendingBytes(0));
    refused("linger is PT-1S", () -> settings.withLinger(Duration.ofSeconds(-1)));
    refused("idleAfter is PT-1S", () -> settings.withIdleAfter(Duration.ofSeconds(-1)));
    refused("292 years", () -> settings.withForceWithin(JournalSettings.Unlimited()));
    refused("spaceCheckEvery is PT0S", () -> settings.withSpaceCheckEvery(Duration.ZERO));
    refused("before is -1", () -> RetentionRules.defaults().withBefore(-1));
    refused("age is PT-1S", () -> RetentionRules.defaults().withAge(Duration.ofSeconds(-1)));
    refused("bytes is -1", () -> RetentionRules.defaults().withBytes(-1));
    refused("keepAfter is -1", () -> RetentionRules.defaults().withKeepAfter(-1));
    refused("upTo is -1", () -> CompactionRules.defaults().withUpTo(-1));
    refused("leastGain is 2", () -> CompactionRules.defaults().withLeastGain(2));
    equal(settings.segmentAge(), JournalSettings.Unlimited());
    equal(RetentionRules.defaults().age(), RetentionRules.Unlimited());
  }

  private static AppendError appendError(CompletableFuture<?> append) {
    CompletionException error = thrown(CompletionException.class, append::join);
    if (error.getCause() instanceof JournalException cause && cause.error() instanceof AppendError found) return found;
    throw new AssertionError("another failure", error);
  }

  private static void equal(Object obtained, Object expected) {
    if (!expected.equals(obtained)) throw new AssertionError(obtained + " is not " + expected);
  }

  private static void holds(boolean condition, Object clue) {
    if (!condition) throw new AssertionError(clue);
  }

  private interface Action {
    void run() throws Exception;
  }

  private static void refused(String part, Action action) {
    String message = thrown(IllegalArgumentException.class, action).getMessage();
    holds(message.contains(part), message);
  }

  private static <T extends Throwable> T thrown(Class<T> type, Action action) {
    try {
      action.run();
    } catch (Exception error) {
      if (type.isInstance(error)) return type.cast(error);
      throw new AssertionError("another exception", error);
    }
    throw new AssertionError("no " + type.getSimpleName());
  }
}
