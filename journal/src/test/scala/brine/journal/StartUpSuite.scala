package brine.journal

import brine.codec.Codec
import java.nio.file.Path

/** A program that uses a journal, in a JVM of its own without any flags: it must print nothing but what it says itself.
  */
class StartUpSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  test("nothing is printed at the start, while appending and reading, and at the end"):
    TemporaryFolder.use: folder =>
      val (text, code) = OtherJvm.run(1, Nil, "brine.journal.StartUp", folder.resolve("journal").toString)
      assertEquals((text.trim, code), ("Started(first)", 0))

/** Its codec is not made by a `derives` clause, of which Scala 3.3 makes a lazy val: the JVM warns of those, see Once.
  */
final case class Started(name: String)

object Started:
  implicit val codec: Codec[Started] = Codec.derived

object StartUp:
  def main(arguments: Array[String]): Unit =
    val journal = Journal.open(Path.of(arguments(0)))
    journal.append("site-1", Started("first")).await(): Unit
    journal.read[Started]("site-1").foreach(record => println(record.value)): Unit
    // Not closed: a program that ends without it must end all the same.
