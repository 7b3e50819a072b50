package brine.codec.internal.columns

import brine.codec.{dict, Codec, CodecChecks, In, Limits, MessageOptions, Out, Schemas, Shared}

import java.time.Instant
import scala.collection.immutable.{ArraySeq, BitSet, Queue, TreeMap}
import scala.util.Random

object NestedColumnsSuite:
  final case class Id(value: Long) derives Codec
  final case class Item(sku: String, count: Int) derives Codec
  final case class Point(x: Int, y: Int) derives Codec
  final case class Order(
      id: Id,
      items: List[Item],
      notes: Vector[String],
      counts: List[Int],
      ids: List[Id],
      flags: Queue[Boolean],
      tags: Set[String],
      prices: Map[String, Double],
      bits: BitSet,
      table: List[List[Int]],
      paid: Boolean
  ) derives Codec

  final case class Line(product: Int, count: Int, cents: Long, flags: List[Boolean]) derives Codec
  final case class Invoice(
      id: Id,
      lines: List[Line],
      counts: Vector[Int],
      marks: Queue[Boolean],
      rates: List[Double],
      by: Either[Int, Long],
      table: List[List[Int]],
      move: Move,
      paid: Boolean
  ) derives Codec

  enum Move derives Codec:
    case Opened(account: Long, limit: Int)
    case Moved(from: Int, to: Int, by: Option[Long])
    case Closed
    case Split(parts: List[Int], next: Option[Move2])
  enum Move2 derives Codec:
    case At(place: Int)
    case On(day: Long, hours: Option[Boolean])

  def move(i: Int): Move = i % 5 match
    case 0 => Move.Opened(i, i * 7)
    case 1 => Move.Moved(i, -i, Option.when(i % 3 == 0)(i))
    case 2 => Move.Closed
    case _ => Move.Split(List.range(0, i % 6), Option.when(i % 3 > 0)(mark(i)))

  def mark(i: Int): Move2 = if i % 4 == 0 then Move2.At(i) else Move2.On(i, Option.when(i % 7 > 2)(i % 2 == 0))

  def invoice(i: Int): Invoice = Invoice(
    Id(i),
    List.tabulate(if i % 11 == 0 then 62 + i % 5 else i % 7)(k => Line(k, k * i, i, List.fill(k % 3)(i % 2 == 0))),
    Vector.tabulate(if i % 6 == 0 then 8 + i % 30 else i % 8)(_ * 3),
    Queue.tabulate(if i % 13 == 0 then 62 + i % 4 else i % 20)(_ % 3 == 0),
    List.tabulate(i % 3)(_ / 4.0),
    if i % 3 == 0 then Left(i) else Right(i * 1000L),
    List.tabulate(i % 3)(k => List.tabulate(k * i % 12)(_ + i)),
    move(i),
    i % 2 == 0
  )

  enum Event derives Codec:
    case Opened(name: String, at: Instant)
    case Moved(x: Int, y: Int, by: Option[Int])
    case Closed
    case Filled(items: Vector[Item])
    case Nothing()

  // Nothing inside derives a codec: all parts are in the codec of the root.
  final case class Leaf(a: Int, b: String)
  sealed trait Node
  final case class Few(leaves: List[Leaf])                                          extends Node
  final case class Many(groups: Array[Vector[Leaf]], side: Either[Int, List[Leaf]]) extends Node
  case object None0                                                                 extends Node
  final case class Forest(name: String, nodes: Seq[Node], names: IndexedSeq[Leaf]) derives Codec
  final case class Forests(all: Vector[Forest], number: Int) derives Codec

  final case class Box[A](all: List[A], one: A, number: Int, more: Int) derives Codec
  final case class Empty(all: List[Double], number: Int) derives Codec
  final case class Tree(value: Int, below: List[Tree]) derives Codec
  final case class Planted(tree: Tree, number: Int) derives Codec
  final case class Kept(shared: List[Shared[Item]], number: Int) derives Codec
  final case class Marked(@dict item: Item, number: Int) derives Codec

  /** A number that only its own codec knows to be one. */
  final case class Hidden(value: Int)
  given Codec[Hidden] = Codec[Int].imap(Hidden(_))(_.value)
  final case class Hiding(hidden: Hidden, all: List[Hidden], number: Int, more: Int) derives Codec

  def order(i: Int): Order = Order(
    Id(i),
    List.tabulate(if i % 11 == 0 then 62 + i % 5 else i % 7)(k => Item(s"sku $k", k * i)),
    Vector.tabulate(i % 3)(k => s"note $k"),
    List.tabulate(if i % 6 == 0 then 8 + i % 30 else i % 8)(_ * 3),
    List.tabulate(if i % 13 == 0 then 62 + i % 4 else i % 20)(k => Id(k)),
    Queue.tabulate(i % 10)(_ % 3 == 0),
    Set.tabulate(i % 4)(k => s"tag $k"),
    Map.from((0 until i % 3).map(k => s"$k" -> k / 4.0)),
    BitSet.fromSpecific(0 until i % 5),
    List.tabulate(i % 3)(k => List.tabulate(k * i % 12)(_ + i)),
    i % 2 == 0
  )

  def event(i: Int): Event = i % 5 match
    case 0 => Event.Opened(s"name ${i % 7}", Instant.ofEpochSecond(1700000000L + i))
    case 1 => Event.Moved(i, -i, Option.when(i % 3 == 0)(i))
    case 2 => Event.Closed
    case 3 => Event.Filled(Vector.tabulate(i % 4)(k => Item("x", k)))
    case _ => Event.Nothing()

  object Versions:
    object Old:
      final case class Part(name: String, size: Int, gone: List[String]) derives Codec
      enum Kind derives Codec:
        case Plain
        case Sized(size: Int)
        case Named(name: String, parts: List[Part])
      final case class Entry(number: Int, kind: Kind, parts: Vector[Part], dropped: List[Boolean]) derives Codec
      private def part(k: Int) = Part(s"p$k", k, List.fill(k % 3)("gone"))
      private def kind(i: Int) = i % 3 match
        case 0 => Kind.Plain
        case 1 => Kind.Sized(i)
        case _ => Kind.Named(s"$i", List.tabulate(i % 4)(part))
      def entry(i: Int) =
        Entry(i, kind(i), Vector.tabulate(if i % 10 == 0 then 70 else i % 5)(part), List.fill(i % 9)(true))

    object Now:
      final case class Part(size: Long, name: String, added: Option[Int]) derives Codec
      enum Kind derives Codec:
        case Other(a: Boolean)
        case Named(parts: Vector[Part], name: String)
        case Sized(size: Long)
        case Plain
      final case class Entry(parts: List[Part], kind: Kind, number: Long) derives Codec
      private def part(k: Int) = Part(k, s"p$k", None)
      private def kind(i: Int) = i % 3 match
        case 0 => Kind.Plain
        case 1 => Kind.Sized(i)
        case _ => Kind.Named(Vector.tabulate(i % 4)(part), s"$i")
      def entry(i: Int) = Entry(List.tabulate(if i % 10 == 0 then 70 else i % 5)(part), kind(i), i)

/** Sequences, sums and `Either` in columns. */
class NestedColumnsSuite extends munit.FunSuite, CodecChecks:
  import NestedColumnsSuite.*

  private def isColumns[A](value: A)(using Codec[A]): Boolean = (written(value)(0) & 1) == 1

  /** The columns of elements which a writer might write one by one; readers take both. */
  private def inColumns[A](all: Iterable[A], out: Out = Out())(using codec: Codec[A]): Array[Byte] =
    assert(ColumnSequences.writeRows(out, all.iterator, all.size, codec, codec.columns.nn, isOptional = false))
    out.toArray

  private def returnsInColumns[A](all: Seq[A])(using Codec[A]): Unit =
    assertEquals(decoded[Vector[A]](inColumns(all)).map(_.toList), Right(all.toList))
    assertEquals(decoded[List[A]](inColumns(all)), Right(all.toList))

  test("sequences of every kind come back, short and long ones, at the edges of chunks too"):
    for size <- List(16, 95, 96, 300, 1023, 1024, 1025, 1119, 1120, 2100) do
      val all = List.tabulate(size)(invoice)
      // 32 times as many as there are columns, because there are sums.
      assertEquals(isColumns(all), size >= 1120, size)
      assertEquals(decoded[List[Invoice]](written(all)), Right(all))
      returnsInColumns(all)
      val others = List.tabulate(size)(order)
      assert(!isColumns(others))
      returns(others)
      returnsInColumns(others)
      val lines = List.tabulate(size)(i => Line(i, i % 9, i * 3, List.fill(i % 5)(i % 2 == 0)))
      assertEquals(isColumns(lines), size >= 96)
      returns(lines)
    val map = TreeMap.from((0 until 1200).map(i => i -> invoice(i)))
    assert(isColumns(map))
    returns(map)
    returns(TreeMap.from((0 until 40).map(i => i -> order(i))))

  test("sums come back, case by case"):
    for size <- List(16, 17, 479, 480, 1030, 2500) do
      val all = Vector.tabulate(size)(event)
      assert(!isColumns(all))
      assertEquals(decoded[Vector[Event]](written(all)), Right(all))
      returnsInColumns(all)
      val moves = Vector.tabulate(size)(move)
      // Nearly all columns are those of cases.
      assert(!isColumns(moves))
      returns(moves)
      returnsInColumns(moves)
    for size <- List(223, 224, 1030, 2500) do
      val marks = List.tabulate(size)(i => (i, i % 2 == 0, mark(i)))
      assertEquals(isColumns(marks), size >= 224, size)
      returns(marks)
      val some = List.tabulate(size)(i => (i, Option.when(i % 3 > 0)(mark(i)), i * 3, Option(i % 5)))
      assertEquals(isColumns(some), size >= 320, size)
      returns(some)
    returnsInColumns(List.tabulate(20)(i => Option.when(i % 3 > 0)(event(i))))
    returnsInColumns(List.fill(20)(Event.Closed: Event))
    returnsInColumns(List.tabulate(40)(i => if i % 3 == 0 then Left(event(i)) else Right((i, List.fill(i % 3)(i)))))
    returns(List.fill(500)(Move.Closed: Move))
    returns(List.tabulate(700)(i => if i % 3 == 0 then Left(move(i)) else Right((i, List.fill(i % 3)(i)))))

  test("all parts of a type may be known to one codec only"):
    def node(i: Int): Node = i % 3 match
      case 0 => Few(List.tabulate(if i == 0 then 64 else i % 20)(k => Leaf(k, s"$k")))
      case 1 => Many(Array.tabulate(i % 4)(k => Vector.tabulate(k)(Leaf(_, "a"))), Left(i))
      case _ => None0
    def text(forests: Vector[Forest]): Vector[Any] = forests.map(forest =>
      (forest.name, forest.names) -> forest.nodes.map {
        case Many(groups, side) => (groups.toList, side)
        case other              => other
      }
    )
    val all = Vector.tabulate(40): i =>
      val nodes = List.tabulate(i)(node)
      val names = Vector.tabulate(i % 20)(Leaf(_, "n"))
      Forest(s"$i", if i % 2 == 0 then nodes else nodes.toVector, if i % 2 == 0 then names else ArraySeq.from(names))
    val bytes = written(Forests(all, 1))
    assertEquals(decoded[Forests](bytes).map(f => text(f.all)), Right(text(all)))
    assertEquals(hex(written(all)) + " 02", hex(bytes))
    assertEquals(decoded[Vector[Forest]](inColumns(all)).map(text), Right(text(all)))
    assert(decoded[Forests](bytes.dropRight(2)).isLeft)

  test("an empty list takes no more than a bit"):
    val plain = List.tabulate(1000)(i => (List.empty[Double], i))
    val empty = List.tabulate(1000)(i => Empty(Nil, i))
    assertEquals(hex(written(plain)), hex(written(empty)))
    assert(written(empty).length < 20, written(empty).length)
    returns(empty)

  test("generic types have the columns that their arguments allow"):
    def boxes[A](element: Int => A, areFlat: Boolean)(using Codec[A]): Unit =
      val all = List.tabulate(20)(i => Box(List.fill(if i == 0 then 70 else i % 18)(element(i)), element(i), i, i))
      // The codec of an argument writes its values, so that they may be texts.
      assert(!isColumns(all))
      returns(all)
      assertEquals(Codec[Box[A]].columns != null, areFlat)
      if areFlat then returnsInColumns(all)
      returns(all.map(box => (box.all, box.number)))
    boxes(i => i, areFlat = true)
    boxes(i => s"$i", areFlat = true)
    boxes(i => i % 2 == 0, areFlat = true)
    boxes(i => Id(i), areFlat = true)
    boxes(i => Hidden(i), areFlat = true)
    // The schema does not say that another codec writes a sequence, so it is a column.
    boxes(i => List(i), areFlat = true)
    boxes(i => Item("x", i), areFlat = false)
    returnsInColumns(List.tabulate(20)(i => Hiding(Hidden(i), List.fill(4 * i)(Hidden(i)), i, i)))
    assert(!isColumns(List.fill(20)(Hiding(Hidden(1), Nil, 1, 1))))

  test("nested elements with texts, with numbers in few columns, or fewer than their columns, stay one by one"):
    assert(!isColumns(List.fill(20)(List.empty[String])))
    assert(!isColumns(List.fill(2000)((List("a"), "b", 1))))
    assert(!isColumns(List.fill(20)((List(0.5), 1.5))))
    assert(!isColumns(List.fill(20)((List("a"), true, 1))))
    assert(!isColumns(List.fill(20)((List(1), true, Map(1 -> 2)))))
    assert(isColumns(List.fill(96)((List(1), true, 1))))
    assert(!isColumns(List.fill(95)((List(1), true, 1))))
    assert(isColumns(List.fill(96)((List(0.5), 1))))
    assert(!isColumns(List.fill(20)(Left("a"): Either[String, String])))
    assert(!isColumns(TreeMap.from((0 until 20).map(i => s"$i" -> List(s"$i")))))
    assert(!isColumns(TreeMap.from((0 until 20).map(i => s"$i" -> List(i)))))
    assert(isColumns(TreeMap.from((0 until 96).map(i => i -> List(i)))))
    // As many as there are columns.
    val one = List.range(1, 13)
    val six = (one, one, one, one, one, one)
    val few = List.tabulate(110)(i => (six, six, six, six, six, six, six, six, six, i))
    for size <- List(108, 109, 110) do
      assertEquals(isColumns(few.take(size)), size >= 109)
      returns(few.take(size))
    // Of single values, no more than 64.
    type Eight = (Int, Int, Int, Int, Int, Int, Int, Int)
    val eight: Eight = (1, 2, 3, 4, 5, 6, 7, 8)
    val many         = (eight, eight, eight, eight, eight, eight, eight, eight)
    assert(isColumns(List.fill(20)(many)))
    assert(!isColumns(List.fill(2000)((many, 1))))
    returnsInColumns(List.fill(20)((many, 1)))
    // Columns are read all the same, whoever wrote them.
    assertEquals(decoded[List[List[String]]](bytes("21 00 02 " + "c1 61 " * 16)), Right(List.fill(16)(List("a"))))

  test("what contains itself, is shared or is marked stays one by one"):
    def tree(i: Int): Tree = Tree(i, if i == 0 then Nil else List.fill(2)(tree(i - 1)))
    assert(!isColumns(List.fill(20)(tree(1))))
    assert(!isColumns(List.fill(20)(Planted(tree(1), 1))))
    returns(List.tabulate(20)(i => Planted(tree(i % 4), i)))
    val one = Shared(Item("a", 1))
    assert(!isColumns(List.fill(20)(Kept(List(one), 1))))
    assert(!isColumns(List.fill(20)(Marked(Item("a", 1), 1))))
    assert(isColumns(List.fill(20)((Map("a" -> tree(2)), 1))))
    returns(List.fill(20)((Map("a" -> tree(2)), 1)))

  test("a dictionary follows the order of the columns"):
    val all     = List.tabulate(200)(order)
    val options = MessageOptions.withDictionary
    val bytes   = Codec.encodeBare(all, options)
    assertEquals(Codec.decodeBare[List[Order]](bytes, options), Right(all))
    assert(bytes.length < written(all).length)
    val out = Out()
    out.useDictionary()
    val in = In(inColumns(all, out))
    in.useDictionary()
    assertEquals(Codec[List[Order]].read(in), all)
    in.expectEnd()

  test("columns take at most a byte more for each column and chunk, and for each long sequence, than one by one"):
    type Row = (Boolean, List[Int], Either[String, Double], Vector[(Short, Option[Boolean])], Map[Int, String])
    val random              = new Random(5)
    def number              = random.nextInt() >>> random.nextInt(32)
    def size(most: Int)     = if random.nextInt(6) == 0 then random.nextInt(40) else random.nextInt(most)
    def row(most: Int): Row = (
      random.nextBoolean(),
      List.fill(size(most))(number),
      if random.nextBoolean() then Left(random.nextString(random.nextInt(3))) else Right(random.nextInt(999) / 8.0),
      Vector.fill(size(most))((number.toShort, Option.when(random.nextBoolean())(random.nextBoolean()))),
      Map.from(List.fill(random.nextInt(2))(number -> "v"))
    )
    for round <- 1 to 40 do
      val size   = 16 + (if round % 10 == 0 then random.nextInt(1500) else random.nextInt(60))
      val all    = List.fill(size)(row(1 + round % 9))
      val bytes  = inColumns(all)
      val alone  = all.map(written(_).length).sum
      val inner  = all.map(row => row._4.size).sum
      val chunks = (size + Columns.Rows - 1) / Columns.Rows
      val long   = all.count(_._2.size >= 8) + all.count(_._4.size >= 16)
      assertEquals(decoded[List[Row]](bytes), Right(all))
      val most = alone + 7 * chunks + 4 * (chunks + inner / Columns.Rows + 1) + long + 2
      assert(bytes.length <= most, s"$size: ${bytes.length}, one by one $alone")

  test("sizes that cannot be are refused"):
    val lists = List.tabulate(96)(i => List(i))
    pinned(lists, "c1 01 00 02 80 00 02")
    refused[List[List[Int]]]("21 00 12", "a nested sequence of the size 9; here it is at most 8", 1)
    refused[List[List[Int]]]("21 00 01", "a nested sequence of the size -1", 1)
    val most =
      decoded[List[List[Int]]](bytes("21 00 0e 00"), Limits.defaults.copy(emptyElements = 100)).left.toOption.get
    assertEquals((most.problem, most.offset), ("112 elements of a bit each, but only 1 bytes follow", 1))
    // One that follows by itself is long.
    refused[List[List[Int]]]("21 00 10 06 02 02 02", "a sequence of 3 elements that is not joined", 3)
    refused[List[List[String]]]("21 00 80 01 02 c0", "a sequence of 1 elements that is not joined", 4)
    refused[List[List[Point]]]("21 00 80 01 80 01", "that is not in columns itself", 4)

  test("an error in a case names its element"):
    type Deep = Either[Int, (Int, Option[Either[Boolean, String]])]
    val all = List.tabulate(20): i =>
      val deep: Deep = i % 3 match
        case 0 => Left(i)
        case 1 => Right((i, Some(Right("x"))))
        case _ => Right((i, if i % 2 == 0 then None else Some(Left(true))))
      (i, deep)
    // The last text is the last byte, and belongs to the last element.
    val error = decoded[List[(Int, Deep)]](inColumns(all).dropRight(1)).left.toOption.get
    assertEquals(error.path, "[19]._2._2")

  test("a reader with tighter limits refuses what draws on them"):
    val message = written(List.fill(4000)(List(1)))
    assert(decoded[List[List[Int]]](message, Limits.defaults.copy(emptyElements = 100)).isLeft)
    assertEquals(decoded[List[List[Int]]](message).map(_.size), Right(4000))

  test("a collection that changes while it is written is refused"):
    val changing = new scala.collection.immutable.AbstractSeq[Int]:
      def length: Int             = 3
      def apply(index: Int): Int  = index
      def iterator: Iterator[Int] = Iterator(1, 2)
    unwritable(List.fill(20)(changing: Seq[Int]), "a collection of 3 elements had 2")

  test("other versions read sequences and sums, in columns and one by one"):
    given Schemas = Schemas.of(Codec[List[Versions.Old.Entry]].schema)
    val old       = List.tabulate(60)(Versions.Old.entry)
    val bytes     = Codec.encode(old)
    val bare      = written(old)
    val expected  = List.tabulate(60)(Versions.Now.entry)
    val asColumns = bytes.dropRight(bare.length) ++ inColumns(old)
    assert(!isColumns(old))
    assertEquals(hex(bytes).takeRight(3 * bare.length - 1), hex(bare))
    assertEquals(Codec.decode[List[Versions.Now.Entry]](bytes), Right(expected))
    assertEquals(Codec.decode[List[Versions.Now.Entry]](asColumns), Right(expected))
