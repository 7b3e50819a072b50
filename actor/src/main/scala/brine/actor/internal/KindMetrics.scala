package brine.actor.internal

import brine.actor.{ActorMetrics, ActorOptions}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.LongAdder

/** The measurements of all actors of one kind. Any thread may add to them. */
private[internal] final class KindMetrics(val kind: String):
  val spawned      = LongAdder()
  val stopped      = LongAdder()
  val waiting      = LongAdder()
  val handled      = LongAdder()
  val failures     = LongAdder()
  val queueTimes   = TimeCounts()
  val handlerTimes = TimeCounts()

  def snapshot: ActorMetrics =
    val ended = stopped.sum
    val begun = spawned.sum
    ActorMetrics(
      kind,
      Math.max(0L, begun - ended),
      begun,
      handled.sum,
      failures.sum,
      Math.max(0L, waiting.sum),
      queueTimes.snapshot,
      handlerTimes.snapshot
    )

/** The measurements of a system, by kind of actor. Holds at most [[MetricsBook.Most]] kinds. */
private[brine] final class MetricsBook:
  import MetricsBook.*
  private val kinds = ConcurrentHashMap[String, KindMetrics]()

  /** The kind of an actor is its class. A function has none, so its kind is its name. */
  private[internal] def of(cell: Cell[?], options: ActorOptions): KindMetrics =
    val kind =
      if !cell.isInstanceOf[BehaviorCell[?]] then cell.behaviorName
      else if options != null && options.name.nonEmpty then options.name
      else cell.behaviorName
    val known = kinds.get(kind)
    if known != null then known
    else kinds.computeIfAbsent(if kinds.size < Most then kind else Others, KindMetrics(_))

  /** The kinds in the order of their names. */
  def snapshot: Vector[ActorMetrics] =
    val found = Vector.newBuilder[ActorMetrics]
    kinds.values.forEach(kind => found += kind.snapshot)
    found.result().sortBy(_.kind)

private[brine] object MetricsBook:
  /** Names of actors may be numbered, and a table of all of them would not end. */
  final val Most   = 1000
  final val Others = "(others)"
