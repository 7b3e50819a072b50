package brine.entity.prevalence

import brine.codec.Codec
import brine.entity.{At, Commands}

/** A state that is in memory as a whole, and the transactions that change it. Nothing here depends on where it runs.
  *
  * {{{
  * enum Transaction[+R] derives Commands:
  *   case Open(owner: String)                        extends Transaction[Int]
  *   case Transfer(from: Int, to: Int, cents: Long)  extends Transaction[Either[String, Long]]
  *
  * object Bank extends PrevalentSystem[Transaction, Accounts]("bank"):
  *   def initial: Accounts = Accounts.none
  *
  *   def execute[R](state: Accounts, transaction: Transaction[R])(using at: At): (Accounts, R) = transaction match
  *     case Transaction.Open(owner) => state.open(owner, at.time)
  *     case Transaction.Transfer(from, to, cents) => state.transfer(from, to, cents)
  * }}}
  *
  * The log has the transactions, not what they did: [[execute]] must always do the same with the same arguments, also
  * in later versions of the program. [[ReplayCheck]] tests that on a log.
  *
  * @tparam T
  *   the transactions; the parameter is the type of the reply
  * @tparam S
  *   the state; immutable
  * @param name
  *   name of the stream of transactions and of the saved states: 1 to 64 of a-z, 0-9, `_` and `-`. Change it and the
  *   transactions are not found
  * @throws IllegalArgumentException
  *   if the name is not valid
  */
abstract class PrevalentSystem[T[+_], S](val name: String)(using
    val transactions: Commands[T],
    val stateCodec: Codec[S]
):
  PrevalentSystem.requireName(name)

  /** The state before the first transaction. */
  def initial: S

  /** Executes a transaction. Pure: it changes nothing, and what it returns depends only on its arguments. For the time,
    * identities and random numbers it takes [[At]], which is the same when the transaction is repeated.
    *
    * It runs under a lock, one transaction at a time. It must not block, and cannot execute other transactions.
    *
    * @return
    *   the next state, and the reply. A transaction that returns the very state that it got changes nothing: it is a
    *   query or a refusal, and the log does not get it. If it throws, the state is as before, and the caller gets a
    *   [[PrevalenceError.Failed]]; refuse a transaction by a reply
    */
  def execute[R](state: S, transaction: T[R])(using at: At): (S, R)

  /** Version of [[execute]] and [[initial]]. Raise it when you correct them, so that the same transactions lead to
    * another state than before: states that were saved with another version are not used, and all transactions are
    * executed again.
    */
  def fold: Int = 1

private[prevalence] object PrevalentSystem:
  private final val Letters = "abcdefghijklmnopqrstuvwxyz0123456789_-"

  def requireName(name: String): Unit = require(
    name.nonEmpty && name.length <= 64 && name.forall(Letters.indexOf(_) >= 0),
    s"the name of a prevalent system has 1 to 64 of a-z, 0-9, _ and -, not '$name'"
  )
