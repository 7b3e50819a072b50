package brine.entity.testkit

import brine.codec.Codec
import brine.entity.projection.FoldProjection
import brine.journal.{EventLog, Offset, ReadError, Record}
import java.time.Duration
import scala.util.control.NonFatal

/** What must hold when a process of a run has ended: saved states and views are folds of the log. */
private[testkit] object Checks:
  private val LongestWait = Duration.ofSeconds(60)

  // So that views have saved states in short runs.
  private inline val RecordsBetweenSaves = 3

  def afterLife(run: SimulatedRun): Unit =
    for (part, index) <- run.parts.zipWithIndex; id <- run.operations.filter(_.part == index).map(_.id).distinct do
      checkLoaded(part, run.disk.log, id)
    run.plan.views.foreach(checkView(_, run.disk.log))

  /** The state as it would be loaded, from a saved one perhaps, is that of all events. */
  private def checkLoaded[C[+_], E, S](part: RunPart[C, E, S], log: EventLog, id: String): Unit =
    val records = StreamCheck.recordsOf(part, log, id)
    val state   = StreamCheck.statesOf(part, id, records).last
    Hosted.loaded(part, log, id) match
      case Left(problem) => throw SimulationProblem(Violation.Failed, problem)
      case Right((version, loaded)) if version == records.size && loaded == state => ()
      case Right((version, loaded))                                               =>
        throw SimulationProblem(
          Violation.SavedState,
          s"${part.entity.name} '$id' is loaded as $loaded at version $version. The fold of its ${records.size} " +
            s"events is $state"
        )

  /** First the fold of the log, on this thread: what fails there is a violation. It would fail in the projection, too,
    * which tries again with pauses and writes to the log of the program.
    */
  private def checkView[E, S](view: SimulatedView[E, S], log: EventLog): Unit =
    val fold    = foldOf(view, log)
    val step    = OnceFailing(view)
    val from    = log.durable
    val running =
      FoldProjection.start(log, view.projection, view.initial, saveEvery = RecordsBetweenSaves)(step.apply)(using
        view.codec
      )
    val state =
      try
        if from != Offset.Begin then running.await(from, LongestWait)
        running.state
      finally running.close()
    step.failure.foreach: failed =>
      throw SimulationProblem(Violation.Impure, s"${view.projection} fails with $failed, and its fold has not", failed)
    if fold != state then
      val text = s"the state of ${view.projection} is $state. The fold of the log is $fold"
      throw SimulationProblem(Violation.View, text)

  private def foldOf[E, S](view: SimulatedView[E, S], log: EventLog): S =
    implicit val events: Codec[E] = view.events
    val fold                      = log
      .readQuery[E](view.projection.query)
      .foldLeft(view.initial): (state, record) =>
        try view.apply(state, record)
        catch
          case failed @ (NonFatal(_) | _: StackOverflowError) =>
            val text = s"the function of ${view.projection} fails on ${record.value} of ${record.stream}, at " +
              s"${record.offset.sequence}, after the state $state: $failed"
            throw SimulationProblem(Violation.Failed, text, failed)
    fold match
      case Right(state) =>
        try Codec.encodeBare(state)(using view.codec): Unit
        catch
          case NonFatal(failed) =>
            val text = s"the state $state of ${view.projection} cannot be encoded: $failed"
            throw SimulationProblem(Violation.Failed, text, failed)
        state
      case Left(error: ReadError.Undecodable) =>
        throw SimulationProblem(Violation.Failed, s"a record of ${view.projection}: ${error.message}")
      case Left(error) => throw SimulationProblem(Violation.Lost, s"the log cannot be read: ${error.message}")

  /** A view as the projection runs it: a record that fails changes nothing, so that it is not tried again. */
  private final class OnceFailing[E, S](view: SimulatedView[E, S]):
    @volatile private var first: Throwable | Null = null

    /** Why a record has failed. */
    def failure: Option[Throwable] = Option(first)

    def apply(state: S, record: Record[E]): S =
      try view.apply(state, record)
      catch
        case failed @ (NonFatal(_) | _: StackOverflowError) =>
          if first == null then first = failed
          state
