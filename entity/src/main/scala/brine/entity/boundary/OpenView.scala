package brine.entity.boundary

import brine.codec.Codec
import brine.entity.boundary.internal.{BoundaryRuntime, Deciding, Folded, KeyedReply}
import brine.entity.{Answer, At, Decision}
import java.util.concurrent.atomic.AtomicReference
import java.util.{Objects, UUID}

/** A view that keeps the value that it has folded: [[Boundary.open]] makes it. Each decision reads what was appended
  * since the last one. Keep it as long as decisions on the view come often; it holds the value in memory, and nothing
  * that must be closed.
  *
  * {{{
  * val names = boundary.open(View[NameEvent](Query.category("names"), Set.empty[String])(_ + _.name))
  * names.decide(taken => if taken(name) then Decision.reply(false) else Decision(NameEvent(name))(true))
  * }}}
  *
  * Events that retention or a compaction has removed stay in the value. Thread-safe.
  */
final class OpenView[E, S] private[boundary] (runtime: BoundaryRuntime[E], val view: View[E, S]):
  private val newest = AtomicReference[Folded](Folded.initial(view))

  /** Decides as [[Boundary.decide]] does. */
  def decide[R](decision: S => At ?=> Decision[E, R]): Answer[R] =
    run(Objects.requireNonNull(decision, "decision"), null)

  /** Decides once for a key, as [[Boundary.decideOnce]] does. */
  def decideOnce[R](key: UUID)(decision: S => At ?=> Decision[E, R])(using codec: Codec[R]): Answer[R] =
    Objects.requireNonNull(key, "key"): Unit
    run(Objects.requireNonNull(decision, "decision"), KeyedReply(runtime, key, codec))

  private def run[R](decision: S => At ?=> Decision[E, R], reply: KeyedReply[E, R] | Null): Answer[R] =
    val deciding = Deciding(runtime, view, newest.get, decision, reply)
    try deciding.run()
    finally keep(deciding.folded)

  // Also what was folded before a failure, so that a long fold comes to its end in several decisions.
  private def keep(folded: Folded): Unit =
    var known = newest.get
    while folded.offset > known.offset && !newest.compareAndSet(known, folded) do known = newest.get

  override def toString: String = s"$view, of ${runtime.described}"
