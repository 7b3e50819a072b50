package brine.entity.prevalence.search

import brine.codec.Codec
import brine.entity.{At, Commands}
import brine.entity.prevalence.{MutableSystem, PrevalentSystem}

/** A list of numbers, each of which is added once, so that every reply says what it saw. */
enum ChainTransaction[+R] derives Commands:
  case Add(id: Long) extends ChainTransaction[Seen]
  case Look          extends ChainTransaction[Seen]

  /** Fails, after it has added the number where that is done in place. */
  case Fail(id: Long) extends ChainTransaction[Seen]

/** What a transaction saw: how many numbers, and a sum that depends on their order. */
final case class Seen(size: Int, sum: Long)

object Seen:
  implicit val codec: Codec[Seen] = Codec.derived

final case class Chain(ids: Vector[Long], sum: Long):
  def plus(id: Long): Chain = Chain(ids :+ id, sum * 31 + id)
  def seen: Seen            = Seen(ids.size, sum)

object Chain:
  implicit val codec: Codec[Chain] = Codec.derived
  val empty: Chain                 = Chain(Vector.empty, 0)

object ChainSystem extends PrevalentSystem[ChainTransaction, Chain]("chain"):
  def initial: Chain = Chain.empty

  def execute[R](chain: Chain, transaction: ChainTransaction[R])(using at: At): (Chain, R) = transaction match
    case ChainTransaction.Add(id) =>
      val next = chain.plus(id)
      (next, next.seen)
    case ChainTransaction.Look    => (chain, chain.seen)
    case ChainTransaction.Fail(_) => throw IllegalStateException("it fails")

/** The same list, changed in place. */
final class MutableChain(var chain: Chain)

object MutableChain:
  implicit val codec: Codec[MutableChain] = Codec[Chain].imap(MutableChain(_))(_.chain)

object MutableChainSystem extends MutableSystem[ChainTransaction, MutableChain]("chain"):
  def initial: MutableChain = MutableChain(Chain.empty)

  def execute[R](state: MutableChain, transaction: ChainTransaction[R])(using at: At): R = transaction match
    case ChainTransaction.Add(id) =>
      state.chain = state.chain.plus(id)
      state.chain.seen
    case ChainTransaction.Look     => state.chain.seen
    case ChainTransaction.Fail(id) =>
      state.chain = state.chain.plus(id)
      throw IllegalStateException("it fails")
