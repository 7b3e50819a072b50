package brine.pekko.projection.internal

import brine.entity.projection.*
import brine.journal.{EventLogReader, Offset}
import brine.pekko.entity.internal.LogIdentity
import java.time.{Duration, Instant}
import java.util.concurrent.ThreadLocalRandom
import org.apache.pekko.actor.typed.scaladsl.{AbstractBehavior, ActorContext, Behaviors, TimerScheduler}
import org.apache.pekko.actor.typed.{Behavior, PostStop, Signal}
import scala.concurrent.duration.{FiniteDuration, NANOSECONDS}

/** A slice on the node that the cluster has chosen: runs it once that node may, and stops when that has ended.
  *
  * If another node has claimed the slice, this run has ended. It starts again after a pause, because the cluster may
  * have chosen this node after all; which one is right cannot be known here, and the epoch keeps both from harm.
  */
private[pekko] final class SliceActor(
    context: ActorContext[SliceMessage],
    timers: TimerScheduler[SliceMessage],
    slice: Int,
    parts: SliceActor.Parts
) extends AbstractBehavior[SliceMessage](context):
  import SliceMessage.*

  private val self = context.self

  // Runs are numbered: the end of an earlier one says nothing about the current one.
  private var run        = 0L
  private var isOver     = true
  private var isStopping = false
  private var fences     = 0
  private var began      = System.nanoTime
  private var ended      = Instant.EPOCH
  private var running    = Option.empty[SqlProjection]

  parts.gate.add(self)
  if parts.gate.isOpen then start()

  private def start(): Unit =
    run += 1
    isOver = false
    began = System.nanoTime
    val number = run
    running = Some(parts.projection.start(slice)(() => self ! Ended(number)))

  def onMessage(message: SliceMessage): Behavior[SliceMessage] = message match
    case Wake(_)  => this
    case ask: Ask =>
      def reply(answer: SliceAnswer): Unit = ask.caller ! SliceReply(slice, parts.node, answer)
      running match
        case Some(projection) if parts.gate.isOpen =>
          problemOf(ask) match
            case Some(problem) => reply(SliceAnswer.Failed(problem))
            case None          => answer(projection, ask.question)(reply)
        case _ => answerLater(ask.question)(reply)
      this
    case Restart =>
      if !isStopping && isOver && parts.gate.isOpen then start()
      this
    case Refused =>
      close()
      this
    case Stop =>
      isStopping = true
      if isOver then Behaviors.stopped
      else
        close()
        this
    case Ended(number) =>
      if number == run then
        isOver = true
        ended = Instant.now
        if isStopping then Behaviors.stopped
        else
          running
            .flatMap(_.status.end)
            .foreach:
              case ProjectionError.Fenced(_) => pause()
              case _                         => ()
          this
      else this

  override def onSignal: PartialFunction[Signal, Behavior[SliceMessage]] =
    case PostStop =>
      parts.gate.remove(self)
      close()
      this

  private def pause(): Unit =
    fences = if System.nanoTime - began > SliceActor.LongNanos then 1 else fences + 1
    val nanos = parts.settings.backoff.delayNanos(fences, ThreadLocalRandom.current.nextDouble())
    timers.startSingleTimer(Restart, FiniteDuration(math.max(SliceActor.ShortestPauseNanos, nanos), NANOSECONDS))

  // It waits for a transaction.
  private def close(): Unit = running.foreach(projection => Thread.ofVirtual.start(() => projection.close()): Unit)

  /** Why a caller must not take an answer for one about what it sees. */
  private def problemOf(ask: Ask): Option[String] =
    parts.projection.database match
      case Some(own) if ask.database.exists(_ != own.id) =>
        Some(s"it stores into $own, which is another database than that of the caller: let all nodes use the same one")
      case _ => LogIdentity.problem(parts.log, ask.log)

  private def answerLater(question: SliceQuestion)(reply: SliceAnswer => Unit): Unit = question match
    case SliceQuestion.Status =>
      val refused = parts.gate.refused.map(error => SliceAnswer.Failed(error.message))
      reply(refused.getOrElse(SliceAnswer.Waits(parts.gate.waitsFor)))
    // It is asked again: the slice will run, here or on another node.
    case SliceQuestion.Reach(_, _)                          => ()
    case SliceQuestion.Replay(_) | SliceQuestion.Discard(_) => reply(SliceAnswer.Moves)

  private def answer(projection: SqlProjection, question: SliceQuestion)(reply: SliceAnswer => Unit): Unit =
    question match
      case SliceQuestion.Status               => reply(statusOf(projection.status))
      case SliceQuestion.Reach(offset, nanos) =>
        if projection.position.sequence >= offset then reply(SliceAnswer.Reached)
        else
          inBackground:
            try
              projection.await(Offset(offset), Duration.ofNanos(nanos))
              reply(SliceAnswer.Reached)
            catch
              case failed: ProjectionException =>
                failed.error match
                  case ProjectionError.Behind(_, _, position, _) => reply(SliceAnswer.Behind(position.sequence))
                  // It starts again, or another node has it.
                  case ProjectionError.Fenced(_) | ProjectionError.Closed(_) => ()
                  case error                                                 => reply(SliceAnswer.Failed(error.message))
      case SliceQuestion.Replay(key)  => inBackground(tell(projection.replay(key), reply))
      case SliceQuestion.Discard(key) => inBackground(tell(projection.discard(key), reply))

  private def inBackground(body: => Unit): Unit = Thread.ofVirtual.start(() => body): Unit

  private def tell(result: Either[ProjectionError, Int], reply: SliceAnswer => Unit): Unit = result match
    case Right(count)                                               => reply(SliceAnswer.Done(count))
    case Left(_: (ProjectionError.Fenced | ProjectionError.Closed)) => reply(SliceAnswer.Moves)
    case Left(error)                                                => reply(SliceAnswer.Failed(error.message))

  private def statusOf(status: ProjectionStatus): SliceAnswer =
    // It starts again by itself.
    val fenced = status.end.collect { case fenced: ProjectionError.Fenced =>
      SliceFailure(fenced.message, fences, ended)
    }
    SliceAnswer.Status(
      status.position.sequence,
      status.hasCaughtUp,
      status.applied,
      status.recordsPerSecond,
      status.setAside,
      fenced.orElse(status.failure.map(failure => SliceFailure(failure.message, failure.attempts, failure.since))),
      if fenced.isEmpty then status.end.map(_.message) else None
    )

private[pekko] object SliceActor:
  // A run that lasted longer was no struggle with another node.
  private inline val LongNanos = 60_000_000_000L

  private inline val ShortestPauseNanos = 1_000_000L

  /** What all slices of a projection on a node share.
    *
    * @param node
    *   address of the node
    */
  final class Parts(
      val projection: SlicedProjection[?],
      val gate: NodeGate,
      val log: EventLogReader,
      val settings: ProjectionSettings,
      val node: String
  )

  def apply(slice: Int, parts: Parts): Behavior[SliceMessage] =
    Behaviors.setup(context => Behaviors.withTimers(timers => new SliceActor(context, timers, slice, parts)))
