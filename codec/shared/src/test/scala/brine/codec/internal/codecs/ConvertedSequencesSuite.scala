package brine.codec.internal.codecs

import brine.codec.{Codec, CodecChecks, DecodeError}

/** Values that codecs convert from sequences, against the same sequences: their schemas are equal, so each must read
  * what the other has written.
  */
final class ConvertedSequencesSuite extends munit.FunSuite, CodecChecks:
  import ConvertedSequencesSuite.*

  private def lists(i: Int) = List.range(0, i % 5) ++ List.fill(if i % 50 == 0 then 100 else 0)(i)

  /** Checks that many values of two types have the same bytes, in columns, and are read as either type. */
  private def same[A, B](values: Seq[(A, B)])(equal: (B, B) => Boolean)(using a: Codec[A], b: Codec[B]): Unit =
    val plain     = values.map(_._1).toList
    val converted = values.map(_._2).toList
    assertEquals(b.schema, a.schema)
    val bytes = Codec.encode(plain)
    assertEquals(bytes(9) & 1, 1, "not in columns")
    assertEquals(hex(Codec.encode(converted)), hex(bytes))
    assertEquals(Codec.decode[List[A]](bytes), Right(plain))
    val read = Codec.decode[List[B]](bytes).fold(throw _, identity)
    assert(read.lazyZip(converted).forall(equal), s"$read")

  test("fields, in each layer"):
    same(
      Vector.tabulate(300)(i =>
        Plain.Row(i, lists(i), Some(lists(i + 1))) -> Row(i, Numbers(lists(i)), Some(Numbers(lists(i + 1))))
      )
    ): (a, b) =>
      a.id == b.id && a.all.values == b.all.values && a.more.get.values == b.more.get.values

  test("elements of tuples, options and sequences"):
    same(Vector.tabulate(300)(i => (i, lists(i)) -> (i, Numbers(lists(i)))))((a, b) => a._2.values == b._2.values)
    same(Vector.tabulate(300)(i => lists(i) -> Numbers(lists(i))))((a, b) => a.values == b.values)
    same(Vector.tabulate(300)(i => Option(lists(i)) -> Option(Numbers(lists(i)))))((a, b) =>
      a.get.values == b.get.values
    )

  test("classes of one field, converted and derived by a given"):
    same(Vector.tabulate(300)(i => (i, Tags(lists(i))) -> (i, Labels(Tags(lists(i))))))((a, b) =>
      a._2.tags == b._2.tags
    )
    same(Vector.tabulate(300)(i => Plain.Tagged(i, Tags(lists(i))) -> Tagged(i, Labels(Tags(lists(i)))))): (a, b) =>
      a.id == b.id && a.tags.tags == b.tags.tags

  test("conversions of conversions, to lists of another size"):
    // Writes each element twice.
    given Codec[List[Int]] = Codec.listCodec[Int].imap(_.sliding(1, 2).flatten.toList)(_.flatMap(i => List(i, i)))
    val rows               = List.tabulate(300)(i => (i, lists(i)))
    val bytes              = Codec.encode(rows)
    assertEquals(bytes(9) & 1, 1)
    assertEquals(Codec.decode[List[(Int, List[Int])]](bytes), Right(rows))
    val twice = summon[Codec[List[Int]]].imap(Numbers(_))(_.values)
    locally:
      given Codec[Numbers] = twice
      assertEquals(hex(Codec.encode(rows.map((i, all) => (i, Numbers(all))))), hex(bytes))

  test("a refused value is an error at its column"):
    given Codec[Numbers] =
      Codec[List[Int]].iemap(all => Either.cond(all.sum < 200, Numbers(all), s"${all.sum} is too much"))(_.values)
    def read(all: List[List[Int]]) = Codec.decode[List[(Int, Numbers)]](Codec.encode(all.map((7, _))))
    val few                        = List.fill(200)(List(1, 2))
    assert(read(few).isRight)
    // Together with others, and by itself.
    for bad <- Seq(List(100, 100), List.fill(20)(10)) do
      val error = read(few :+ bad).swap.getOrElse(fail("it was read"))
      assert(error.problem.contains("200 is too much"), error.problem)
      assert(error.path.contains("_2"), error.path)

object ConvertedSequencesSuite:
  final class Numbers(val values: List[Int])
  given Codec[Numbers] = Codec[List[Int]].imap(Numbers(_))(_.values)
  final case class Tags(all: List[Int]) derives Codec
  final class Labels(val tags: Tags)
  given Codec[Labels] = Codec[Tags].imap(Labels(_))(_.tags)
  final case class Row(id: Int, all: Numbers, more: Option[Numbers]) derives Codec
  final case class Tagged(id: Int, tags: Labels) derives Codec
  object Plain:
    final case class Row(id: Int, all: List[Int], more: Option[List[Int]]) derives Codec
    final case class Tagged(id: Int, tags: Tags) derives Codec
