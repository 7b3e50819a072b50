package brine.pekko.persistence

import brine.journal.EventLog
import brine.pekko.persistence.internal.{EventConversion, EventTypes, LogHandle, LogOpening, PersistenceStates}
import java.util.concurrent.ConcurrentHashMap
import org.apache.pekko.actor.{ActorSystem, ClassicActorSystemProvider, ExtendedActorSystem, Extension, ExtensionId}
import org.apache.pekko.serialization.SerializationExtension

/** The logs behind the persistence plug-ins of an actor system. Thread-safe.
  *
  * A log is given by the program, with [[BrinePersistence.setup]], or opened by the configuration: a folder, or the URL
  * of a database. The actor system closes what it has opened when it terminates. If such a log fails, it is opened
  * again at its next use. If it is missing then, or another log is in its place, that is an error. A log of the program
  * stays the program's: close it after the actor system.
  */
final class BrinePersistence private (system: ExtendedActorSystem) extends Extension:
  // Not named as the companion's `setup`: Java would not find that one.
  private val program = system.settings.setup.get(classOf[BrinePersistenceSetup]).orElse(BrinePersistence.none)
  private val handles = ConcurrentHashMap[String, LogHandle]()
  private val records = ConcurrentHashMap[String, PersistenceStates]()

  system.registerOnTermination(handles.values.forEach(_.close()))

  /** The log of the plug-ins whose setting `log` is this path. Opens it if need be, and blocks meanwhile.
    *
    * @throws IllegalArgumentException
    *   if neither the setup nor the configuration has a log for the path
    * @throws Exception
    *   if it cannot be opened: as [[brine.journal.Journal.open]] and `brine.jdbc.JdbcEventLog.open` say
    */
  def log(path: String = BrinePersistence.LogPath): EventLog = handle(path).log

  private[persistence] def handle(path: String): LogHandle =
    handles.computeIfAbsent(
      path,
      path =>
        program.logs.get(path) match
          case Some(log) => LogHandle(_ => log, isOwned = false)
          case None      => LogHandle(LogOpening.open(path, system.settings.config, _), isOwned = true)
    )

  /** Snapshots and deletions in a log. All plug-ins share them, because they take turns to change those of an id. */
  private[persistence] def states(path: String): PersistenceStates =
    records.computeIfAbsent(path, path => PersistenceStates(handle(path)))

  private[persistence] val conversion: EventConversion =
    EventConversion(SerializationExtension(system), EventTypes(program.types))

object BrinePersistence extends ExtensionId[BrinePersistence]:
  /** Where the configuration has the log of the plug-ins, unless their setting `log` names another path. */
  final val LogPath = "brine.persistence.log"

  private val none = new BrinePersistenceSetup(Map.empty, Vector.empty)

  /** A setup that gives the plug-ins a log. */
  def setup(log: EventLog): BrinePersistenceSetup = none.withLog(LogPath, log)

  /** A setup without a log, for types of events: the log is that of the configuration. */
  def setup: BrinePersistenceSetup = none

  /** The logs of an actor system, for Java. */
  override def get(system: ClassicActorSystemProvider): BrinePersistence = apply(system)

  /** The same for a classic actor system. */
  override def get(system: ActorSystem): BrinePersistence = apply(system)

  def createExtension(system: ExtendedActorSystem): BrinePersistence = new BrinePersistence(system)
