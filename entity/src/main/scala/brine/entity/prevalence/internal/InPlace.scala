package brine.entity.prevalence.internal

import brine.codec.Codec
import brine.entity.At
import brine.entity.internal.UserFailure
import brine.entity.prevalence.{MutableSystem, PrevalenceError, PrevalenceException, PrevalentSystem, Root}

/** A system that changes its state in place, as one that returns the next state: the same object. */
private[prevalence] final class InPlace[T[+_], S](system: MutableSystem[T, S])
    extends PrevalentSystem[T, S](system.name)(using system.transactions, system.stateCodec):
  def initial: S =
    val made = system.initial
    // One object for all would have the transactions of before when the state is built again.
    if made != null && (made.asInstanceOf[AnyRef] eq system.initial.asInstanceOf[AnyRef]) then
      throw IllegalStateException("it returned the same object twice: return a new one each time")
    made

  def execute[R](state: S, transaction: T[R])(using at: At): (S, R) = (state, system.execute(state, transaction))

  override def fold: Int = system.fold

private[prevalence] object InPlace:
  /** The result of a function on the state, once all that it saw is durable. The function is called again if the log
    * refuses what it saw.
    */
  def query[S, A](engine: Engine[?, S])(of: S => A): A =
    val until                             = engine.deadline()
    var outcome: Engine.Outcome[A] | Null = null
    while outcome == null do outcome = engine.await(engine.look(until)(of), until)
    outcome.nn.reply

  /** A copy of the durable state. No transaction is executed while it is encoded.
    *
    * @throws Unsaveable
    *   if it cannot be encoded, or the bytes cannot be decoded
    * @throws PrevalenceException
    *   if what was executed does not become durable in time
    */
  def copy[S](engine: Engine[?, S], system: PrevalentSystem[?, S]): Root[S] =
    given Codec[S]      = system.stateCodec
    val (root, encoded) = engine.rest(engine.deadline())(root => (root, saving(Codec.encodeBare(root.state))))
    root.copy(state = saving(decoded[S](encoded)))

  private def saving[A](body: => A): A =
    try body
    catch case UserFailure(cause) => throw Unsaveable(cause)

  private def decoded[A: Codec](bytes: Array[Byte]): A = Codec.decodeBare[A](bytes).fold(throw _, identity)

  /** A state that cannot be saved. */
  final class Unsaveable(cause: Throwable) extends RuntimeException(cause)

  /** Two copies of a transaction, of the same bytes.
    *
    * @throws PrevalenceException
    *   if it cannot be encoded, or the bytes cannot be decoded
    */
  def copies[T[+_], R](system: PrevalentSystem[T, ?], replay: Replay[T, ?], transaction: T[R]): (T[R], T[R]) =
    given Codec[T[Any]] = system.transactions.codec
    try
      val bytes = Codec.encodeBare[T[Any]](transaction)
      // The reply is that of the case, which is the same.
      def copy = decoded[T[Any]](bytes).asInstanceOf[T[R]]
      (copy, copy)
    catch
      case UserFailure(cause) =>
        val name = replay.nameOf(transaction)
        throw PrevalenceException(PrevalenceError.Unencodable(replay.described, name, cause))
