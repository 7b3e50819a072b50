package brine.pekko;

import brine.codec.Codec;
import brine.codec.Schemas;
import brine.entity.Account;
import brine.entity.Accounts$;
import brine.entity.Answer;
import brine.entity.projection.Projection;
import brine.entity.projection.ProjectionError;
import brine.entity.projection.ProjectionException;
import brine.journal.EventLog;
import brine.journal.Query;
import brine.journal.javaapi.JavaRecord;
import brine.pekko.javaapi.JavaPekkoEntities;
import brine.pekko.javaapi.JavaPekkoProjection;
import brine.pekko.persistence.BrinePersistence;
import brine.pekko.persistence.BrinePersistenceSetup;
import com.typesafe.config.Config;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;

/** What a Java program writes to use the module. */
public final class PekkoInJava {
  private PekkoInJava() {}

  /** An actor system whose events are records of a log of the program. */
  public static <E> ActorSystem system(Config config, EventLog log, Class<E> events, Codec<E> codec) {
    BrinePersistenceSetup persistence = BrinePersistence.setup(log).withEvents(events, codec);
    return ActorSystem.create("java", ActorSystemSetup.create(BootstrapSetup.create(config), persistence));
  }

  /** An actor system whose log is that of the configuration. */
  public static <E> ActorSystem configured(Config config, Class<E> events, Codec<E> codec) {
    BrinePersistenceSetup persistence = BrinePersistence.setup().withEvents(events, codec);
    return ActorSystem.create("java", ActorSystemSetup.create(BootstrapSetup.create(config), persistence));
  }

  /** The log of an actor system. */
  public static EventLog log(ActorSystem system) {
    return BrinePersistence.get(system).log(BrinePersistence.LogPath());
  }

  /** The exchange of schemas of an actor system. */
  public static SchemaExchange exchange(ActorSystem system) {
    return SchemaExchange.get(system);
  }

  /** A serializer for messages of a type. */
  public static <A> BrineSerialization serialization(Class<A> messages, Codec<A> codec) {
    return BrineSerialization.apply(MessageType.of(messages, codec).named("message").was("earlier"))
        .withIdentifier(77);
  }

  /** A projection on a cluster that counts records. */
  public static <E> JavaPekkoProjection projection(
      org.apache.pekko.actor.typed.ActorSystem<?> system, EventLog log, Codec<E> codec, DataSource database) {
    Projection<E> definition = Projection.apply("counts", 1, Query.category("account"), codec, Schemas.none());
    PekkoProjectionSettings settings = PekkoProjectionSettings.defaults().withWakeEvery(Duration.ofMillis(50));
    return JavaPekkoProjection.start(system, log, definition, 2, database, settings, (transaction, records) -> {
      try (PreparedStatement add = transaction.prepareStatement("update counts set records = records + ?")) {
        for (JavaRecord<E> record : records)
          if (!record.stream().startsWith("account-")) throw new IllegalArgumentException(record.stream());
        add.setInt(1, records.size());
        add.executeUpdate();
      }
    });
  }

  /** What the projection has counted up to an offset. */
  public static int counted(JavaPekkoProjection projection, long offset) throws Exception {
    projection.awaitAsync(offset, Duration.ofSeconds(30)).join();
    projection.await(offset, Duration.ofSeconds(30));
    return projection.at(
        offset,
        Duration.ofSeconds(30),
        connection -> {
          try (Statement select = connection.createStatement();
              ResultSet rows = select.executeQuery("select records from counts")) {
            rows.next();
            return rows.getInt(1);
          }
        });
  }

  /** What a node would store into, if that is another database than that of the others; null if it is refused later. */
  public static String otherDatabase(JavaPekkoProjection projection) throws Exception {
    try {
      projection.setAside();
      return null;
    } catch (ProjectionException failed) {
      return failed.error() instanceof ProjectionError.OtherDatabase other ? other.own() : failed.getMessage();
    }
  }

  /** Deposits cents in every way, and returns the balance. */
  public static long deposit(
      org.apache.pekko.actor.typed.ActorSystem<?> system, EventLog log, String id, long cents) throws Exception {
    var accounts = JavaPekkoEntities.start(system, log, Accounts$.MODULE$, settings());
    var account = accounts.entity(id);
    long first = account.ask(Account.Deposit.apply(cents), Long.class);
    UUID key = UUID.randomUUID();
    Answer<Long> once = account.answer(Account.Deposit.apply(cents), long.class, key);
    Answer<Long> again = account.answerAsync(Account.Deposit.apply(cents), Long.class, key).get();
    long last = account.askAsync(Account.Deposit.apply(cents), Long.class).get();
    if (!once.equals(again)) throw new IllegalStateException(once + " is not " + again);
    if (last != first + 2 * cents) throw new IllegalStateException(first + ", then " + last);
    if (accounts.inMemory() != 1) throw new IllegalStateException(accounts + " in memory: " + accounts.inMemory());
    return account.answer(Account.Deposit.apply(0), Long.class).value();
  }

  /** Settings of entities on a cluster. */
  public static PekkoEntitySettings settings() {
    return PekkoEntitySettings.defaults().withConfirmsVersion(true);
  }
}
