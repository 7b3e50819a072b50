package brine.codec.derive

import brine.codec.Schema.Kind

/** Computes where the bits of a record's header are placed, and how few bytes a shape may take.
  *
  * Items are packed into groups of 32 bits, low bit first. An item that does not fit into the rest of a group starts
  * the next group. A group takes as many bytes as its bits need.
  */
private[derive] trait Layout extends Shapes:

  /** A sum with more cases than this has its tag before the case instead of in a header. */
  final val TagLimit = 64

  /** The widths of the items that a field of this shape moves into the header of its record. */
  def items(shape: Shape): List[Int] = shape match
    case Primitive(_, Kind.Boolean) => List(1)
    case Optional(_, of)            => 1 :: items(of)
    case _: Alternative             => List(1)
    case Wrapper(_, of, _, _)       => items(of)
    case Named(_, index)            =>
      definition(index) match
        case sum: SumShape if sum.cases.sizeIs <= TagLimit && tagBits(sum) > 0 => List(tagBits(sum))
        case _                                                                 => Nil
    case _ => Nil

  /** Number of bits of a sum's tag; 0 if the sum has one case. */
  def tagBits(sum: SumShape): Int = 32 - Integer.numberOfLeadingZeros(sum.cases.size - 1)

  /** A position in a header: the group, the lowest bit within it, the number of bits. */
  final case class Place(group: Int, shift: Int, bits: Int):
    def mask: Int = (1 << bits) - 1

  /** The header of a record: a place for each item of each field, and the used bits of each group. */
  final case class Header(places: List[List[Place]], used: List[Int]):
    def bytes(group: Int): Int = (used(group) + 7) / 8

  /** Packs the items of all fields, after `prefix` bits that are taken by the tag of a case. */
  def headerOf(fields: List[Shape], prefix: Int): Header =
    var used   = if prefix > 0 then List(prefix) else Nil
    val places = fields.map(items(_).map { bits =>
      if used.isEmpty || used.head + bits > 32 then used = 0 :: used
      val place = Place(used.size - 1, used.head, bits)
      used = (used.head + bits) :: used.tail
      place
    })
    Header(places, used.reverse)

  /** The fewest bytes of a shape in value position: a number, and the external codecs whose minimum must be added. */
  final case class Least(bytes: Int, of: List[Shape]):
    def +(that: Least): Least = Least(bytes + that.bytes, of ::: that.of)

  def least(shape: Shape): Least = least(shape, Set.empty)

  private def least(shape: Shape, within: Set[Int]): Least = shape match
    case Primitive(_, kind)               => Least(kindSize(kind)._1, Nil)
    case Tuples(_, parts)                 => parts.map(least(_, within)).foldLeft(Least(0, Nil))(_ + _)
    case Boxed(of)                        => least(of, within)
    case w: Wrapper                       => least(w.of, within)
    case Repeated(of)                     => least(of, within)
    case external: External               => sizeOf(external).fold(Least(0, List(external)))(Least(_, Nil))
    case Named(_, index) if within(index) => Least(0, Nil)
    case Named(_, index)                  =>
      definition(index) match
        case record: RecordShape => leastOfRecord(record, 0, within + index)
        case sum: SumShape       => leastOfSum(sum, within + index)
    case _ => Least(1, Nil)

  // The minimum over all cases; ignores codecs unknown here that would add to only some of the cases.
  private def leastOfSum(sum: SumShape, within: Set[Int]): Least =
    val inHeader = sum.cases.sizeIs <= TagLimit
    val tag      = if inHeader then tagBits(sum) else 0
    val cases    = sum.cases.map {
      case CaseShape(_, _, _, Some(record)) => leastOfRecord(this.record(record), tag, within)
      case _                                => Least((tag + 7) / 8, Nil)
    }
    cases match
      case List(only) => only
      case several    => Least(several.map(_.bytes).min + (if inHeader then 0 else 1), Nil)

  // The size is known here for the library's own codecs, except those of collections and long tuples.
  private def sizeOf(external: External): Option[Int] =
    if external.builtIn then Layout.sizes.get(external.tpe.typeSymbol.fullName) else None

  private def leastOfRecord(record: RecordShape, prefix: Int, within: Set[Int]): Least =
    val shapes = record.fields.map(_.shape)
    val header = headerOf(shapes, prefix)
    shapes.map(leastOfBody(_, within)).foldLeft(Least(header.used.indices.map(header.bytes).sum, Nil))(_ + _)

  // The part of a field outside the header.
  private def leastOfBody(shape: Shape, within: Set[Int]): Least = shape match
    case w: Wrapper                     => leastOfBody(w.of, within)
    case _: Alternative                 => Least(0, Nil)
    case other if items(other).nonEmpty => Least(0, Nil)
    case other                          => least(other, within)

  /** The fewest and the most bytes of a primitive; -1 if there is no small bound. */
  def kindSize(kind: Kind): (Int, Int) = kind match
    case Kind.Unit                => (0, 0)
    case Kind.Boolean | Kind.Byte => (1, 1)
    case Kind.Short | Kind.Char   => (1, 3)
    case Kind.Int                 => (1, 5)
    case Kind.Long                => (1, 9)
    case Kind.Float               => (4, 4)
    case Kind.Double              => (8, 8)
    case Kind.UUID                => (16, 16)
    case Kind.BigDecimal          => (2, -1)
    case _                        => (1, -1)

  /** Whether values of a named type may contain values of the same type, or of a user's codec whose content is unknown.
    * If so, their depth must be counted.
    */
  def isRecursive(index: Int): Boolean =
    def hidden(of: Int): Boolean = definition(of) match
      case record: RecordShape => record.fields.exists(f => hides(f.shape))
      case sum: SumShape       => sum.cases.exists(_.record.exists(hidden))
    hidden(index) || isInCycle(index)

  /** Whether values of a shape, outside of named types, may be those of a user's codec. */
  def hides(shape: Shape): Boolean = shape match
    case External(_, _, builtIn)     => !builtIn
    case Optional(_, of)             => hides(of)
    case Alternative(_, left, right) => hides(left) || hides(right)
    case Tuples(_, elements)         => elements.exists(hides)
    case Sequence(_, _, of, _)       => hides(of)
    case Mapping(_, key, value, _)   => hides(key) || hides(value)
    case Boxed(of)                   => hides(of)
    case Identity(_, of)             => hides(of)
    case Repeated(of)                => hides(of)
    case w: Wrapper                  => hides(w.of)
    case _                           => false

  /** Whether values of a named type may contain values of the same type. */
  def isInCycle(index: Int): Boolean =
    def parts(shape: Shape): List[Int] = shape match
      case Named(_, inner)             => List(inner)
      case Optional(_, of)             => parts(of)
      case Alternative(_, left, right) => parts(left) ++ parts(right)
      case Tuples(_, elements)         => elements.flatMap(parts)
      case Sequence(_, _, of, _)       => parts(of)
      case Mapping(_, key, value, _)   => parts(key) ++ parts(value)
      case Boxed(of)                   => parts(of)
      case Identity(_, of)             => parts(of)
      case Repeated(of)                => parts(of)
      case w: Wrapper                  => parts(w.of)
      case _                           => Nil
    def next(of: Int): List[Int] = definition(of) match
      case record: RecordShape => record.fields.flatMap(f => parts(f.shape))
      case sum: SumShape       => sum.cases.flatMap(_.record)
    def search(open: List[Int], seen: Set[Int]): Boolean = open match
      case Nil                        => false
      case head :: _ if head == index => true
      case head :: rest => if seen(head) then search(rest, seen) else search(next(head) ::: rest, seen + head)
    search(next(index), Set.empty)

private[derive] object Layout:
  /** The fewest bytes of values that the library's codecs write instead of generated code. */
  private val sizes: Map[String, Int] =
    val times = Map(
      "LocalDateTime"  -> 2,
      "OffsetTime"     -> 2,
      "OffsetDateTime" -> 3,
      "ZonedDateTime"  -> 4,
      "Period"         -> 3
    )
    val ones =
      List(
        "Duration",
        "LocalDate",
        "LocalTime",
        "ZoneOffset",
        "ZoneId",
        "Year",
        "YearMonth",
        "MonthDay",
        "Month",
        "DayOfWeek"
      )
    (times ++ ones.map(_ -> 1)).map((name, size) => s"java.time.$name" -> size) ++ Map(
      "java.net.URI"                             -> 1,
      "java.math.BigInteger"                     -> 1,
      "java.math.BigDecimal"                     -> 2,
      "scala.concurrent.duration.FiniteDuration" -> 2,
      "scala.concurrent.duration.Duration"       -> 1
    )
