package brine.lab.sample

import custom.types.*
import java.nio.file.{Files, NoSuchFileException, Path}
import java.time.Instant

final class SamplesSuite extends munit.FunSuite:
  /** A file in a folder of its own, which the property names meanwhile. */
  private def beside[A](text: String)(body: Path => A): A =
    val folder = Files.createTempDirectory("brine-lab-samples")
    val file   = Files.writeString(folder.resolve("data.jsonl"), text)
    val before = Option(System.getProperty(Samples.folderProperty))
    System.setProperty(Samples.folderProperty, folder.toString)
    try body(file)
    finally
      before.fold(System.clearProperty(Samples.folderProperty))(System.setProperty(Samples.folderProperty, _)): Unit
      Files.delete(file)
      Files.delete(folder)

  test("records are read from a file beside the source, as lines or as one array"):
    val wanted = Seq(Record(1, "ä", None), Record(2, "x", Some("y")))
    val lines  = List("""{"id":1,"odd name":"ä"}""", """{"id":2,"odd name":"x","note":"y"}""")
    for text <- List(lines.mkString("\n"), lines.mkString("[", ",\r\n", "]\n")) do
      beside(text)(_ => assertEquals(Samples.read[Record]("data.jsonl"), wanted))

  test("an absolute path is that file, wherever the source is"):
    beside("1 2 3")(file => assertEquals(Samples.read[Int](file.toString), Seq(1, 2, 3)))

  test("a record that does not fit is refused with its line in the file"):
    val bad = beside("{\"id\":1,\"odd name\":\"x\"}\n\n{\"id\":\"1\",\"odd name\":\"x\"}\n"): _ =>
      intercept[BadJson](Samples.read[Record]("data.jsonl"))
    assertEquals(bad.getMessage, "line 3, $.id: expected an Int, met the string \"1\"")

  test("a file that is empty or not there is no empty sample"):
    beside("\n")(_ => assert(intercept[BadJson](Samples.read[Int]("data.jsonl")).getMessage.contains("empty file")))
    beside("1")(_ => intercept[NoSuchFileException](Samples.read[Int]("other.jsonl")): Unit)

  test("instants are found wherever they are, and count as milliseconds only if all are whole ones"):
    val whole                            = Instant.ofEpochMilli(1_700_000_000_123L)
    val finer                            = whole.plusNanos(1)
    def holders(time: Instant): Seq[Any] = Seq(
      time,
      Some(time),
      Vector(List(time)),
      Map("key" -> time),
      Map(time  -> "value"),
      Array[AnyRef](time),
      Pair(1, Pair("x", Some(time)))
    )
    assert(Samples.areMillis(holders(whole)))
    for holder <- holders(finer) do
      assert(!Samples.areMillis(Seq(holder)), holder)
      assert(!Samples.areMillis(Seq(whole, holder)), holder)

  test("data without instants need no finer unit"):
    assert(Samples.areMillis(Nil))
    assert(Samples.areMillis(Seq(1, "2026-01-31T12:00:00.000001Z", None, Array(1, 2), null)))
