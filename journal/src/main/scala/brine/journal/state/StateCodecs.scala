package brine.journal.state

import brine.codec.Codec
import java.util.concurrent.ConcurrentHashMap

/** The codecs of [[StateEvent]] for those of states. Thread-safe. */
private[state] final class StateCodecs:
  private val known = ConcurrentHashMap[Codec[?], Codec[?]]()

  def of[S](state: Codec[S]): Codec[StateEvent[S]] =
    val found = known.get(state)
    if found != null then found.asInstanceOf[Codec[StateEvent[S]]]
    else
      // Programs that create a codec for each save must not fill the heap.
      if known.size > StateCodecs.Most then known.clear()
      val made = summonCodec(using state)
      known.put(state, made): Unit
      made

  private def summonCodec[S](using Codec[S]): Codec[StateEvent[S]] = summon

  /** The codec of deletions, which have no state. */
  val ofDeleted: Codec[StateEvent[Unit]] = summon

private object StateCodecs:
  private final val Most = 10000
