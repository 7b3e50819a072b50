package brine.pekko;

import brine.codec.Codec;
import brine.entity.projection.Projection;
import brine.journal.EventLog;
import brine.pekko.persistence.BrinePersistence;
import brine.pekko.persistence.BrinePersistenceSetup;
import com.typesafe.config.Config;
import java.sql.PreparedStatement;
import java.time.Duration;
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
  public static <E> PekkoProjection projection(
      org.apache.pekko.actor.typed.ActorSystem<?> system, EventLog log, Projection<E> definition, DataSource database) {
    PekkoProjectionSettings settings = PekkoProjectionSettings.defaults().withWakeEvery(Duration.ofMillis(50));
    return PekkoProjection.create(system, log, definition, 2, database, settings, (transaction, records) -> {
      try (PreparedStatement add = transaction.prepareStatement("update counts set records = records + ?")) {
        add.setInt(1, records.size());
        add.executeUpdate();
      }
    });
  }

  /** Settings of entities on a cluster. */
  public static PekkoEntitySettings settings() {
    return PekkoEntitySettings.defaults().withConfirmsVersion(true);
  }
}
