package brine.entity.prevalence

import brine.codec.{was, Codec}
import brine.entity.{At, Commands}

/** A system as it was first. */
object VersionOne:
  enum Transaction[+R] derives Commands:
    case Add(id: Long, pad: String) extends Transaction[Long]
    case Get                        extends Transaction[Long]

  final case class State(ids: Vector[Long])
  object State:
    implicit val codec: Codec[State] = Codec.derived

  object System extends PrevalentSystem[Transaction, State]("versions"):
    def initial: State = State(Vector.empty)

    def execute[R](state: State, transaction: Transaction[R])(using At): (State, R) = transaction match
      case Transaction.Add(id, _) => (State(state.ids :+ id), id)
      case Transaction.Get        => (state, state.ids.size.toLong)

/** The same later: a case more, one renamed, with a further field and another reply, and one removed. */
object VersionTwo:
  enum Transaction[+R] derives Commands:
    case Clear                                                    extends Transaction[Unit]
    @was("Add") case Append(id: Long, pad: String, more: Int = 7) extends Transaction[Int]

  final case class State(ids: Vector[Long], more: Option[Int])
  object State:
    implicit val codec: Codec[State] = Codec.derived

  object System extends PrevalentSystem[Transaction, State]("versions"):
    def initial: State = State(Vector.empty, None)

    def execute[R](state: State, transaction: Transaction[R])(using At): (State, R) = transaction match
      case Transaction.Clear               => (initial, ())
      case Transaction.Append(id, _, more) =>
        val next = State(state.ids :+ id, Some(more))
        (next, next.ids.size)
