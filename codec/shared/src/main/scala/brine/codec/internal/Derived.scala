package brine.codec.internal

import brine.codec.{Codec, DecodeError, EncodeError, In, Schema}

/** What every derived codec has besides its generated methods.
  *
  * @param ownBytes
  *   the fewest bytes of a value, but for what external codecs write
  * @param schemaParts
  *   the canonical bytes of the schema, one character a byte, with holes for the schemas of external codecs
  * @param ownFingerprint
  *   the fingerprint of that schema, computed while compiling; the codec's own unless there are holes
  */
abstract class Derived[A](ownBytes: Int, schemaParts: String, ownFingerprint: Long) extends Codec[A]:
  private var leastBytes             = -1
  private var linked: Option[Schema] = None
  private var busy                   = false

  /** The codecs of types this one does not write itself. */
  protected def externals: Array[Codec[?]]

  /** The numbers of the external codecs whose least size adds to this one's. */
  protected def leastExternals: Array[Int]

  final def minSize: Int =
    if leastBytes < 0 then
      val result = once(-1)(leastExternals.foldLeft(ownBytes)((sum, number) => sum + externals(number).minSize))
      if result < 0 then return 0
      leastBytes = result
    leastBytes

  final override def fingerprint: Long = if externals.isEmpty then ownFingerprint else schema.fingerprint

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

  private lazy val own: Schema = SchemaBytes.decode(schemaParts.toCharArray.map(_.toByte)) match
    case Right(schema) => schema
    case Left(error)   => throw AssertionError(s"a derived schema does not read back: ${error.getMessage}")

  private lazy val recursive: Schema = Schema.custom(s"recursive ${own.definitions.headOption.fold("")(_.name)}")

/** What generated code calls when something is wrong, kept out of its methods to keep them small. */
object Derived:
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
