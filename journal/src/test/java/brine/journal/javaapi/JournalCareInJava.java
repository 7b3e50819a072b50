package brine.journal.javaapi;

import brine.codec.Limits;
import brine.codec.javaapi.JavaCodec;
import brine.codec.javaapi.JavaCodecs;
import brine.codec.javaapi.JavaCompressions;
import brine.journal.AppendError;
import brine.journal.BackupReport;
import brine.journal.Compacted;
import brine.journal.CompactionRules;
import brine.journal.JournalException;
import brine.journal.JournalSettings;
import brine.journal.JournalState;
import brine.journal.Level;
import brine.journal.Query;
import brine.journal.ReadError;
import brine.journal.Retained;
import brine.journal.RetentionRules;
import brine.journal.snapshot.SnapshotError;
import brine.journal.snapshot.SnapshotInfo;
import brine.journal.state.SaveListener;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** How a program in Java looks after a journal, and what settings refuse. {@code JournalInJavaSuite} runs every
 * public method as a test. */
public final class JournalCareInJava extends JavaChecks {
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

  public void statesOfKeys() throws Exception {
    journal(
        (folder, journal) -> {
          for (int i = 1; i <= 3; i++) journal.append("site", new Visit("p", i)).join();
          JavaStates<Long> states = journal.states(JavaCodecs.longs());
          equal(states.load("a"), Optional.empty());
          states.save("a", 2, 5L).join();
          states.save("a", 3, 6L, Level.Disk).join();
          JavaState<Long> state = states.load("a").orElseThrow();
          equal(state, new JavaState<>(3, 6L, true));
          ExecutionException ahead = thrown(ExecutionException.class, () -> states.save("a", 4, 7L).get());
          holds(((SnapshotException) ahead.getCause()).error() instanceof SnapshotError.NotDurable, ahead);
          SnapshotException other =
              thrown(SnapshotException.class, () -> journal.states(JavaCodecs.strings()).load("a"));
          holds(other.error() instanceof SnapshotError.Undecodable, other.error());

          BlockingQueue<Object> told = new LinkedBlockingQueue<>();
          SaveListener listener =
              new SaveListener() {
                @Override
                public void saved(long context) {
                  told.add(context);
                }

                @Override
                public void failed(long context, SnapshotError error) {
                  told.add(error);
                }
              };
          states.save("b", 1, 1L, Level.Disk, listener, 8, false);
          equal(told.take(), 8L);
          equal(states.load("b").map(JavaState::state), Optional.of(1L));
          states.delete("a", Level.Disk).join();
          states.delete("none").join();
          equal(states.load("a"), Optional.empty());
          refused("negative", () -> states.save("a", -1, 1L));
          refused("characters", () -> states.load(""));
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
          Retained retained = journal.retain(RetentionRules.defaults().withUpTo(5));
          equal(retained, new Retained(1, 6));
          List<Compacted> compacted =
              journal.compact(CompactionRules.defaults().withStreams(name -> name.equals("s1")).withLeastGain(0));
          holds(!compacted.isEmpty() && compacted.get(0).recordsBefore() > compacted.get(0).recordsAfter(), compacted);
          equal(journal.version("s0"), 12L);
          JournalException gone = thrown(JournalException.class, () -> journal.readAll(2).toList());
          holds(gone.error() instanceof ReadError.Gone error && error.first() == retained.first(), gone);
          equal(journal.readAll(retained.first()).toList().get(0).offset(), 6L);
          equal(journal.readAllAfter(5).toList().get(0).offset(), 6L);
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
          refused("negative", () -> journal.readAllAfter(-1));
          refused("negative", () -> journal.readTagged("t", -1));
          refused("negative", () -> journal.readTaggedAfter("t", -1));
          refused("negative", () -> journal.subscribeAfter(-1, record -> {}));
          refused("negative", () -> journal.subscribeToStreamAfter("s", -1, record -> {}));
          refused("negative", () -> journal.subscribeToTagAfter("t", -1, record -> {}));
          refused("negative", () -> journal.subscribe(-1, record -> {}));
          refused("negative", () -> journal.subscribeToStream("s", -1, record -> {}));
          refused("negative", () -> journal.subscribeToTag("t", -1, record -> {}));
          refused("negative", () -> journal.readQuery(Query.all(), -1));
          refused("negative", () -> journal.readQueryAfter(Query.all(), -1));
          refused("negative", () -> journal.subscribeToQuery(Query.all(), -1, record -> {}));
          refused("negative", () -> journal.subscribeToQueryAfter(Query.all(), -1, record -> {}));
          refused("negative", () -> journal.subscribeBatches(Query.all(), -1, 1, 1, batch -> {}));
          refused("negative", () -> journal.subscribeBatchesAfter(Query.all(), -1, 1, 1, batch -> {}));
          refused("negative", () -> PLAIN.withUnless(Query.all(), -1));
          refused("negative", () -> JavaAppendBatch.of(CODEC).unless(Query.all(), -1));
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
          refused("messages only", () -> journal.states(limits));
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
    refused("maxCachedNames is 0", () -> settings.withMaxCachedNames(0));
    equal(settings.withMaxCachedNames(7).maxCachedNames(), 7);
    refused("linger is PT-1S", () -> settings.withLinger(Duration.ofSeconds(-1)));
    refused("idleAfter is PT-1S", () -> settings.withIdleAfter(Duration.ofSeconds(-1)));
    refused("292 years", () -> settings.withForceWithin(JournalSettings.Unlimited()));
    refused("spaceCheckEvery is PT0S", () -> settings.withSpaceCheckEvery(Duration.ZERO));
    refused("upTo is -1", () -> RetentionRules.defaults().withUpTo(-1));
    refused("age is PT-1S", () -> RetentionRules.defaults().withAge(Duration.ofSeconds(-1)));
    refused("bytes is -1", () -> RetentionRules.defaults().withBytes(-1));
    refused("keepAfter is -1", () -> RetentionRules.defaults().withKeepAfter(-1));
    refused("upTo is -1", () -> CompactionRules.defaults().withUpTo(-1));
    refused("leastGain is 2", () -> CompactionRules.defaults().withLeastGain(2));
    equal(settings.segmentAge(), JournalSettings.Unlimited());
    equal(RetentionRules.defaults().age(), RetentionRules.Unlimited());
  }
}
