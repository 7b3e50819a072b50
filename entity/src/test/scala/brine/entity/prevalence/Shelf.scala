package brine.entity.prevalence

import brine.codec.Codec
import brine.entity.{At, Commands}
import java.time.Instant
import java.util.UUID
import scala.collection.mutable

enum ShelfTransaction[+R] derives Commands:
  case Put(title: String)              extends ShelfTransaction[Int]
  case Lend(title: String, to: String) extends ShelfTransaction[Either[String, Instant]]
  case Ticket                          extends ShelfTransaction[UUID]

  /** Puts all of a list, which becomes part of the state. */
  case Keep(list: mutable.ArrayBuffer[String]) extends ShelfTransaction[Int]

  /** Puts it, and fails. */
  case Break(title: String) extends ShelfTransaction[Unit]

  /** Puts it, and has a reply that cannot be encoded. */
  case Unfit(title: String) extends ShelfTransaction[String]

final case class Loan(to: String, since: Instant)

object Loan:
  implicit val codec: Codec[Loan] = Codec.derived

/** Books, and to whom they are lent; changed in place. */
final case class Shelf(
    loans: mutable.LinkedHashMap[String, Option[Loan]],
    var ticket: Option[UUID],
    var kept: mutable.ArrayBuffer[String] = mutable.ArrayBuffer.empty
):
  def titles: Vector[String] = loans.keysIterator.toVector

object Shelf:
  implicit val codec: Codec[Shelf] = Codec.derived

class ShelfSystem(prefix: String = "", override val fold: Int = 1)
    extends MutableSystem[ShelfTransaction, Shelf]("shelf"):
  /** How often a transaction was executed, and how often the state was built from nothing. */
  @volatile var executions: Int = 0
  @volatile var beginnings: Int = 0

  def initial: Shelf =
    beginnings += 1
    Shelf(mutable.LinkedHashMap.empty, None)

  def execute[R](shelf: Shelf, transaction: ShelfTransaction[R])(using at: At): R =
    import ShelfTransaction.*
    executions += 1
    transaction match
      case Put(title) =>
        shelf.loans(prefix + title) = None
        shelf.loans.size
      case Lend(title, to) =>
        shelf.loans.get(title) match
          case Some(None) =>
            shelf.loans(title) = Some(Loan(to, at.time))
            Right(at.time)
          case found => Left(found.fold("there is none")(_ => "it is lent"))
      case Ticket =>
        shelf.ticket = Some(at.id)
        at.id
      case Keep(list) =>
        shelf.kept = list
        shelf.kept += prefix
        shelf.kept.size
      case Break(title) =>
        shelf.loans(title) = None
        throw IllegalStateException("it fails")
      case Unfit(title) =>
        shelf.loans(title) = None
        null.asInstanceOf[R & String]
