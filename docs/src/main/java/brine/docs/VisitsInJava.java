package brine.docs;

import brine.codec.javaapi.JavaCodec;
import brine.codec.javaapi.JavaCodecs;
import brine.journal.AppendError;
import brine.journal.Appended;
import brine.journal.JournalException;
import brine.journal.JournalSettings;
import brine.journal.Level;
import brine.journal.RetentionRules;
import brine.journal.StreamDeleted;
import brine.journal.javaapi.AppendOptions;
import brine.journal.javaapi.JavaEventLog;
import brine.journal.javaapi.JavaJournal;
import brine.journal.javaapi.JavaRecords;
import brine.journal.javaapi.JavaSnapshot;
import brine.journal.javaapi.JavaSnapshots;
import brine.journal.javaapi.JavaState;
import brine.journal.javaapi.JavaStates;
import brine.journal.javaapi.JavaSubscription;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** The program with a journal that the page for programs in Java shows. */
public final class VisitsInJava {
  private VisitsInJava() {}

  /** An event: somebody has read a page, for this many seconds. */
  public record Visit(String page, int seconds) {
    /** Stores visits. */
    public static final JavaCodec<Visit> CODEC =
        JavaCodec.of(
            "visit",
            2,
            (out, visit) -> {
              out.writeString(visit.page());
              out.writeInt(visit.seconds());
            },
            in -> new Visit(in.readString(), in.readInt()));
  }

  public static void main(String[] arguments) throws Exception {
    Path parent = Files.createTempDirectory("brine-docs-java");
    try {
      run(parent.resolve("visits"));
    } finally {
      try (Stream<Path> files = Files.walk(parent)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
      }
    }
  }

  static void run(Path folder) throws Exception {
    JournalSettings settings =
        JournalSettings.defaults().withSegmentSize(8 << 20).withSegmentAge(Duration.ofDays(1));
    try (JavaJournal<Visit> journal = JavaJournal.open(folder, Visit.CODEC, settings)) {
      append(journal);
      read(journal);
      snapshots(journal);
      states(journal);
      deletion(journal);
      retention(journal);
    }
  }

  static void append(JavaJournal<Visit> journal) throws InterruptedException {
    Appended appended = journal.append("site-42", new Visit("home", 12)).join();
    System.out.println("version " + appended.version());

    AppendOptions options =
        AppendOptions.defaults().withExpectedVersion(1).withKey(new UUID(1, 2)).withTags(Set.of("search"));
    List<Visit> visits = List.of(new Visit("search", 3), new Visit("result", 30));
    journal.append("site-42", visits, options).join();

    try {
      journal.append("site-42", visits, AppendOptions.defaults().withExpectedVersion(1)).join();
    } catch (CompletionException failure) {
      if (failure.getCause() instanceof JournalException error
          && error.error() instanceof AppendError.WrongVersion wrong) {
        System.out.println("read the new events and decide again: version " + wrong.actual());
      } else {
        throw failure;
      }
    }
  }

  static void read(JavaJournal<Visit> journal) throws InterruptedException {
    journal.readTagged("search").forEach(record -> System.out.println(record.offset() + " " + record.value()));
    int seconds = journal.read("site-42").fold(0, (sum, record) -> sum + record.value().seconds());
    System.out.println(seconds + " seconds");

    CountDownLatch three = new CountDownLatch(3);
    JavaSubscription subscription = journal.subscribe(0, record -> three.countDown());
    three.await();
    subscription.close();
  }

  static void snapshots(JavaJournal<Visit> journal) {
    JavaSnapshots<Integer> seconds = journal.snapshots(JavaCodecs.integers());
    seconds.save("seconds", journal.durable(), 45);

    JavaSnapshot<Integer> latest = seconds.latest("seconds").orElseThrow();
    JavaRecords<Visit> later = journal.readAllAfter(latest.offset());
    int all = later.fold(latest.state(), (sum, record) -> sum + record.value().seconds());
    System.out.println(all + " seconds, " + latest.skipped().size() + " snapshots skipped");
  }

  static void states(JavaJournal<Visit> journal) throws InterruptedException {
    JavaStates<Integer> states = journal.states(JavaCodecs.integers());
    states.save("site-42", journal.durable(), 45, Level.Disk).join();

    JavaState<Integer> state = states.load("site-42").orElseThrow();
    System.out.println(state.state() + " seconds up to record " + state.offset());
  }

  static void deletion(JavaJournal<Visit> journal) throws InterruptedException {
    journal.append("site-43", new Visit("test", 1)).join();
    journal.delete("site-43").join();

    JavaEventLog<StreamDeleted> deletions = journal.withCodec(JavaCodec.of(StreamDeleted.codec()));
    deletions.readTagged(StreamDeleted.Tag()).forEach(record -> System.out.println("forget " + record.stream()));
  }

  static void retention(JavaJournal<Visit> journal) {
    RetentionRules rules = RetentionRules.defaults().withAge(Duration.ofDays(30)).withBytes(10L << 30);
    System.out.println(journal.retain(rules).segments() + " segments deleted");
  }
}
