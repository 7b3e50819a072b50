package brine.entity.internal

import brine.entity.{Entity, EntityError, EntityException}
import brine.journal.{EventLogReader, ReadError, Record}

/** The states that an entity has had. Blocks while it reads. Thread-safe.
  *
  * @param id
  *   of the entity
  */
private[entity] final class HistoryFold[E, S](entity: Entity[?, E, S], log: EventLogReader, id: String):
  import HistoryFold.*
  private val stream = entity.stream(id)
  private val fold   = EventFold(entity, log)

  val described: String = s"${entity.name} '${EntityRuntime.inLine(id)}'"

  /** The state after the events up to the first one that does not belong to them. */
  def until(belongs: Record[E] => Boolean): S = checked:
    var state = fold.initial(0).state
    try
      val end = fold(stream, fold.initial(0)):
        new EventFold.See[E, S]:
          override def comes(record: Record[E]): Unit =
            if !belongs(record) then throw Stop
          override def seen(before: LoadedState[S], record: Record[E], after: LoadedState[S]): Unit = state =
            after.state
      end.state
    catch case Stop => state

  /** Passes each event, and the states before and after it. */
  def foreach(visit: (Record[E], S, S) => Unit): Unit = checked:
    fold(stream, fold.initial(0)):
      new EventFold.See[E, S]:
        override def seen(before: LoadedState[S], record: Record[E], after: LoadedState[S]): Unit =
          try visit(record, before.state, after.state)
          catch case failed: Throwable => throw Visited(failed)
    : Unit

  private def checked[A](body: => A): A =
    MayWait.require("a virtual thread")(s"reading the history of $described")
    try body
    catch
      case problem: EventFold.Problem =>
        throw EntityException(problem.error(described) match
          // It speaks of commands.
          case EntityError.Unavailable(_, cause: ReadError) => EntityError.HistoryUnavailable(described, cause)
          case other                                        => other)
      case visited: Visited => throw visited.cause
      case UserFailure(failed) if !failed.isInstanceOf[InterruptedException] && !failed.isInstanceOf[EntityException] =>
        throw EntityException(EntityError.HistoryUnavailable(described, LogFailure.of(log, failed)))

private[entity] object HistoryFold:
  /** Ends the fold. */
  private object Stop extends RuntimeException(null, null, false, false)

  /** What the caller's function has thrown. */
  private final class Visited(val cause: Throwable) extends RuntimeException(null, null, false, false)
