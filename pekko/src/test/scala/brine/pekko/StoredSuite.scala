package brine.pekko

import brine.codec.{Codec, Schemas}
import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import org.apache.pekko.actor.typed.Behavior
import org.apache.pekko.actor.typed.scaladsl.adapter.*
import org.apache.pekko.persistence.typed.scaladsl.{Effect, EventSourcedBehavior, RetentionCriteria}
import org.apache.pekko.persistence.typed.{PersistenceId, RecoveryCompleted, RecoveryFailed, SnapshotCompleted}

/** Events and snapshots of Pekko Persistence in Brine's bytes, also those of an earlier version of the program. */
class StoredSuite extends munit.FunSuite:
  import StoredSuite.*

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("brine-pekko"),
    folder =>
      val walk = Files.walk(folder)
      try walk.sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally walk.close()
  )

  private def next(said: LinkedBlockingQueue[String])(using munit.Location): String =
    Option(said.poll(40, TimeUnit.SECONDS)).getOrElse(fail("nothing was said"))

  folder.test("events are stored and read again, and a snapshot of an earlier version is read with its lock file"):
    folder =>
      Systems.using(Systems.persistent(folder, BrineSerialization(Versions.v1, MessageType[Request]))): system =>
        val said  = new LinkedBlockingQueue[String]
        val first = system.spawn(cart(said, V1Cart), "cart")
        assertEquals(next(said), s"recovered ${V1Cart.empty}")
        first ! Added("nut", 1)
        first ! Added("bolt", 2) // a snapshot follows
        assertEquals(next(said), "snapshot")
        // The same actor again: from the snapshot, and an event after it.
        first ! Added("screw", 3)
        first ! Stop
        assertEquals(next(said), "stopped")
        system.spawn(cart(said, V1Cart), "again"): Unit
        assertEquals(next(said), s"recovered ${Versions.V1.Message.Add("nut,bolt,screw", 6)}")
      val lock = Schemas.of(Codec[Versions.V1.Message].schema)
      val v3   = BrineSerialization(Versions.v3, MessageType[Request])
      Systems.using(Systems.persistent(folder, v3.withSchemas(lock))): system =>
        val said = new LinkedBlockingQueue[String]
        system.spawn(cart(said, V3Cart), "cart"): Unit
        assertEquals(next(said), s"recovered ${Versions.V3.Message.Add(None, 3, "nut,bolt")}")
      Systems.using(Systems.persistent(folder, v3)): system =>
        val said = new LinkedBlockingQueue[String]
        system.spawn(cart(said, V3Cart), "cart"): Unit
        val failed = next(said)
        assert(failed.startsWith("failed") && failed.contains("withSchemas"), failed)

object StoredSuite:
  sealed trait Request derives Codec
  final case class Added(article: String, count: Int) extends Request
  case object Stop                                    extends Request

  /** A cart whose state is a message of one version. */
  trait Cart[State]:
    def empty: State
    def add(state: State, event: Added): State

  object V1Cart extends Cart[Versions.V1.Message]:
    import Versions.V1.Message
    def empty                             = Message.Clear
    def add(state: Message, event: Added) = state match
      case Message.Clear            => Message.Add(event.article, event.count)
      case Message.Add(name, count) => Message.Add(s"$name,${event.article}", count + event.count)

  object V3Cart extends Cart[Versions.V3.Message]:
    import Versions.V3.Message
    def empty                             = Message.Clear
    def add(state: Message, event: Added) = state match
      case Message.Add(note, count, name) => Message.Add(note, count + event.count, s"$name,${event.article}")
      case _                              => Message.Add(None, event.count.toLong, event.article)

  private def cart[State](said: LinkedBlockingQueue[String], cart: Cart[State]): Behavior[Request] =
    EventSourcedBehavior[Request, Added, State](
      PersistenceId.ofUniqueId("cart"),
      cart.empty,
      (_, request) =>
        request match
          case event: Added => Effect.persist(event)
          case Stop         =>
            said.add("stopped")
            Effect.stop()
      ,
      cart.add
    ).withRetention(RetentionCriteria.snapshotEvery(numberOfEvents = 2, keepNSnapshots = 2))
      .receiveSignal {
        case (state, RecoveryCompleted) => said.add(s"recovered $state"): Unit
        case (_, RecoveryFailed(error)) => said.add(s"failed: $error"): Unit
        case (_, SnapshotCompleted(_))  => said.add("snapshot"): Unit
      }
