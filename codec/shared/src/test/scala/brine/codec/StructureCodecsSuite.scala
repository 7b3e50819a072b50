package brine.codec

class StructureCodecsSuite extends munit.FunSuite, CodecChecks:
  test("an option is a byte and its value"):
    pinned(Option.empty[Int], "00")
    pinned(Option(5), "01 0a")
    pinned(Option(Option(())), "01 01")
    refused[Option[Int]]("02", "0 (None) or 1 (Some), not 2", 0)
    unwritable[Option[Int]](null, "a null where a Option")

  test("an either is a byte and its value"):
    pinned[Either[Int, String]](Left(1), "00 02")
    pinned[Either[Int, String]](Right("a"), "01 c1 61")
    refused[Either[Int, String]]("ff 00", "0 (Left) or 1 (Right), not 255", 0)
    unwritable[Either[Int, Int]](null, "a null")

  test("a tuple is its elements"):
    pinned((1, "a"), "02 c1 61")
    pinned(Tuple1(1), "02")
    pinned((1, 2, 3), "02 04 06")
    pinned[EmptyTuple](EmptyTuple, "")
    pinned((1, (2, "b"), Option(3)), "02 04 c1 62 01 06")
    pinned(1 *: 2 *: EmptyTuple, "02 04")
    assertEquals(Codec[(Long, Unit, Double)].minSize, 9)

  test("tuples of any size"):
    val wide = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22)
    returns(wide)
    returns(0 *: wide)

  test("an error in a tuple says where"):
    val error = decoded[(Int, (Boolean, Boolean))](bytes("00 00 07")).left.toOption.get
    assertEquals(error.path, "_2._2")
    assertEquals(error.offset, 2)
