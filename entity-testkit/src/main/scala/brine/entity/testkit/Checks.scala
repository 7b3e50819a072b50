package brine.entity.testkit

import brine.codec.Codec
import brine.entity.projection.FoldProjection
import brine.journal.{EventLog, Offset}
import java.time.Duration

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

  private def checkView[E, S](view: SimulatedView[E, S], log: EventLog): Unit =
    val durable = log.durable
    val running =
      FoldProjection.start(log, view.projection, view.initial, saveEvery = RecordsBetweenSaves)(view.step)(using
        view.codec
      )
    val state =
      try
        if durable != Offset.Begin then running.await(durable, LongestWait)
        running.setAside.headOption.foreach: aside =>
          throw SimulationProblem(Violation.Failed, s"a record is set aside by ${view.projection}: $aside")
        running.state
      finally running.close()
    implicit val events: Codec[E] = view.events
    log.readQuery[E](view.projection.query).foldLeft(view.initial)(view.step) match
      case Right(fold) if fold == state => ()
      case Right(fold)                  =>
        val text = s"the state of ${view.projection} is $state. The fold of the log is $fold"
        throw SimulationProblem(Violation.View, text)
      case Left(error) => throw SimulationProblem(Violation.Lost, s"the log cannot be read: $error")
