package brine.examples.shop

import brine.codec.*
import brine.journal.*
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.annotation.tailrec
import scala.util.Using

/** The events of an order. */
enum OrderEvent derives Codec:
  case Placed(customer: String, cents: Long)
  case Paid(cents: Long)
  case Sent

/** The state of an order: the fold of its events. */
final case class Order(version: Long, due: Long, isSent: Boolean):
  def after(record: Record[OrderEvent]): Order = record.value match
    case OrderEvent.Placed(_, cents) => copy(record.version, due + cents)
    case OrderEvent.Paid(cents)      => copy(record.version, due - cents)
    case OrderEvent.Sent             => copy(record.version, isSent = true)

/** Orders whose only state is in a journal. */
final class Shop(journal: Journal):
  def order(name: String): Order =
    ok(journal.read[OrderEvent](name).foldLeft(Order(0, 0, isSent = false))(_.after(_)))

  /** Decides on the current state of the order, and decides again if a concurrent writer has appended first. */
  @tailrec def change(name: String)(decide: Order => Either[String, OrderEvent]): String =
    val known = order(name)
    decide(known) match
      case Left(refusal) => s"refused: $refusal"
      case Right(event)  =>
        journal.append(name, ExpectedVersion(known.version), Seq(event)).await() match
          case Right(appended)                   => s"$event, version ${appended.version}"
          case Left(_: AppendError.WrongVersion) => change(name)(decide)
          case Left(error)                       => throw JournalException(error)

  /** Records a payment once, however often it is called: the payment's id is the idempotency key. */
  def pay(name: String, cents: Long, payment: UUID): String =
    journal
      .append(name, ExpectedVersion.Any, Seq[OrderEvent](OrderEvent.Paid(cents)), Some(payment), Set("money"))
      .await() match
      case Right(appended)                       => s"paid, version ${appended.version}"
      case Left(AppendError.Duplicate(original)) => s"was paid before, as version ${original.version}"
      case Left(error)                           => throw JournalException(error)

  private def ok[A](result: Either[ReadError, A]): A = result.fold(error => throw JournalException(error), identity)

object Shop:
  def main(arguments: Array[String]): Unit =
    val folder = Files.createTempDirectory("brine-shop")
    try
      Using.resource(Journal.open(folder))(open)
      Using.resource(Journal.open(folder))(reopen)
      Using.resource(JournalReader.open(folder))(audit)
    finally delete(folder)

  private def open(journal: Journal): Unit =
    val shop    = Shop(journal)
    val payment = UUID(4, 2)
    println(shop.change("order-1")(_ => Right(OrderEvent.Placed("Ada", 4200))))
    println(shop.change("order-1")(send))
    println(shop.pay("order-1", 4200, payment))
    println(shop.pay("order-1", 4200, payment)) // a retry, as after a lost answer
    println(shop.change("order-2")(_ => Right(OrderEvent.Placed("Grace", 1000))))

  /** The next run of the program: everything that was acknowledged is there. */
  private def reopen(journal: Journal): Unit =
    val shop = Shop(journal)
    println(s"order-1 is at version ${shop.order("order-1").version}, due: ${shop.order("order-1").due}")
    println(shop.change("order-1")(send))
    println(shop.change("order-1")(send))

  private def send(order: Order): Either[String, OrderEvent] =
    if order.isSent then Left("it was sent")
    else if order.due > 0 then Left(s"${order.due} cents are due")
    else Right(OrderEvent.Sent)

  /** Needs none of the classes above: schemas are in the journal. */
  private def audit(reader: JournalReader): Unit =
    reader
      .readAll[Stored]()
      .iterator
      .foreach: record =>
        val text = record.value.inspect.fold(error => throw error, _.text)
        println(s"${record.offset.sequence} ${record.stream} v${record.version} ${record.tags.mkString}: $text")

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(java.util.Comparator.reverseOrder).forEach(Files.delete(_)))
