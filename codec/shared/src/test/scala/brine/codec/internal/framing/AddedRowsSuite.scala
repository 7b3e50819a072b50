package brine.codec.internal.framing

import brine.codec.{Codec, Limits, Out}

object AddedRowsSuite:
  final case class Tick(symbol: Int, bid: Double, text: String, note: Option[Int]) derives Codec
  final case class Series(id: Int, values: Array[Int]) derives Codec
  final case class Point(x: Double, y: Double) derives Codec
  final class Cell(var value: Int)
  final case class Cells(id: Int, cell: Cell)
  final case class Notes(id: Int, text: StringBuilder)
  enum Move derives Codec:
    case Go(by: Int, to: Long)
    case Say(text: String)
    case Stay

/** Rows gathered as messages are added, against the messages read back from their bytes. */
final class AddedRowsSuite extends munit.FunSuite:
  import AddedRowsSuite.*

  private def gathered[A](messages: Seq[A], rows: AddedRows = AddedRows(Limits.defaults))(using
      codec: Codec[A]
  ): Option[Seq[Byte]] =
    rows.begin()
    messages.foreach(rows.add(codec, _))
    rows.payload(messages.size).map(_.bytes.toSeq)

  private def readBack[A](messages: Seq[A])(using codec: Codec[A]): Option[Seq[Byte]] =
    val block = Out()
    block.useDictionary()
    messages.foreach(codec.write(block, _))
    MessageSequence(Limits.defaults).payload(codec, block, block.size, messages.size).map(_.bytes.toSeq)

  private def tick(i: Int) = Tick(i % 9, i / 4.0, s"text ${i % 7}", Option.when(i % 3 == 0)(i))

  test("the payload is that of the messages read back, for any number of them and again and again"):
    val rows = AddedRows(Limits.defaults)
    for count <- List(0, 1, 15, 16, 31, 32, 33, 127, 128, 129, 1023, 1024, 1025, 2048, 5000, 17, 1024) do
      val ticks = Vector.tabulate(count)(tick)
      assertEquals(gathered(ticks, rows), readBack(ticks), s"$count")
      val moves = Vector.tabulate(count): i =>
        i % 4 match
          case 0 => Move.Say(s"$i")
          case 1 => Move.Stay
          case _ => Move.Go(i, -i)
      assertEquals(gathered(moves, rows), readBack(moves), s"$count")

  test("nothing for other numbers than decimals, as for a list"):
    val random = scala.util.Random(1)
    assertEquals(gathered(Vector.fill(300)(Point(random.nextDouble(), random.nextDouble()))), None)
    val decimals = Vector.tabulate(300)(i => Point(i / 4.0, i / 8.0))
    assert(gathered(decimals).nonEmpty)
    assertEquals(gathered(decimals), readBack(decimals))
    assertEquals(gathered(decimals.take(255)), None)

  test("nothing for messages with objects that may change"):
    assertEquals(gathered(Vector.tabulate(100)(i => Series(i, Array(i)))), None)
    given Codec[Cell]  = Codec[Int].imap(Cell(_))(_.value)
    given Codec[Cells] = Codec.derived
    assertEquals(gathered(Vector.tabulate(100)(i => Cells(i, Cell(i)))), None)
    given Codec[StringBuilder] = Codec[String].imap(StringBuilder(_))(_.result())
    given Codec[Notes]         = Codec.derived
    assertEquals(gathered(Vector.tabulate(100)(i => Notes(i, StringBuilder(s"$i")))), None)
    assertEquals(gathered(Vector.tabulate(100)(i => (i, StringBuilder(s"$i")))), None)

  test("nothing if another codec added some, or if the block has other messages as well"):
    val rows  = AddedRows(Limits.defaults)
    val other = Codec.derived[Tick]
    rows.begin()
    for i <- 0 until 40 do rows.add(if i == 20 then other else Codec[Tick], tick(i))
    assertEquals(rows.payload(40), None)
    rows.begin()
    for i <- 0 until 40 do rows.add(Codec[Tick], tick(i))
    assertEquals(rows.payload(41), None)
    assert(rows.payload(40).nonEmpty)

  test("a message that cannot be written in columns ends it, and not the next block"):
    val rows = AddedRows(Limits.defaults)
    rows.begin()
    val bad = tick(30).copy(text = null.asInstanceOf[String])
    for i <- 0 until 40 do rows.add(Codec[Tick], if i == 30 then bad else tick(i))
    assertEquals(rows.payload(40), None)
    assertEquals(gathered(Vector.tabulate(40)(tick), rows), readBack(Vector.tabulate(40)(tick)))
