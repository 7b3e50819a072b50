package brine.actor.internal.metrics

import java.util.concurrent.ConcurrentHashMap

/** The measurements of a system, by kind of actor. Holds at most [[MetricsBook.Most]] kinds. */
private[brine] final class MetricsBook:
  import MetricsBook.*
  private val kinds = ConcurrentHashMap[String, KindMetrics]()

  private[actor] def of(kind: String): KindMetrics =
    val known = kinds.get(kind)
    if known != null then known
    else kinds.computeIfAbsent(if kinds.size < Most then kind else Others, KindMetrics(_))

  /** The kinds in the order of their names. */
  def all: Vector[KindMetrics] =
    val found = Vector.newBuilder[KindMetrics]
    kinds.values.forEach(kind => found += kind)
    found.result().sortBy(_.kind)

private[brine] object MetricsBook:
  /** Names of actors may be numbered, and a table of all of them would not end. */
  final val Most   = 1000
  final val Others = "(others)"
