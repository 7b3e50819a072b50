package brine.codec.internal.codecs

import brine.codec.internal.columns.{Column, Columns, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.evolution.Parts
import brine.codec.internal.matching.Lineage
import brine.codec.internal.schema.{SchemaLinker, Structure, StructureBytes}
import brine.codec.{CaseNames, Codec, Schema, StructureCodecs}

/** The common part of all derived codecs, besides their generated methods.
  *
  * @param ownBytes
  *   the fewest bytes of a value, without those that external codecs write
  * @param structureText
  *   bytes of the [[brine.codec.internal.schema.Structure]], one character per byte
  * @param ownFingerprint
  *   fingerprint of that schema, computed at compile time; the codec's own fingerprint unless the schema has holes
  * @param formerText
  *   a line for each former name of an outermost record or sum: the present name, a tab, the former name
  */
abstract class Derived[A](ownBytes: Int, structureText: String, ownFingerprint: Long, formerText: String)
    extends Codec[A]:
  private var leastBytes             = -1
  private var linked: Option[Schema] = None
  private var busy                   = false
  // Also whether data of this type are known to differ from those of older types.
  @volatile private var isChecked = false
  private var isChecking          = false
  private var ownIsFinal          = false

  /** Fetches the codecs of types that this codec does not write itself. */
  protected def newExternals: Array[Codec[?]]

  // Fetched on first use, because a codec in scope may still be initializing. Two threads may fetch them at once.
  @volatile private var knownExternals: Array[Codec[?]] | Null = null

  /** The codecs of types that this codec does not write itself. Public, because generated code is in the user's
    * classes.
    */
  final def externals: Array[Codec[?]] =
    val known = knownExternals
    if known != null then known else fetchExternals()

  private def fetchExternals(): Array[Codec[?]] =
    val fetched = newExternals
    knownExternals = fetched
    fetched

  /** Builds a value from its parts, by a number of the [[brine.codec.internal.schema.Structure]]. */
  protected def make(number: Int, parts: Array[AnyRef]): Any

  /** The numbers of the external codecs whose minimum size adds to this codec's. */
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

  /** The schema.
    *
    * @throws IllegalArgumentException
    *   if there is a [[brine.codec.Migration]] from a type with the same fields
    */
  final def schema: Schema =
    val result = linked.getOrElse(link())
    if !isChecked && (result ne recursive) then checkMigrations()
    result

  private def link(): Schema =
    val result = once(recursive)(SchemaLinker.fill(own, externals.map(_.schema).toVector))
    if result ne recursive then linked = Some(result)
    result

  // Not before the schema is known, because an older type may contain this one.
  private def checkMigrations(): Unit =
    // Runs code of the user, so outside of the lock.
    val all = derivedParts.migrations.all
    Derived.synchronized {
      if !isChecked && !isChecking then
        isChecking = true
        try derivedParts.migrations.problem(all).foreach(problem => throw IllegalArgumentException(problem))
        finally isChecking = false
        isChecked = true
    }

  // A codec may be one of its own externals, through a hand-written one. One lock for all, so that no deadlock is
  // possible.
  private def once[B](ifBusy: => B)(compute: => B): B = Derived.synchronized {
    if busy then ifBusy
    else
      busy = true
      try compute
      finally busy = false
  }

  private val ownStructure         = Once(StructureBytes.decode(structureText.toCharArray.map(_.toByte)))
  private def structure: Structure = ownStructure()

  private def own: Schema = structure.schema

  private[codec] final override def derivedParts: Parts = ownParts()

  private[codec] final override def isNeverPacked: Boolean = true

  private val ownParts = Once(Parts(structure, externals, make))

  private[codec] override def formerNames: Vector[(String, String)] = ownFormerNames()

  private val ownFormerNames = Once {
    val declared = formerText.linesIterator.map(_.split('\t')).collect { case Array(now, before) => now -> before }
    val migrated = derivedParts.migrations.own.toVector.flatMap(migration =>
      derivedParts.rootName.toVector.flatMap(Lineage.ofMigration(_, migration.old))
    )
    declared.toVector ++ migrated
  }

  private[codec] override def caseNames: Vector[CaseNames] = derivedParts.caseNames.getOrElse(super.caseNames)

  private val placeholder       = Once(Schema.custom(s"recursive ${own.definitions.headOption.fold("")(_.name)}"))
  private def recursive: Schema = placeholder()

/** A derived codec of a flat type.
  *
  * @param columnText
  *   three characters per column: the ordinal of its kind, or [[Derived.TagColumn]], [[Derived.PresenceColumn]] or
  *   [[Derived.ExternalColumn]]; the index of its guard plus 1; the number of cases, or the number of the external
  *   codec that writes its values one by one
  * @param columnNames
  *   names of the columns, separated by commas
  */
abstract class DerivedFlat[A](
    ownBytes: Int,
    structureText: String,
    ownFingerprint: Long,
    formerText: String,
    columnText: String,
    columnNames: String
) extends Derived[A](ownBytes, structureText, ownFingerprint, formerText):
  // A single field, so that no thread sees an incomplete state.
  private var known: Columns | Null = DerivedFlat.NotAsked

  /** Splits a value into a row. */
  protected def gatherRow(value: A, to: Registers, row: Int, first: Int): Unit

  /** Builds the value of a row. */
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

  // Whether a type is flat must follow from its schema alone: of external codecs, only undivided values are flat.
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
    // A single Boolean that is part of nothing is the content of a class of one field.
    val isWrapped = all.length == 1 && names(0).isEmpty && columnText.charAt(0) == Schema.Kind.Boolean.ordinal
    if all.contains(null) then null else Columns(all.map(_.nn), inSequences = !isWrapped)

private object DerivedFlat:
  private[internal] val NotAsked: Columns = Columns(Array.empty)

/** What generated code asks of a derived codec, besides its methods. */
object Derived:
  /** Columns without a kind of their own: the tag of an enumeration, a presence, a value of an external codec. */
  inline val TagColumn      = 64
  inline val PresenceColumn = 65
  inline val ExternalColumn = 66

  /** The codec of a tuple of which external codecs write some elements. */
  def tuple(elements: Array[Codec[?]]): Codec[?] = new StructureCodecs.TupleCodec[NonEmptyTuple](elements)
