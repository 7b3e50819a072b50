package brine.journal

import brine.codec.{was, Codec, Schemas}
import scala.util.Using

object ReadAsSuite:
  final case class Deposited(account: String, cents: Long) derives Codec
  final case class Withdrawn(account: String, cents: Long) derives Codec

  object Later:
    final case class Deposited(note: Option[String], account: String, cents: Long) derives Codec
    @was("Deposited") final case class PaidIn(account: String, cents: Long) derives Codec
    enum Payment derives Codec:
      case Deposited(account: String, cents: Long)
      case Undone

/** What type records are read as. */
class ReadAsSuite extends munit.FunSuite:
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  import ReadAsSuite.*

  private def ok[E <: JournalError, A](result: Either[E, A]): A = result.fold(error => fail(error.message), identity)

  // In it is a deposit, with the tag "t".
  private def inJournal(body: Journal => Unit): Unit =
    TemporaryFolder.use: folder =>
      Using.resource(Journal.open(folder, JournalSettings(segmentSize = 1 << 16))): journal =>
        ok(journal.append("a", ExpectedVersion.Any, Seq(Deposited("a", 5)), tags = Set("t")).await()): Unit
        body(journal)

  private def refused(result: Either[JournalError, Any]): Unit = result match
    case Left(ReadError.Undecodable(offset, stream, cause)) =>
      assertEquals((offset, stream), (Offset(1), "a"))
      Seq("Deposited", "Withdrawn", "@was").foreach(part => assert(cause.problem.contains(part), cause.problem))
    case other => fail(s"$other")

  test("a record of another type with the same fields is an error that names both, however it is read"):
    inJournal: journal =>
      refused(journal.read[Withdrawn]("a").toVector)
      refused(journal.readAll[Withdrawn]().toVector)
      refused(journal.readTagged[Withdrawn]("t").toVector)
      refused(journal.readQuery[Withdrawn](Query.tagged("t")).toVector)
      refused(journal.read[Withdrawn]("a").foldLeft(0)((count, _) => count + 1))
      Using.resource(journal.readAll[Withdrawn]())(records => refused(records.nextBatch()))
      val subscription = journal.subscribe[Withdrawn](Offset.Begin)(_ => ())
      subscription.awaitEnd()
      subscription.failure match
        case Some(failure: JournalException) => refused(Left(failure.error))
        case other                           => fail(s"$other")
      assertEquals(ok(journal.read[Deposited]("a").toVector).map(_.value), Vector(Deposited("a", 5)))

  test("records of a type are read by later versions, by a former name, and as a case"):
    inJournal: journal =>
      def read[A: Codec] = ok(journal.read[A]("a").toVector).map(_.value)
      assertEquals(read[Later.Deposited], Vector(Later.Deposited(None, "a", 5)))
      assertEquals(read[Later.PaidIn], Vector(Later.PaidIn("a", 5)))
      assertEquals(read[Later.Payment], Vector[Later.Payment](Later.Payment.Deposited("a", 5)))

  test("a history says that types of two names are one"):
    inJournal: journal =>
      given Schemas = Schemas.none.add("payments", Codec[Deposited].schema).add("payments", Codec[Withdrawn].schema)
      assertEquals(ok(journal.read[Withdrawn]("a").toVector).map(_.value), Vector(Withdrawn("a", 5)))

  test("a record that is read as it is stored can be decoded as whatever type has its fields"):
    inJournal: journal =>
      val stored = ok(journal.readAll[Stored]().toVector).head.value
      assertEquals(stored.as[Withdrawn], Right(Withdrawn("a", 5)))
