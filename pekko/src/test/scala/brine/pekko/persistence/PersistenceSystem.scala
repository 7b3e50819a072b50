package brine.pekko.persistence

import com.typesafe.config.{Config, ConfigFactory}
import org.apache.pekko.actor.BootstrapSetup
import org.apache.pekko.actor.setup.ActorSystemSetup
import org.apache.pekko.actor.testkit.typed.scaladsl.ActorTestKit
import org.apache.pekko.actor.typed.scaladsl.Behaviors
import org.apache.pekko.actor.typed.{ActorRef, ActorSystem, Behavior}
import scala.concurrent.Await
import scala.concurrent.duration.DurationInt

/** An actor system whose persistent actors write to a log of Brine. */
final class PersistenceSystem(setup: BrinePersistenceSetup, more: String = "") extends AutoCloseable:
  val system: ActorSystem[Nothing] = ActorSystem[Nothing](
    Behaviors.empty[Nothing],
    "test",
    ActorSystemSetup(BootstrapSetup(PersistenceSystem.config(more)), setup)
  )
  val kit: ActorTestKit = ActorTestKit(system)

  def spawn[A](behavior: Behavior[A]): ActorRef[A] = kit.spawn(behavior)

  /** Asks and waits. */
  def ask[A, B](actor: ActorRef[A])(message: ActorRef[B] => A): B =
    val probe = kit.createTestProbe[B]()
    actor ! message(probe.ref)
    probe.receiveMessage(20.seconds)

  /** The state of an actor. */
  def notes(actor: ActorRef[Notes.Command]): Vector[String] =
    ask[Notes.Command, Vector[String]](actor)(Notes.Command.Get(_))

  /** Waits until an actor has stopped. */
  def awaitStop(actor: ActorRef[?]): Unit = kit.createTestProbe[Any]().expectTerminated(actor, 20.seconds): Unit

  def close(): Unit =
    system.terminate()
    Await.result(system.whenTerminated, 30.seconds): Unit

object PersistenceSystem:
  def config(more: String = ""): Config = ConfigFactory
    .parseString(more)
    .withFallback(ConfigFactory.parseString("""
      pekko.persistence.journal.plugin = "brine.persistence.journal"
      pekko.persistence.snapshot-store.plugin = "brine.persistence.snapshot-store"
      pekko.loglevel = off
      pekko.stdout-loglevel = off
      pekko.actor.allow-java-serialization = off
      pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
    """))
    .withFallback(ConfigFactory.load())
