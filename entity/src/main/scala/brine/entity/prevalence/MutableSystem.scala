package brine.entity.prevalence

import brine.codec.Codec
import brine.entity.{At, Commands}

/** A state that is in memory as a whole, and the transactions that change it in place; for objects that exist already,
  * such as those of a program that used Prevayler. [[PrevalentSystem]] is for immutable states, and better: a refusal
  * costs nothing there, and queries wait for nobody.
  *
  * {{{
  * final class Accounts(val cents: mutable.LinkedHashMap[String, Long])
  *
  * object Bank extends MutableSystem[Transaction, Accounts]("bank"):
  *   def initial: Accounts = Accounts(mutable.LinkedHashMap.empty)
  *
  *   def execute[R](bank: Accounts, transaction: Transaction[R])(using at: At): R = transaction match
  *     case Transaction.Deposit(owner, cents) =>
  *       bank.cents(owner) = bank.cents.getOrElse(owner, 0L) + cents
  *       bank.cents(owner)
  * }}}
  *
  * The log and the saved states are those that a [[PrevalentSystem]] of the same name and types has.
  *
  * @tparam T
  *   the transactions; the parameter is the type of the reply
  * @tparam S
  *   the state; its codec makes new objects whenever it decodes
  * @param name
  *   name of the stream of transactions and of the saved states: 1 to 64 of a-z, 0-9, `_` and `-`. Change it and the
  *   transactions are not found
  * @throws IllegalArgumentException
  *   if the name is not valid
  */
abstract class MutableSystem[T[+_], S](val name: String)(using
    val transactions: Commands[T],
    val stateCodec: Codec[S]
):
  PrevalentSystem.requireName(name)

  /** The state before the first transaction: a new object each time. It is called twice when the state is built, to
    * make sure of that.
    */
  def initial: S

  /** Executes a transaction: changes the state, and returns the reply. What it does depends only on its arguments. For
    * the time, identities and random numbers it takes [[At]], which is the same when the transaction is repeated.
    *
    * It runs under a lock, one transaction or query at a time. It must not block, and cannot execute other
    * transactions. It must not let parts of the state escape: the reply has copies.
    *
    * @return
    *   the reply. Refuse a transaction by a reply, before you change anything. If it throws, the caller gets a
    *   [[PrevalenceError.Failed]], and the state is built from the log again, because it may be half changed
    */
  def execute[R](state: S, transaction: T[R])(using at: At): R

  /** Version of [[execute]] and [[initial]]. Raise it when you correct them, so that the same transactions lead to
    * another state than before: states that were saved with another version are not used, and all transactions are
    * executed again.
    */
  def fold: Int = 1
