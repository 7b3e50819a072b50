package brine.codec.evolution.oracle

import brine.codec.*
import brine.codec.evolution.{Envelope, Place}

import scala.util.Random
import scala.util.control.NonFatal

/** What happened when data of one type were read as another. */
enum Outcome:
  /** All values are what they must be. */
  case Read

  /** All values are what they must be; some data of theirs are dropped, and the verdict says so. */
  case Lost

  /** Nothing is read, and nothing can be. */
  case Refused

  /** Some values cannot be read, and are not. */
  case RefusedValue

  /** The reader refuses what no page promises. */
  case Unclear(why: String)

  /** Several results are right: the types alone do not say which part is which. */
  case Ambiguous(why: String)

  /** A name was used again for another field, which the pages forbid: a reader cannot know. */
  case NameReuse

  case Failed(kind: String, detail: String)

/** Writes values of one type, reads them as another, and compares the result with what [[Truth]] says. */
object Check:
  /** Checks some values. `exempt` is called with each reason for which a check was left out. */
  def apply(writer: Ty, reader: Ty, seed: Long)(exempt: String => Unit = _ => ()): Outcome =
    try new Check(writer, reader, Random(seed), exempt).outcome
    catch
      case failed: Failure => Outcome.Failed(failed.kind, failed.detail)
      case NonFatal(error) =>
        Outcome.Failed("crash", s"$error ${error.getStackTrace.take(6).mkString(" | ")}")

  private final class Failure(val kind: String, val detail: String) extends Exception(kind, null, false, false)

  private def names(ty: Ty)(ofField: Fld => Vector[String], ofCase: Cse => Vector[String]): Set[String] =
    Ty.all(ty)
      .flatMap {
        case rec: Ty.Rec => rec.fields.flatMap(ofField)
        case sum: Ty.Sum => sum.cases.flatMap(c => ofCase(c) ++ c.fields.flatMap(ofField))
        case _           => Vector.empty
      }
      .toSet

  /** Values of a type, for each pair. */
  private final val Count = 3

private final class Check(a: Ty, b: Ty, random: Random, exempt: String => Unit):
  private val writer: Codec[Any] = Codecs.of(a)
  private val reader: Codec[Any] = Codecs.of(b)
  private val written            = writer.schema
  private val truth              = Truth.byNames
  private lazy val verdict       = Compatibility.of(reader, written)
  private val knowing            = Truth.byLineage
  private lazy val known         =
    try Some(knowing.convert(a, b, Vector.empty))
    catch case _: Truth.Refused => None

  private def fail(kind: String, detail: String): Nothing =
    throw new Check.Failure(kind, s"$detail\n    verdict: $verdict")

  def outcome: Outcome =
    val plan = if written.fingerprint == reader.fingerprint then None else reader.plans.of(written).left.toOption
    if verdict.newReadsOld.nonEmpty != plan.nonEmpty then
      fail("the verdict is wrong", plan.fold("there is a plan")(_.getMessage))
    if verdict.oldReadsNew.isEmpty && plan.isEmpty && written.fingerprint != reader.fingerprint then
      writer.plans.of(reader.schema).left.foreach { why =>
        if isReused(b, a) then exempt("way back: a name is used again")
        else if isFormer(a, b) then exempt("way back: a name that the old program knows as a former one")
        else fail("the verdict on a way back is wrong", why.getMessage)
      }
    val convert =
      try Right(truth.convert(a, b, Vector.empty))
      catch
        case refused: Truth.Refused => Left(refused.getMessage)
        case _: Truth.NameReuse     => return Outcome.NameReuse
    (plan, convert) match
      case (Some(_), Left(_))    => Outcome.Refused
      case (Some(why), Right(_)) =>
        open.getOrElse(fail("refused, though the pages say it is read", why.getMessage))
      case (None, Left(why)) =>
        values().foreach(value => unexpected(value, send(value), s"must be refused, $why", mayBeSaid = true))
        open.getOrElse(Outcome.Unclear("read, though the oracle knows no way"))
      case (None, Right(function)) => read(function)

  // Why something else is right too.
  private def open: Option[Outcome] =
    truth.ambiguous.headOption.map(Outcome.Ambiguous(_)).orElse(truth.unclear.headOption.map(Outcome.Unclear(_)))

  // Whether a field or case of the one has a name that the other knows as a former one.
  private def isFormer(knows: Ty, has: Ty): Boolean =
    val names = Check.names(has)(field => Vector(field.name), c => Vector(c.name))
    Check.names(knows)(_.was, _.was).exists(names.contains)

  private def isMigrated: Boolean = Ty.all(b).exists {
    case rec: Ty.Rec => rec.old.nonEmpty
    case _           => false
  }

  private val draw                 = Values(random)
  private def values(): List[Any]  = List.fill(Check.Count)(draw.of(a))
  private def bytes(value: Any)    = Codec.encodeBare(value)(using writer)
  private def describe(value: Any) = s"$value, bytes ${bytes(value).map(b => f"$b%02x").mkString(" ")}"

  private def send(value: Any): Either[DecodeError, Any] = Codec.decodeBare[Any](bytes(value), written)(using reader)

  private def isReused(from: Ty, to: Ty): Boolean =
    try
      Truth.byNames.convert(from, to, Vector.empty): Unit
      false
    catch
      case _: Truth.Refused   => false
      case _: Truth.NameReuse => true

  private def read(function: Any => Any): Outcome =
    val results = values().map { value =>
      truth.forget()
      val expected =
        try Right(function(value))
        catch case refused: Truth.RefusedValue => Left(refused.getMessage)
      val losses = truth.losses
      val got    = send(value)
      (expected, got) match
        case (Left(why), Left(_)) =>
          if verdict.warnings.isEmpty then fail("a value is refused without a warning", s"${describe(value)}: $why")
          if why.contains(Truth.EqualInList) then equalIsSaid(value)
          Outcome.RefusedValue -> None
        case (Left(why), Right(_)) =>
          if truth.unclear.isEmpty then fail("a value is read that cannot be", s"$why: ${describe(value)}: read $got")
          unexpected(value, got, s"must be refused, $why", mayBeSaid = true)
          open.get -> None
        case (Right(_), Left(_)) if truth.isMigratedOnly =>
          exempt(Truth.MigratedOnly)
          Outcome.RefusedValue -> None
        case (Right(now), Left(error)) =>
          if truth.unclear.isEmpty && truth.ambiguous.isEmpty then
            fail("a value is refused", s"${describe(value)}: expected $now, but ${error.getMessage}")
          open.get -> None
        case (Right(now), Right(is)) =>
          if truth.isMigratedOnly then exempt(Truth.MigratedOnly)
          if !Values.agree(now, is) then unexpected(value, got, s"expected $now", truth.unclear.nonEmpty)
          else if losses.nonEmpty && !Truth.isNone(is) then
            val least = truth.lossesOf(function, value, is)
            // What is read in spite of another name is not lost.
            said(
              if means(value, is) then least.intersect(knowing.lossesOf(known.get, value, is)) else least,
              value,
              is
            )
          (if losses.isEmpty then Outcome.Read else Outcome.Lost) -> Some(value -> is)
    }
    val pairs = results.flatMap(_._2)
    if pairs.size == results.size && truth.unclear.isEmpty && truth.ambiguous.isEmpty then elsewhere(pairs)
    val all     = results.map(_._1).distinct
    def unclear = all.find(one => one.isInstanceOf[Outcome.Unclear] || one.isInstanceOf[Outcome.Ambiguous])
    all.find(_ == Outcome.RefusedValue).orElse(unclear).orElse(all.find(_ == Outcome.Lost)).getOrElse(Outcome.Read)

  // What a programmer who knows all versions would expect is never wrong. Anything else is, unless the verdict says so.
  private def means(value: Any, is: Any): Boolean =
    try known.exists(convert => Values.agree(convert(value), is))
    catch case _: Truth.RefusedValue => false

  private def unexpected(value: Any, got: Either[DecodeError, Any], why: String, mayBeSaid: Boolean): Unit =
    got.foreach { is =>
      if truth.ambiguous.contains(Truth.AnotherContent) then exempt(Truth.AnotherContent)
      else if truth.ambiguous.nonEmpty then exempt("another value, because several are right")
      else if means(value, is) then exempt("a value read as somebody who knows all versions expects")
      else if mayBeSaid && Losses.isAny(verdict) then
        exempt(s"${Truth.Another}${truth.unclear.headOption.getOrElse("no way is known")}")
      else fail("a wrong value", s"${describe(value)}: read $is, $why; ${truth.unclear.mkString(", ")}")
    }

  // Lists with equal elements are refused, and both programs are told.
  private def equalIsSaid(value: Any): Unit =
    def isSaid(findings: Vector[Compatibility.Finding]) = findings.exists(_.problem.contains("be equal"))
    if !isSaid(verdict.warnings) then fail("equal elements are refused without a warning of them", describe(value))
    // The verdict may also say that it reads nothing: it does not know its former names.
    val back = Compatibility.of(writer, reader.schema)
    if back.oldReadsNew.isEmpty && (isFormer(a, b) || isFormer(b, a)) then
      exempt("way back: a name that the old program knows as a former one")
    else if back.oldReadsNew.isEmpty then
      fail("the old program refuses equal elements, and the verdict does not say so", s"${describe(value)}: $back")

  private def said(losses: Set[String], value: Any, is: Any): Unit =
    val silent = losses.filterNot(Losses.isSaid(verdict.warnings, _))
    if silent.nonEmpty && truth.ambiguous.isEmpty then
      fail("data are lost without a warning", s"${silent.mkString(", ")} of ${describe(value)}: read $is")
    // Another way to the same value loses nothing.
    if silent.nonEmpty then exempt("a loss, because several results are right") else saidBack(losses, value)

  private def saidBack(losses: Set[String], value: Any): Unit =
    // For the program that wrote the data, this reader may be the version before.
    val back = Compatibility.of(writer, reader.schema)
    if back.oldReadsNew.isEmpty then
      val unsaid = losses.filterNot(Losses.isSaid(back.rollback, _))
      // The migrations of the older program are not in its schema.
      if unsaid.nonEmpty && isMigrated then exempt(Truth.BackByMigration)
      else
        unsaid.foreach { path =>
          fail(
            "a rollback loses data, and the verdict does not say so",
            s"$path of ${describe(value)}\n    back: $back"
          )
        }

  // The same values in another envelope and another place of a message.
  private def elsewhere(pairs: List[(Any, Any)]): Unit =
    val place      = Place.fromOrdinal(random.nextInt(Place.values.length))
    val envelope   = Envelope.fromOrdinal(random.nextInt(Envelope.values.length))
    val (from, to) = (place.codec(writer), place.codec(reader))
    val got        = envelope.send(place.hold(pairs.map(_._1)))(using from, to)
    got.lazyZip(place.hold(pairs.map(_._2))).foreach { (result, expected) =>
      if !result.exists(Values.agree(expected, _)) then
        fail(
          if result.isLeft then s"refused in another place" else "a wrong value in another place",
          s"$place, $envelope: ${pairs.map(_._1)}: expected $expected, got $result"
        )
    }

/** What a verdict says of data that are dropped. */
private object Losses:
  def isAny(verdict: Compatibility): Boolean = verdict.warnings.nonEmpty || verdict.newReadsOld.nonEmpty

  def isSaid(findings: Vector[Compatibility.Finding], path: String): Boolean =
    findings.exists(finding => finding.path.isEmpty || covers(finding.path, path))

  // A part that is dropped is dropped with all that it contains. A path may leave out classes of one field.
  private def covers(said: String, path: String): Boolean =
    val Array(of, within*) = path.split(Truth.Within): @unchecked
    val names              = parts(said)
    val lost               = parts(of)
    val left               = lost.iterator
    (lost.last +: within).contains(names.last) || names.forall(name => left.contains(name))

  private def parts(path: String): Vector[String] =
    path.replace("[]", ".[].").split('.').filter(_.nonEmpty).toVector
