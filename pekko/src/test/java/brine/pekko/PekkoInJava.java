package brine.pekko;

import brine.codec.Codec;
import brine.journal.EventLog;
import brine.pekko.persistence.BrinePersistence;
import brine.pekko.persistence.BrinePersistenceSetup;
import com.typesafe.config.Config;
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

  /** Settings of entities on a cluster. */
  public static PekkoEntitySettings settings() {
    return PekkoEntitySettings.defaults().withConfirmsVersion(true);
  }
}
