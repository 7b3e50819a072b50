package brine.pekko.persistence

import brine.codec.{Codec, Schemas}
import brine.journal.EventLog
import brine.pekko.persistence.internal.EventType
import java.util.Objects
import org.apache.pekko.actor.setup.Setup
import scala.reflect.ClassTag

/** What the persistence plug-ins of an actor system are given by the program. Immutable.
  *
  * {{{
  * val setup  = BrinePersistence.setup(log).withEvents[AccountEvent]
  * val system = ActorSystem("bank", ActorSystemSetup(BootstrapSetup(config), setup))
  * }}}
  */
final class BrinePersistenceSetup private[persistence] (
    private[persistence] val logs: Map[String, EventLog],
    private[persistence] val types: Vector[EventType[?]]
) extends Setup:
  /** Returns the setup with a log for the plug-ins whose setting `log` is this path. Their configuration for that path
    * is not read.
    */
  def withLog(path: String, log: EventLog): BrinePersistenceSetup =
    new BrinePersistenceSetup(logs.updated(path, Objects.requireNonNull(log, "log")), types)

  /** Returns the setup with a type whose events are records of their own in the log, as Brine's entities write them:
    * its tools print them, and entities read them. All other events are stored as Pekko's serializers write them.
    *
    * An event with an event adapter's manifest or with metadata is stored as Pekko's serializer writes it, and so are
    * the events of one `persistAll` with different tags.
    *
    * A record has the name of its type without the package. So register each class once, the root of a hierarchy and
    * not its cases, and no two types of one simple name.
    *
    * @throws IllegalArgumentException
    *   if the class, its name, or a class that it extends is registered already, or if it is no class of a program's
    *   own: types with type parameters, and those of Scala and Java, such as `Option`
    */
  def withEvents[E](using tag: ClassTag[E], codec: Codec[E])(using schemas: Schemas): BrinePersistenceSetup =
    new BrinePersistenceSetup(logs, EventType.add(types, EventType(tag.runtimeClass, codec, schemas)))

  /** The same for Java. */
  def withEvents[E](events: Class[E], codec: Codec[E]): BrinePersistenceSetup =
    new BrinePersistenceSetup(logs, EventType.add(types, EventType(events, codec, Schemas.none)))
