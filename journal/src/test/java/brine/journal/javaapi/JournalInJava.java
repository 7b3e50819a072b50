package brine.journal.javaapi;

import brine.codec.javaapi.JavaCodec;
import brine.codec.javaapi.JavaCodecs;
import brine.journal.AppendCondition;
import brine.journal.AppendError;
import brine.journal.AppendListener;
import brine.journal.Appended;
import brine.journal.ExpectedVersion;
import brine.journal.JournalException;
import brine.journal.Level;
import brine.journal.Micros;
import brine.journal.OpenError;
import brine.journal.Query;
import brine.journal.ReadError;
import brine.journal.StreamDeleted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** How a program in Java writes and reads events. {@code JournalInJavaSuite} runs every public method as a test. */
public final class JournalInJava extends JavaChecks {
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
          equal(first, new Appended(1, 2, 2, AT, Level.Disk));
          equal(journal.append("site", new Visit("c", 3)).join(), new Appended(3, 3, 3, AT, Level.Disk));
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
          equal(journal.offsetAt(AT), 1L);
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

  public void aStreamIsDeleted() throws Exception {
    journal(
        (folder, journal) -> {
          journal.append("site", List.of(new Visit("a", 1), new Visit("b", 2)), PLAIN).join();
          AppendError wrong = appendError(journal.delete("site", PLAIN.withExpectedVersion(1)));
          holds(wrong instanceof AppendError.WrongVersion, wrong);
          Appended deletion = journal.delete("site", PLAIN.withExpectedVersion(2).withKey(new UUID(5, 6))).join();
          equal(deletion, new Appended(3, 3, 3, AT, Level.Disk));
          equal(journal.read("site").toList(), List.of());
          journal.append("site", new Visit("c", 3)).join();
          equal(journal.read("site").toList().size(), 1);
          equal(journal.delete("site").join().version(), 5L);
          equal(journal.version("site"), 5L);
          thrown(IllegalArgumentException.class, () -> journal.delete("site", PLAIN.withTags(Set.of("x"))));
        });
  }

  public void whoReadsByOffsetLearnsOfDeletions() throws Exception {
    journal(
        (folder, journal) -> {
          JavaEventLog<StreamDeleted> deletions = journal.withCodec(JavaCodec.of(StreamDeleted.codec()));
          journal.append("site", new Visit("a", 1)).join();
          LinkedBlockingQueue<String> forgotten = new LinkedBlockingQueue<>();
          JavaSubscription projection =
              deletions.subscribeToTag(StreamDeleted.Tag(), 0, record -> forgotten.add(record.stream()));
          // Of another type: the tag alone deletes nothing, and is not in the way.
          journal.append("other", List.of(new Visit("x", 1)), PLAIN.withTags(Set.of(StreamDeleted.Tag()))).join();
          journal.delete("site").join();
          equal(forgotten.poll(60, TimeUnit.SECONDS), "site");

          // Several streams at once, with an event of another type.
          JavaAppendBatch<Visit> batch = JavaAppendBatch.of(CODEC);
          batch.to("site").add(new Visit("b", 2));
          JavaAppendBatch<StreamDeleted> ended = batch.withCodec(JavaCodec.of(StreamDeleted.codec()));
          for (String stream : List.of("x", "y")) {
            ended.to(stream, Set.of(StreamDeleted.Tag())).add(new StreamDeleted());
          }
          journal.append(batch).join();
          equal(forgotten.poll(60, TimeUnit.SECONDS), "x");
          equal(forgotten.poll(60, TimeUnit.SECONDS), "y");
          projection.close();

          // Who reads visits passes them.
          equal(journal.readAll().toList().stream().map(JavaRecord::offset).toList(), List.of(1L, 2L, 4L));
          equal(deletions.readTagged(StreamDeleted.Tag()).toList().stream().map(JavaRecord::version).toList(),
              List.of(2L, 1L, 1L));
          JournalException error = thrown(JournalException.class, () -> journal.read("site", 2).toList());
          holds(error.error() instanceof ReadError.Deleted deleted && deleted.version() == 2, error);
        });
  }

  public void conditionsOverQueries() throws Exception {
    journal(
        (folder, journal) -> {
          List<Visit> one = List.of(new Visit("a", 1));
          Query course = Query.tagged("course:7").or(Query.tagged("student:9").and(Query.kinds("visit")));
          AppendOptions joined = PLAIN.withTags(Set.of("course:7", "student:9"));
          journal.append("a-1", one, joined.withUnless(course, 0)).join();
          JavaRecords<Visit> known = journal.readQuery(course);
          equal(known.toList().size(), 1);
          equal(known.offset(), 1L);
          journal.append("a-2", one, joined.withUnless(course, known.offset())).join();
          AppendError conflict = appendError(journal.append("a-1", one, joined.withUnless(course, known.offset())));
          holds(conflict instanceof AppendError.Conflict error && error.at() == 2 && error.condition().after() == 1,
              conflict);
          AppendOptions both = PLAIN.withUnless(List.of(new AppendCondition(course, 2), new AppendCondition(course, 1)));
          AppendError several = appendError(journal.appendAll(List.of(new JavaStreamAppend<>("b", 0, one)), both));
          holds(several instanceof AppendError.Conflict, several);
          Query second = Query.category("a").and(Query.stream("a-2", "b-2"));
          equal(journal.readQuery(second, 2).toList().size(), 1);
          equal(journal.readQueryAfter(second, 1).toList().size(), 1);
          equal(journal.readQueryAfter(second, 2).toList().size(), 0);
          BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
          try (JavaSubscription all =
              journal.subscribeToQuery(Query.category("b", '/'), 0, record -> seen.add(record.stream()))) {
            journal.append("b/1", new Visit("p", 1)).join();
            equal(seen.poll(2, TimeUnit.MINUTES), "b/1");
            holds(!all.isEnded(), "it goes on");
          }
          BlockingQueue<Object> continued = new LinkedBlockingQueue<>();
          try (JavaSubscription later =
              journal.subscribeToQueryAfter(course, 1, record -> continued.add(record.offset()))) {
            equal(continued.poll(2, TimeUnit.MINUTES), 2L);
            holds(!later.isEnded(), "it goes on");
          }
        });
  }

  public void batchesAreUsedAgain() throws Exception {
    journal(
        (folder, journal) -> {
          Set<String> tags = Set.of("t");
          JavaAppendBatch<Visit> batch = JavaAppendBatch.of(CODEC);
          for (int i = 0; i < 3; i++) {
            batch.clear().to("a", ExpectedVersion.apply(2 * i), tags).add(new Visit("p", i)).add(new Visit("q", i));
            batch.to("b").add(new Visit("r", i));
            equal(batch.events(), 3);
            equal(journal.append(batch).join().version(), i + 1L);
          }
          equal(journal.readTagged("t").toList().size(), 6);
          UUID key = new UUID(5, 6);
          batch.clear().withKey(key).withLevel(Level.OsCache).to("c").add(new Visit("p", 1));
          journal.append(batch).join();
          holds(appendError(journal.append(batch)) instanceof AppendError.Duplicate, "the same key");
          batch.clear().to("c").add(new Visit("p", 2)).unless(Query.tagged("t"), 0);
          BlockingQueue<Object> told = new LinkedBlockingQueue<>();
          journal.append(
              batch,
              new AppendListener() {
                @Override
                public void appended(long context, long first, long last, long version, long micros) {
                  told.add(context);
                }

                @Override
                public void rejected(long context, AppendError error) {
                  told.add(error);
                }
              },
              7,
              true);
          Object result = told.poll(2, TimeUnit.MINUTES);
          holds(result instanceof AppendError.Conflict conflict && conflict.at() == 1, result);
          thrown(IllegalStateException.class, () -> JavaAppendBatch.of(CODEC).add(new Visit("p", 1)));
          thrown(IllegalArgumentException.class, () -> journal.append(JavaAppendBatch.of(CODEC)));
        });
  }

  public void recordsComeInBatches() throws Exception {
    journal(
        (folder, journal) -> {
          for (int i = 1; i <= 5; i++) journal.append("a", new Visit("p", i)).join();
          JavaRecords<Visit> records = journal.readAll();
          equal(records.nextBatch(2, 1000).size(), 2);
          equal(records.await(Duration.ZERO).get().value().times(), 3);
          equal(records.awaitBatch(Duration.ofSeconds(1), 100, 1_000_000).size(), 2);
          equal(records.awaitBatch(Duration.ofMillis(1), 100, 1_000_000), List.of());
          equal(records.await(Duration.ofMillis(1)), Optional.empty());
          records.close();
          BlockingQueue<Object> seen = new LinkedBlockingQueue<>();
          try (JavaSubscription all =
              journal.subscribeBatches(Query.all(), 0, 2, 1000, batch -> seen.add(batch.size()))) {
            int sum = 0;
            while (sum < 5) sum += (int) seen.poll(2, TimeUnit.MINUTES);
            equal(sum, 5);
            holds(!all.isEnded(), "it goes on");
          }
          BlockingQueue<Object> continued = new LinkedBlockingQueue<>();
          try (JavaSubscription later =
              journal.subscribeBatchesAfter(
                  Query.all(), 4, 2, 1000, batch -> continued.add(batch.get(0).offset()))) {
            equal(continued.poll(2, TimeUnit.MINUTES), 5L);
            holds(!later.isEnded(), "it goes on");
          }
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
                public void appended(long context, long first, long last, long version, long micros) {
                  heard.add(List.of(context, first, last, version, Micros.instant(micros)));
                }

                @Override
                public void rejected(long context, AppendError error) {
                  heard.add(error);
                }
              };
          journal.append("site", new Visit("a", 1), Level.Disk, listener, 42);
          equal(heard.poll(2, TimeUnit.MINUTES), List.of(42L, 1L, 1L, 1L, AT));
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
                public void appended(long context, long first, long last, long version, long micros) {}

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
          equal(times(journal.readAll(2)), List.of(2, 3, 4));
          equal(times(journal.readAllAfter(2)), List.of(3, 4));
          equal(times(journal.read("odd", 2)), List.of(3));
          equal(times(journal.readTagged("late")), List.of(3, 4));
          equal(times(journal.readTagged("late", 3)), List.of(3, 4));
          equal(times(journal.readTaggedAfter("late", 3)), List.of(4));
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
}
