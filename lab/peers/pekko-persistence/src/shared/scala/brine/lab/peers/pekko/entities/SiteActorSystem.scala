package brine.lab.peers.pekko.entities

import java.util.concurrent.{CompletableFuture, ConcurrentHashMap}
import java.util.function.BiConsumer
import scala.concurrent.{Await, ExecutionContext, Future}
import scala.concurrent.duration._
import scala.util.{Failure, Success, Try}

import com.typesafe.config.{Config, ConfigFactory}
import org.apache.pekko.actor.typed.{ActorRef, ActorSystem, Scheduler}
import org.apache.pekko.actor.typed.scaladsl.AskPattern._
import org.apache.pekko.util.Timeout

import brine.lab.entities.{Gathering, SiteJson}
import brine.lab.model.entity.{SiteReply, SiteRequest, SiteState}
import brine.lab.peer.{EntityReply, EntityRequest, LogStore, RunningEntities}

/** Sites as persistent actors of one actor system, which ends with them. Safe from any thread.
  *
  * @param level
  *   what replies wait for. The journal's settings say the same
  * @param settings
  *   the journal's
  * @param measured
  *   bytes on disk that the events take
  */
final class SiteActorSystem(level: LogStore.Level, settings: Config, measured: () => Long) extends RunningEntities {
  import SiteActorSystem._

  private val running = new ConcurrentHashMap[String, ActorRef[SiteActor.Message]]
  private val system  = ActorSystem(SiteActors(running), "sites", ConfigFactory.load(settings.withFallback(common)))

  private implicit val scheduler: Scheduler = system.scheduler

  // Only to fill a store: what is measured is how the library handles one command after the other.
  private val gathering = new Gathering((id, requests, ended) =>
    ask[Vector[SiteReply]](id, SiteActor.ExecuteAll(requests, _)).onComplete(told(ended))
  )

  override def isAsynchronous: Boolean = true

  override def send(id: String, request: EntityRequest, ended: BiConsumer[EntityReply, Throwable]): Unit = {
    val own = request.asInstanceOf[SiteRequest]
    if (level == LogStore.Level.DISK)
      ask[SiteReply](id, SiteActor.Execute(own, _)).onComplete(told(ended))
    else gathering.send(id, own, ended)
  }

  def execute(id: String, request: EntityRequest): EntityReply = {
    val replied = new CompletableFuture[EntityReply]
    send(
      id,
      request,
      (reply, failure) => {
        val _ = if (failure == null) replied.complete(reply) else replied.completeExceptionally(failure)
      }
    )
    replied.get()
  }

  def state(id: String): Object = Await.result(ask[SiteState](id, SiteActor.Look(_)), Duration.Inf)

  def bytes: Long = measured()

  def close(): Unit = {
    system.terminate()
    val _ = Await.result(system.whenTerminated, patience.duration)
  }

  private def ask[R](id: String, message: ActorRef[R] => SiteActor.Message): Future[R] = {
    val actor = running.get(id)
    if (actor != null) actor.ask(message)
    else system.ask[R](replyTo => SiteActors.Deliver(id, message(replyTo)))
  }
}

object SiteActorSystem {
  // An actor that has a million events to read replies after it has read them.
  private implicit val patience: Timeout = Timeout(5.minutes)

  // Callers do little when a reply comes, so whoever brings it calls them.
  private implicit val callers: ExecutionContext = ExecutionContext.parasitic

  private def told[R](ended: BiConsumer[R, Throwable])(result: Try[R]): Unit = result match {
    case Success(reply)   => ended.accept(reply, null)
    case Failure(failure) => ended.accept(null.asInstanceOf[R], failure)
  }

  // `stash-capacity` is larger than the number of callers: a message that finds the stash of a site full is dropped.
  private val common = ConfigFactory.parseString(s"""
    pekko {
      loglevel = ERROR
      coordinated-shutdown.run-by-jvm-shutdown-hook = off
      persistence.typed.stash-capacity = 16384
      actor {
        serialization-bindings { "brine.lab.model.entity.SiteChange" = jackson-cbor }
      }
      serialization.jackson {
        jackson-modules += "${classOf[SiteJson].getName}"
        jackson-cbor {
          type-in-manifest = off
          deserialization-type = "brine.lab.model.entity.SiteChange"
          serialization-features {
            WRITE_DATES_AS_TIMESTAMPS = on
            WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS = off
          }
          deserialization-features.READ_DATE_TIMESTAMPS_AS_NANOSECONDS = off
        }
      }
    }""")
}
