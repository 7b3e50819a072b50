package brine.journal.precondition

/** States that stay remembered until [[release]], so that an append finds them whatever others do. For one thread. */
private[journal] final class Pins(streams: Streams):
  private val pinned = java.util.ArrayList[NamedState](4)

  private inline def taken[A <: NamedState](inline find: A): A =
    var state = find
    while !state.pin() do state = find
    pinned.add(state): Unit
    state

  /** A stream. May read from the disk. */
  def stream(name: String): StreamState = taken(streams.of(name))
  def tag(name: String): TagState       = taken(streams.tag(name))
  def kind(name: String): KindState     = taken(streams.kind(name))

  /** The states of the same tags. The array itself stays as it is: others may have it. */
  def tags(states: Array[TagState] | Null): Array[TagState] | Null =
    if states == null then null else states.map(state => tag(state.name))

  /** Whether nothing is pinned. */
  def isEmpty: Boolean = pinned.isEmpty

  /** Ends the effect of all, once the append is in its slot. */
  def release(): Unit =
    pinned.forEach(_.unpin())
    pinned.clear()

private[journal] object Pins:
  /** Keeps the states of an append's tags; false if one was forgotten. */
  def keep(tags: Array[TagState] | Null): Boolean =
    var at    = 0
    val count = if tags == null then 0 else tags.length
    while at < count && tags.nn(at).keep() do at += 1
    at == count
