package brine.codec

import brine.codec.ContainerChecks.Event

import scala.util.control.ControlThrowable

class ContainerReaderSuite extends munit.FunSuite, ContainerChecks:
  test("messages come back, in one block or in many"):
    for
      count <- Seq(0, 1, 2, 1000)
      size  <- Seq(1, 100, 1 << 16)
    do
      val bytes = containerOf(size)(container => events(count).foreach(container.add(_)))
      assertEquals(readAll[Event](bytes), events(count).map(Right(_)))

  test("types may be mixed, and the reader can ask which comes"):
    val bytes = containerOf(): container =>
      container.add(1)
      container.add("one")
      container.add(2)
    val container = ContainerReader(bytes)
    val read      = Iterator
      .continually(container)
      .takeWhile(_.hasNext)
      .map: container =>
        if container.nextSchema.exists(_.fingerprint == Codec[Int].fingerprint) then container.next[Int]()
        else container.next[String]()
    assertEquals(read.toList, List(Right(1), Right("one"), Right(2)))

  test("a message of another type is refused, and the rest of its block with it"):
    val bytes = containerOf(): container =>
      container.add("one")
      container.add("two")
      container.endBlock()
      container.add("three")
    val container = ContainerReader(bytes)
    assertEquals(container.next[String](), Right("one"))
    val Left(error) = container.next[Int](): @unchecked
    assert(error.problem.contains("it was written as String and cannot be read as Int"), error.problem)
    assertEquals(container.next[String](), Right("three"))
    assert(!container.hasNext)
    intercept[NoSuchElementException](container.next[String]())

  test("the rest of a block is skipped after what is no error of a message, such as a lack of memory"):
    for isOne <- Seq(false, true) do
      var calls   = 0
      var failure = Option.empty[Throwable]
      val half    = Codec[Int].imap[Int] { value =>
        calls += 1
        if calls % 3 == 0 then failure.foreach(throw _)
        value
      }(identity)
      given Codec[(Int, Int)] = StructureCodecs.TupleCodec[(Int, Int)](Array(half, Codec[Int]))
      val bytes               = containerOf(): container =>
        // In columns if there are many.
        for number <- 1 to (if isOne then 200 else 5) do container.add((number, -number))
        container.endBlock()
        container.add((7, -7))
      for thrown <- Seq(OutOfMemoryError("the test says so"), InterruptedException(), new ControlThrowable {}) do
        calls = 0
        failure = Some(thrown)
        val container = ContainerReader(bytes)
        var isThrown  = false
        var read      = Vector.empty[Either[DecodeError, (Int, Int)]]
        while container.hasNext do
          try read = read :+ container.next[(Int, Int)]()
          catch
            case other: Throwable if other eq thrown =>
              isThrown = true
              failure = None
        assert(isThrown)
        assert(read.forall(_.exists(pair => pair._1 == -pair._2)), read.toString)
        assertEquals(read.last, Right((7, -7)))

  test("the rest of a block can be left out"):
    val container = ContainerReader(containerOf(): container =>
      container.add("one")
      container.add("two")
      container.endBlock()
      container.add("three"))
    assertEquals(container.next[String](), Right("one"))
    container.skipBlock()
    assertEquals(container.next[String](), Right("three"))

  test("a wrong start is told by nextSchema and once by next, then there is nothing"):
    val container = ContainerReader(bytes("00 01 02"))
    assert(container.hasNext && container.nextSchema.isLeft && container.nextSchema.isLeft)
    assert(container.next[Int]().isLeft)
    assert(!container.hasNext)

  test("a block whose bytes changed is refused as a whole, the others are not"):
    val bytes = containerOf(100)(container => events(30).foreach(container.add(_)))
    val good  = readAll[Event](bytes)
    for at <- 5 until bytes.length do
      val damaged = bytes.clone()
      damaged(at) = (damaged(at) ^ 0x10).toByte
      val read = readAll[Event](damaged)
      assert(read.exists(_.isLeft), s"byte $at")
      assert(read.filter(_.isRight).forall(good.contains), s"byte $at")
    // Damage within a block's payload leaves all others.
    val middle = bytes.clone()
    middle(bytes.length / 2) = (middle(bytes.length / 2) ^ 1).toByte
    val read = readAll[Event](middle)
    assertEquals(read.count(_.isLeft), 1)
    assert(read.count(_.isRight) >= 20, read.size)

  test("a container cut off anywhere gives its whole blocks and an error"):
    val bytes = containerOf(50)(container => events(12).foreach(container.add(_)))
    val ends  = (5 to bytes.length).filter(length => readAll[Event](bytes.take(length)).forall(_.isRight))
    for length <- 0 until bytes.length do
      val read = readAll[Event](bytes.take(length))
      assertEquals(read.filter(_.isRight), events(12).take(read.count(_.isRight)).map(Right(_)))
      assertEquals(read.count(_.isLeft), if ends.contains(length) then 0 else 1, s"$length bytes")
    assert(ends.size > 3)

  test("what is not a container says so"):
    def problem(text: String) = readAll[Int](bytes(text)).head.swap.toOption.get
    assert(problem("42 52 4e 54 01").problem.contains("does not start with BRNS"))
    assertEquals(problem("42 52 4e 54 01").offset, 3)
    assert(problem("42 52 4e 53 02").problem.contains("version 2"))
    assert(problem("42 52").problem.contains("ends within its start"))
    assert(problem("42 52 4e 53 01 00 05 00 00 00 00").problem.contains("kind 5"))
    assert(problem("42 52 4e 53 01 01 00 00 00 00 00 01").problem.contains("does not agree with its checksum"))

  test("a compressed block of no byte is refused where its bytes would be"):
    val error = readAll[Int](bytes("42 52 4e 53 01 00 01 00 00 00 00")).head.swap.toOption.get
    assertEquals(error.offset, 11)

  private def block(payload: String): DecodeError =
    val all       = bytes(payload)
    val container = bytes("42 52 4e 53 01") ++ Array(all.length.toByte, 0.toByte) ++ crcOf(all) ++ all
    readAll[Unit](container).find(_.isLeft).flatMap(_.left.toOption).getOrElse(fail("no error"))

  test("mistakes in a block's table of types are refused at their place"):
    assert(block("").problem.contains("ends here"))
    assert(block("00").problem.contains("ends here"))
    assertEquals(block("01 00 03 01 00 00 00").offset, 11 + 6)
    assert(block("01 00 03 01 00 00 00").problem.contains("0 messages"))
    assert(block("01 00 03 01 00 00 81 80 04").problem.contains("65537 messages"))
    assert(block("02 00 03 01 00 00 80 80 04 01 01").problem.contains("1 messages; a block has"))
    assert(block("01 01 01").problem.contains("schema 1 of 0"))
    assertEquals(block("01 00 03 01 00 20 01").offset, 11 + 5)
    assert(block("01 00 03 01 00 00 01 07").problem.contains("follow the end"))

  test("errors name the offset in the container"):
    val bytes = containerOf(): container =>
      container.add(true)
      container.add(true)
    bytes(bytes.length - 1) = 5
    val payload = bytes.drop(11)
    System.arraycopy(crcOf(payload), 0, bytes, 7, 4)
    val all = readAll[Boolean](bytes)
    assertEquals(all.head, Right(true))
    assertEquals(all(1).left.map(_.offset), Left(bytes.length - 1))
