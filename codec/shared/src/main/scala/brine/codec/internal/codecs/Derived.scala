package brine.codec.internal.codecs

import brine.codec.internal.columns.{Column, Columns, Registers}
import brine.codec.internal.concurrent.Once
import brine.codec.internal.errors.Malformed
import brine.codec.internal.evolution.Parts
import brine.codec.internal.matching.Lineage
import brine.codec.internal.schema.{SchemaLayout, SchemaLinker, Structure, StructureBytes}
import brine.codec.{CaseNames, Codec, In, Out, Schema, StructureCodecs}

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
  // For each external codec whether a user's codec writes a part of its values; null until the schema is linked.
  @volatile private var hiding: Array[Boolean] | Null = null
  private var busy                                    = false
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
      beforeLock(leastExternals.foreach(externals(_).minSize: Unit))
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

  // --- parts in columns: elements of sequences -------------------------------------------------

  /** The columns of each part that may be the element of a sequence, as text, see [[ColumnText]]. */
  protected def partTexts: Array[String] = Array.empty

  /** The codecs of the sequences in columns. */
  protected def newSequences: Array[Codec[?]] = Array.empty

  /** Splits up to `count` values of the part with this number into rows; returns how many there were. */
  protected def gatherPart(number: Int, values: Iterator[Any], count: Int, to: Registers, row: Int, first: Int): Int =
    Malformed.noPart(number)

  /** Builds the values of rows for the part with this number, and puts them into an array from `at` on. */
  protected def buildPart(
      number: Int,
      from: Registers,
      row: Int,
      count: Int,
      first: Int,
      into: Array[AnyRef],
      at: Int
  ): Unit = Malformed.noPart(number)

  private val partCodecs = Once(partTexts.zipWithIndex.map((text, number) => Part(text, number): Codec[?]))
  private val sequences  = Once(newSequences)

  /** The codecs of elements in columns. Public, because generated code is in the user's classes. */
  final def columnParts: Array[Codec[?]] = partCodecs()

  /** The columns that a text describes; null if one of the codecs of others is not flat. */
  private[codecs] final def columnsOf(text: String): Columns | Null =
    ColumnText.columns(text, externals, sequences(), hidesValues)

  // Whether a user's codec writes a part of what an external codec writes, as the schema of this codec has it.
  private def hidesValues(external: Int): Boolean =
    schema: Unit
    val known = hiding
    known == null || known.nn(external)

  /** The codec of an element in columns. Only elements whose columns are not worth it are written alone: a single one,
    * or several of texts, bytes and other values.
    */
  private final class Part(text: String, number: Int) extends Codec[Any]:
    private val own                                     = Once(columnsOf(text))
    private[codec] override def columns: Columns | Null = own()

    private[codec] override def gather(value: Any, to: Registers, row: Int, first: Int): Unit =
      gatherPart(number, Iterator.single(value), 1, to, row, first): Unit
    private[codec] override def build(from: Registers, row: Int, first: Int): Any =
      val one = new Array[AnyRef](1)
      buildPart(number, from, row, 1, first, one, 0)
      one(0)

    private[codec] override def gatherAll(
        values: Iterator[Any],
        count: Int,
        to: Registers,
        row: Int,
        first: Int
    ): Int = gatherPart(number, values, count, to, row, first)
    private[codec] override def buildAll(
        from: Registers,
        count: Int,
        first: Int,
        into: Array[AnyRef],
        at: Int
    ): Unit = buildPart(number, from, 0, count, first, into, at)
    private[codec] override def buildList(from: Registers, count: Int): List[Any] =
      val values = new Array[AnyRef](count)
      buildPart(number, from, 0, count, 0, values, 0)
      var list: List[Any] = Nil
      var row             = count - 1
      while row >= 0 do
        list = values(row) :: list
        row -= 1
      list

    def schema: Schema = throw UnsupportedOperationException("the schema of a part is in that of the whole")
    def minSize: Int   = if own() == null then 0 else own().nn.leastAlone

    def write(out: Out, value: Any): Unit =
      val to = out.registers(own().nn, 1)
      try
        gather(value, to, 0, 0)
        own().nn.write(out, to, 1)
      finally out.giveBack(to, own().nn, 1)

    def read(in: In): Any =
      val from = in.registers(own().nn, 1)
      try
        own().nn.read(in, from, 1, -1)
        build(from, 0, 0)
      finally in.giveBack(from, own().nn, 1)

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
    beforeLock(externals.foreach(_.schema: Unit))
    val result = once(recursive):
      linked.getOrElse:
        val others = externals.map(_.schema).toVector
        hiding = others.map(other => SchemaLayout.hidesValues(other.root)).toArray
        SchemaLinker.fill(own, others)(number => Column.isOwn(externals(number)))
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

  // What may wait for another thread: for one that initializes an object with a codec in it, and needs the lock for
  // that. Each codec once, because it may be one of its own externals.
  private def beforeLock(body: => Unit): Unit =
    val entered = Derived.entered.get
    if !entered.contains(this) then
      entered.add(this): Unit
      try body
      finally
        entered.remove(this): Unit
        if entered.isEmpty then Derived.entered.remove()

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
  *   its columns, see [[ColumnText]]
  */
abstract class DerivedFlat[A](
    ownBytes: Int,
    structureText: String,
    ownFingerprint: Long,
    formerText: String,
    columnText: String
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

  // The same loops as those of Codec, in which the only call is one of generated code.

  private[codec] final override def gatherAll(
      values: Iterator[A],
      count: Int,
      to: Registers,
      row: Int,
      first: Int
  ): Int =
    var done = 0
    while done < count && values.hasNext do
      gatherRow(values.next(), to, row + done, first)
      done += 1
    done

  private[codec] final override def buildAll(
      from: Registers,
      count: Int,
      first: Int,
      into: Array[AnyRef],
      at: Int
  ): Unit =
    var row = 0
    while row < count do
      into(at + row) = buildRow(from, row, first).asInstanceOf[AnyRef]
      row += 1

  private[codec] final override def buildList(from: Registers, count: Int): List[A] =
    var list: List[A] = Nil
    var row           = count - 1
    while row >= 0 do
      list = buildRow(from, row, 0) :: list
      row -= 1
    list

  private[codec] final override def textsOf(values: Array[AnyRef], texts: Array[AnyRef]): Boolean =
    val own = columns
    own != null && own.nn.all.length == 1 && own.nn.all(0).isText && {
      val rows = new Registers
      rows.prepare(own.nn, texts.length)
      texts.indices.foreach(i => gather(values(i).asInstanceOf[A], rows, i, 0))
      own.nn.all(0).codec.nn.textsOf(rows.values(0), texts)
    }

  private[codec] final override def columns: Columns | Null =
    var found = known
    if found eq DerivedFlat.NotAsked then
      found = columnsOf(columnText)
      known = found
    found

private object DerivedFlat:
  private[internal] val NotAsked: Columns = Columns(Array.empty)

/** What generated code asks of a derived codec, besides its methods. */
object Derived:
  // The codecs that a thread is in before it takes the lock.
  private[codecs] val entered: ThreadLocal[java.util.ArrayList[AnyRef]] =
    new ThreadLocal[java.util.ArrayList[AnyRef]]:
      override protected def initialValue(): java.util.ArrayList[AnyRef] = new java.util.ArrayList[AnyRef]

  /** The codec of a tuple of which external codecs write some elements. */
  def tuple(elements: Array[Codec[?]]): Codec[?] = new StructureCodecs.TupleCodec[NonEmptyTuple](elements)
