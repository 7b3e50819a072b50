package brine.codec.fuzz

import java.nio.file.{Files, Path}

class FuzzMainSuite extends munit.FunSuite:
  private def run(arguments: String*): (Int, String, String) =
    val out  = java.io.ByteArrayOutputStream()
    val err  = java.io.ByteArrayOutputStream()
    val code = Console.withOut(out)(Console.withErr(err)(FuzzMain.run(arguments.toList)))
    (code, out.toString, err.toString)

  test("--help lists the targets"):
    val (code, out, _) = run("--help")
    assertEquals(code, 0)
    FuzzTarget.all.foreach(target => assert(clue(out).contains(s"  ${target.name} ")))

  test("the launcher's help is that of the program"):
    assertEquals(Files.readString(Path.of(sys.props("brine.home"), "help/fuzz.txt")), run("--help")._2)

  test("bad input ends with 2 and a line that says why"):
    for arguments <- List(Seq(), Seq("no-such"), Seq("rich", "--runs"), Seq("rich", "--runs", "x"), Seq("rich", "--no"))
    do
      val (code, _, err) = run(arguments*)
      assertEquals(code, 2, clue(arguments))
      assertEquals(clue(err).count(_ == '\n'), 1)

  test("inputs are replayed"):
    val file = Files.createTempFile("brine", "input")
    Files.write(file, Array[Byte](1, 2, 3))
    assertEquals(run("rich", "--replay", file.toString), (0, s"$file: sound\n", ""))
    Files.delete(file)

  test("a reader that does what it must not do is found"):
    intercept[Finding](Guard.decoded("throws", 1)(throw IllegalStateException("no")))
    intercept[Finding](Guard.decoded("takes too much", 1)(Right(new Array[Byte](16 << 20))))
    assertEquals(Guard.decoded("sound", 1)(Right(1)), Some(1))
