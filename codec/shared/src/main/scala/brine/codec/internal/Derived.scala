package brine.codec.internal

import brine.codec.internal.evolution.Parts
import brine.codec.{Codec, DecodeError, EncodeError, In, Schema, StructureCodecs}

/** What every derived codec has besides its generated methods.
  *
  * @param ownBytes
  *   the fewest bytes of a value, but for what external codecs write
  * @param structureText
  *   the bytes of the [[Structure]], one character a byte
  * @param ownFingerprint
  *   the fingerprint of that schema, computed while compiling; the codec's own unless there are holes
  */
abstract class Derived[A](ownBytes: Int, structureText: String, ownFingerprint: Long) extends Codec[A]:
  private var leastBytes             = -1
  private var linked: Option[Schema] = None
  private var busy                   = false
  private var ownIsFinal             = false

  /** Fetches the codecs of types this one does not write itself. */
  protected def newExternals: Array[Codec[?]]

  // Fetched on first use, because a codec in scope may be one that is being initialised at that moment. Two threads may do so at once.
  @volatile private var knownExternals: Array[Codec[?]] | Null = null

  /** The codecs of types this one does not write itself. Public, because generated code is in the classes of users. */
  final def externals: Array[Codec[?]] =
    val known = knownExternals
    if known != null then known else fetchExternals()

  private def fetchExternals(): Array[Codec[?]] =
    val fetched = newExternals
    knownExternals = fetched
    fetched

  /** Makes a value of its parts, by a number of the [[Structure]]. */
  protected def make(number: Int, parts: Array[AnyRef]): Any

  /** The numbers of the external codecs whose least size adds to this one's. */
  protected def leastExternals: Array[Int]

  final def minSize: Int =
    if leastBytes < 0 then
      val result = once(-1)(leastExternals.foldLeft(ownBytes)((sum, number) => sum + externals(number).minSize))
      if result < 0 then return 0
      leastBytes = result
    leastBytes

  final override def fingerprint: Long =
    if ownIsFinal then ownFingerprint
    else
      val result = schema.fingerprint
      if result == ownFingerprint then ownIsFinal = true
      result

  private[codec] override def columns: Columns | Null = null

  final def schema: Schema = linked.getOrElse {
    val result = once(recursive)(SchemaLinker.fill(own, externals.map(_.schema).toVector))
    if result ne recursive then linked = Some(result)
    result
  }

  // A codec may be among its own externals, by way of a hand-written one. One lock for all, so that two cannot wait for each other.
  private def once[B](ifBusy: => B)(compute: => B): B = Derived.synchronized {
    if busy then ifBusy
    else
      busy = true
      try compute
      finally busy = false
  }

  private lazy val structure: Structure = StructureBytes.decode(structureText.toCharArray.map(_.toByte))

  private def own: Schema = structure.schema

  /** What data of other schemas become. */
  private[codec] lazy val parts: Parts = Parts(structure, externals, make)

  private lazy val recursive: Schema = Schema.custom(s"recursive ${own.definitions.headOption.fold("")(_.name)}")

/** A derived codec of a flat type.
  *
  * @param columnText
  *   three characters a column: the ordinal of its kind, or one of [[Derived.TagColumn]], [[Derived.PresenceColumn]] and
  *   [[Derived.ExternalColumn]]; the number of its guard and 1; the number of cases, or among the externals of the codec that writes
  *   its values one by one
  * @param columnNames
  *   their names, separated by commas
  */
abstract class DerivedFlat[A](
    ownBytes: Int,
    structureText: String,
    ownFingerprint: Long,
    columnText: String,
    columnNames: String
) extends Derived[A](ownBytes, structureText, ownFingerprint):
  // One field, so that no thread can see that they are known without what they are.
  private var known: Columns | Null = DerivedFlat.NotAsked

  /** Takes a value apart into a row. */
  protected def gatherRow(value: A, to: Registers, row: Int, first: Int): Unit

  /** The value of a row. */
  protected def buildRow(from: Registers, row: Int, first: Int): A

  private[codec] final override def gather(value: A, to: Registers, row: Int, first: Int): Unit =
    gatherRow(value, to, row, first)

  private[codec] final override def build(from: Registers, row: Int, first: Int): A = buildRow(from, row, first)

  private[codec] final override def columns: Columns | Null =
    var found = known
    if found eq DerivedFlat.NotAsked then
      found = parse()
      known = found
    found

  // Whether a type is flat must follow from its schema alone: of what external codecs write only that which is not taken apart is.
  private def parse(): Columns | Null =
    val names = columnNames.split(",", -1)
    val all   = names.indices.toArray.map { i =>
      val code   = columnText.charAt(3 * i).toInt
      val guard  = columnText.charAt(3 * i + 1) - 1
      val detail = columnText.charAt(3 * i + 2).toInt
      code match
        case Derived.TagColumn =>
          Column(Column.Kind.Bits, names(i), guard, 32 - Integer.numberOfLeadingZeros(detail - 1), detail, null)
        case Derived.PresenceColumn => Column(Column.Kind.Bits, names(i), guard, 1, 2, null)
        case Derived.ExternalColumn =>
          val columns = Columns.of(externals(detail))
          if columns == null || columns.all(0).kind != Column.Kind.Values then null
          else Column(Column.Kind.Values, names(i), guard, 0, 0, externals(detail))
        case ordinal =>
          val kind  = Schema.Kind.fromOrdinal(ordinal)
          val codec = if ordinal <= Schema.Kind.Double.ordinal then null else externals(detail)
          Column.of(kind, names(i), guard, codec)
    }
    if all.contains(null) then null else Columns(all.map(_.nn))

private object DerivedFlat:
  private[internal] val NotAsked: Columns = Columns(Array.empty)

/** What generated code calls when something is wrong, kept out of its methods to keep them small. */
object Derived:
  /** The tag of an enumeration, a presence, what an external codec writes: columns that have no kind of their own. */
  inline val TagColumn      = 64
  inline val PresenceColumn = 65
  inline val ExternalColumn = 66

  /** The codec of a tuple, some of whose elements external codecs write. */
  def tuple(elements: Array[Codec[?]]): Codec[?] = new StructureCodecs.TupleCodec[NonEmptyTuple](elements)

  /** The error with the name of the field it came from; `names` are all of the record's, `at` counts from 1. */
  def inField(error: DecodeError, names: String, at: Int): DecodeError =
    if at == 0 then error else error.inField(names.split(',')(at - 1))

  /** The error with the index of the element it came from. */
  def inElement(error: DecodeError, index: Int): DecodeError = error.inElement(index)

  /** The last byte read is a header's, and has bits set that are not used. */
  def badPadding(in: In): Nothing = in.failAt(in.position - 1, "bits of a header that are not used must be zero")

  /** The last byte read was to choose between two. */
  def badChoice(in: In, what: String): Nothing = in.failAt(in.position - 1, s"the byte before $what must be 0 or 1")

  /** The last byte read has a tag, which no case has. */
  def unknownTag(in: In, tag: Int, sum: String, cases: Int): Nothing =
    in.failAt(in.position - 1, s"tag ${Integer.toUnsignedString(tag)} of $sum, which has $cases cases")

  /** A tag in the header of the record around has no case; its bytes lie somewhere before. */
  def unknownTagOfField(in: In, tag: Int, sum: String, cases: Int): Nothing =
    in.fail(s"tag ${Integer.toUnsignedString(tag)} of $sum, which has $cases cases")

  /** An absent value has bits set in the header, whose bytes lie somewhere before. */
  def badAbsent(in: In): Nothing = in.fail("the header bits of an absent value must be zero")

  def unknownCase(value: Any, sum: String): Nothing =
    if value == null then throw NullPointerException(s"a null where a $sum was expected")
    else throw EncodeError(s"a ${value.getClass.getName} is none of the cases of $sum", "")
