package brine.codec.testkit

class MutationsSuite extends munit.FunSuite:
  private val message = Array.tabulate[Byte](20)(_.toByte)

  test("equal seeds choose equal damages"):
    def some(seed: Long) = Mutations.random(message, seed).take(500).map(_.toSeq).toList
    assertEquals(some(1), some(1))
    assert(some(1) != some(2))

  test("damages are of many kinds"):
    val damaged = Mutations.random(message, 1).take(1000).map(_.toSeq).toList
    assert(damaged.distinct.sizeIs > 700, s"${damaged.distinct.size} different ones")
    assert(damaged.exists(_.length < message.length))
    assert(damaged.exists(_.length > message.length))
    assert(damaged.exists(bytes => bytes.length == message.length && bytes != message.toSeq))

  test("an empty message can be damaged"):
    assert(Mutations.random(Array.emptyByteArray, 1).take(10).exists(_.nonEmpty))

  test("the original is left alone"):
    Mutations.random(message, 3).take(200).foreach(_ => ())
    assertEquals(message.toSeq, Seq.tabulate[Byte](20)(_.toByte))

  test("counts put large numbers at every place"):
    val all = Mutations.counts(message).toList
    assert(
      message.indices.forall(at =>
        all.exists(bytes => bytes.startsWith(message.take(at) ++ Array[Byte](-1, -1, -1, -1, 15)))
      )
    )
