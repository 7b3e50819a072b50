package brine.codec.internal.columns

import brine.codec.internal.numbers.IntSequences
import brine.codec.{Codec, CodecChecks, DecodeError, In, Out}

import scala.util.Random

/** A column of sequences against its description in section 6 of the format: the sizes, the elements of the short ones
  * in chunks, the long ones.
  */
final class NestedColumnSuite extends munit.FunSuite, CodecChecks:
  private val codec  = Codec[List[Int]]
  private val column = codec.columns.nn.all(0)
  private val limit  = IntSequences.Fewest

  private def block(out: Out, numbers: Seq[Int]): Unit =
    IntSequences.writeColumn(out, numbers.toArray, numbers.size, IntSequences.Kind.Ints)

  /** The bytes by the description alone. */
  private def described(lists: Vector[List[Int]]): Array[Byte] =
    val out = Out()
    block(out, lists.map(_.size.min(limit)))
    lists.filter(_.sizeIs < limit).flatten.grouped(Columns.Rows).foreach(block(out, _))
    lists.filter(_.sizeIs >= limit).foreach(codec.write(out, _))
    out.toArray

  private def registersOf(lists: Vector[List[Int]]): Registers =
    val registers = new Registers
    registers.prepare(codec.columns.nn, lists.size)
    lists.indices.foreach(i => registers.values(0)(i) = lists(i))
    registers

  private def columnBytes(lists: Vector[List[Int]]): Array[Byte] =
    val out = Out()
    NestedColumn.write(out, column, registersOf(lists), 0, lists.size)
    out.toArray

  private def read(bytes: Array[Byte], count: Int): Either[DecodeError, Vector[Any]] =
    val in        = In(bytes)
    val registers = new Registers
    registers.in = in
    registers.prepare(codec.columns.nn, count)
    try
      NestedColumn.read(in, column, registers, 0, count)
      in.expectEnd()
      Right(registers.values(0).take(count).toVector)
    catch case error: DecodeError => Left(error)

  private def random(seed: Int): Vector[List[Int]] =
    val random = Random(seed)
    val most   = Vector(1, 4, limit, limit + 2, 40)(random.nextInt(5))
    Vector.fill(1 + random.nextInt(if seed % 10 == 0 then Columns.Rows else 60)):
      List.fill(random.nextInt(most + 1))(random.nextInt(1 << random.nextInt(20)))

  test("random lists have the bytes of the description, and come back"):
    for seed <- 0 until 300 do
      val lists = random(seed)
      val bytes = columnBytes(lists)
      assertEquals(hex(bytes), hex(described(lists)), s"seed $seed")
      assertEquals(read(bytes, lists.size), Right(lists), s"seed $seed")

  test("no part of the bytes is a column"):
    for seed <- 0 until 100 do
      val lists = random(seed)
      val bytes = columnBytes(lists)
      for length <- 0 until bytes.length by math.max(1, bytes.length / 30) do
        read(bytes.take(length), lists.size) match
          case Left(error)  => assert(error.offset <= length)
          case Right(value) => fail(s"seed $seed, $length of ${bytes.length} bytes: $value")

  test("elements of 1,024 and more are in several chunks"):
    val lists = Vector.tabulate(600)(i => List.tabulate(i % limit)(_ * i))
    assert(lists.map(_.size).sum > Columns.Rows)
    assertEquals(hex(columnBytes(lists)), hex(described(lists)))
    assertEquals(read(columnBytes(lists), lists.size), Right(lists))

  test("sizes that no column has, and sequences on their own that are too short"):
    def sized(size: Int)(more: Out => Unit): Array[Byte] =
      val out = Out()
      block(out, Seq(size))
      more(out)
      out.toArray
    def problem(bytes: Array[Byte]) = read(bytes, 1).swap.getOrElse(fail("it was read"))
    assertEquals(problem(sized(limit + 1)(_ => ())).offset, 0)
    assertEquals(problem(sized(-1)(_ => ())).offset, 0)
    val short = problem(sized(limit)(out => codec.write(out, List.fill(limit - 1)(3))))
    assert(short.problem.contains("not joined"), short.problem)
    assertEquals(short.offset, 1)
    assertEquals(
      read(sized(limit)(out => codec.write(out, List.fill(limit)(3))), 1),
      Right(Vector(List.fill(limit)(3)))
    )

  test("a writer counts the elements that it joins"):
    val out = Out()
    NestedColumn.write(out, column, registersOf(Vector(List(1, 2, 3), List.range(0, limit), Nil, List(9))), 0, 4)
    assertEquals(out.joinedElements, 4L)
    out.reset()
    assertEquals(out.joinedElements, 0L)
