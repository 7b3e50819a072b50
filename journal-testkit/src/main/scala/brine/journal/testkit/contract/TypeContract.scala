package brine.journal.testkit.contract

import brine.codec.{was, Codec, DecodeError, Schemas}
import brine.journal.*
import brine.journal.snapshot.SnapshotError
import java.util.concurrent.TimeUnit

/** Records, snapshots and states are read as the type that they were written as, or as a version of it, and as no other
  * type, even if its fields would fit.
  */
trait TypeContract extends ContractBase:
  this: munit.FunSuite =>
  import TypeContract.*

  private val deposited = Deposited("a", 5)
  private val withdrawn = Withdrawn("a", 5)

  // A program that says so reads one as the other.
  private val oneType = Schemas.none.add("movements", Codec[Deposited].schema).add("movements", Codec[Withdrawn].schema)

  private def named(cause: DecodeError)(using munit.Location): Unit =
    Seq("Deposited", "Withdrawn").foreach(name => assert(cause.problem.contains(name), cause.problem))

  private def right[A](result: Either[SnapshotError, A])(using munit.Location): A =
    result.fold(error => fail(error.message), identity)

  private def refused(result: Either[JournalError, Any])(using munit.Location): Unit = result match
    case Left(ReadError.Undecodable(offset, stream, cause)) =>
      assertEquals((offset, stream), (Offset(2), "b"))
      named(cause)
    case other => fail(s"$other")

  rule("read: one of another type with the same fields is an error, unless a name or a history says that it is none"):
    log =>
      appended(log.append("a", ExpectedVersion.Any, Vector(withdrawn), tags = Set("t")))
      appended(log.append("b", ExpectedVersion.Any, Vector(deposited), tags = Set("t")))
      refused(log.read[Withdrawn]("b").toVector)
      refused(log.readAll[Withdrawn]().toVector)
      refused(log.readTagged[Withdrawn]("t").toVector)
      refused(log.readQuery[Withdrawn](Query.tagged("t")).toVector)
      val subscription = log.subscribe[Withdrawn](Offset.Begin)(_ => ())
      ends(subscription)
      subscription.failure match
        case Some(failure: JournalException) => refused(Left(failure.error))
        case other                           => fail(s"$other")
      assertEquals(ok(log.read[Later.Deposited]("b").toVector).map(_.value), Vector(Later.Deposited(None, "a", 5)))
      assertEquals(ok(log.read[PaidIn]("b").toVector).map(_.value), Vector(PaidIn("a", 5)))
      locally:
        given Schemas = oneType
        assertEquals(ok(log.readAll[Withdrawn]().toVector).map(_.value), Vector(withdrawn, withdrawn))

  rule("read: events of two versions of a type in one log are of the schema that each was written with"): log =>
    appended(log.append("a", ExpectedVersion.Any, Vector(deposited)))
    appended(log.append("a", ExpectedVersion.Any, Vector(Later.Deposited(Some("note"), "b", 6))))
    appended(log.append("a", ExpectedVersion.Any, Vector(Deposited("c", 7))))
    def check(log: EventLog) =
      assertEquals(
        ok(log.read[Later.Deposited]("a").toVector).map(_.value),
        Vector(Later.Deposited(None, "a", 5), Later.Deposited(Some("note"), "b", 6), Later.Deposited(None, "c", 7))
      )
      val schemas = Vector(Codec[Deposited], Codec[Later.Deposited], Codec[Deposited]).map(_.schema.fingerprint)
      assertEquals(ok(log.readAll[Stored]().toVector).map(_.value.schema.fingerprint), schemas)
    check(log)
    checkAgain(log)(check)

  rule(
    "snapshot: one of another type with the same fields is an error, unless a name or a history says that it is none"
  ): log =>
    appended(log.append("a", number(1)))
    val store                                                         = log.snapshots
    def refused(result: Either[SnapshotError, Any], part: Long): Unit = result match
      case Left(SnapshotError.NoneReadable(_, Vector(SnapshotError.Undecodable(_, at, _, cause)))) =>
        assertEquals(at, part)
        named(cause)
      case other => fail(s"$other")
    right(store.save("state", Offset(1), deposited)): Unit
    right(store.saveParts("parts", Offset(1), Iterator(deposited, deposited))): Unit
    refused(store.latest[Withdrawn]("state"), 0)
    refused(store.loadParts[Withdrawn, Int]("parts")(0)((count, _) => count + 1), 0)
    assertEquals(right(store.latest[Later.Deposited]("state")).map(_.state), Some(Later.Deposited(None, "a", 5)))
    assertEquals(right(store.latest[PaidIn]("state")).map(_.state), Some(PaidIn("a", 5)))
    locally:
      given Schemas = oneType
      assertEquals(right(store.latest[Withdrawn]("state")).map(_.state), Some(withdrawn))
      val parts = store.loadParts[Withdrawn, Vector[Withdrawn]]("parts")(Vector.empty)(_ :+ _)
      assertEquals(right(parts).map(_.state), Some(Vector(withdrawn, withdrawn)))

  rule("state: one of another type with the same fields is an error, unless a name or a history says that it is none"):
    log =>
      appended(log.append("a", number(1)))
      val states                                      = log.states
      def save[S: Codec](key: String, state: S): Unit =
        right(states.save(key, Offset(1), state, Level.Disk).get(patience.toNanos, TimeUnit.NANOSECONDS))
      def refused[S: Codec](key: String): Unit = states.load[S](key) match
        case Left(SnapshotError.Undecodable(_, 0, _, cause)) => named(cause)
        case other                                           => fail(s"$other")
      save("one", deposited)
      save("many", List(deposited))
      save("paid", PaidIn("a", 5))
      refused[Withdrawn]("one")
      refused[Vector[Withdrawn]]("many")
      refused[Option[Withdrawn]]("one")
      assertEquals(right(states.load[Later.Deposited]("one")).map(_.state), Some(Later.Deposited(None, "a", 5)))
      assertEquals(right(states.load[PaidIn]("one")).map(_.state), Some(PaidIn("a", 5)))
      assertEquals(right(states.load[PaidIn]("paid")).map(_.state), Some(PaidIn("a", 5)))
      locally:
        given Schemas = oneType
        assertEquals(right(states.load[Withdrawn]("one")).map(_.state), Some(withdrawn))
        assertEquals(right(states.load[Deposited]("one")).map(_.state), Some(deposited))

object TypeContract:
  // The codecs are no lazy values, which `derives` makes of them.

  private[contract] final case class Deposited(account: String, cents: Long)
  private[contract] object Deposited:
    implicit val codec: Codec[Deposited] = Codec.derived

  private[contract] final case class Withdrawn(account: String, cents: Long)
  private[contract] object Withdrawn:
    implicit val codec: Codec[Withdrawn] = Codec.derived

  @was("Deposited")
  private[contract] final case class PaidIn(account: String, cents: Long)
  private[contract] object PaidIn:
    implicit val codec: Codec[PaidIn] = Codec.derived

  private[contract] object Later:
    final case class Deposited(note: Option[String], account: String, cents: Long)
    object Deposited:
      implicit val codec: Codec[Deposited] = Codec.derived
