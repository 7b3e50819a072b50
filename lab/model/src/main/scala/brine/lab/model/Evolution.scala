package brine.lab.model

import java.nio.charset.StandardCharsets.ISO_8859_1

import brine.lab.peer.{Experiment, Format}

/** What a program reads of another version's bytes: an event with a field more by the older program (`forward`), and
  * one without it by the newer program (`backward`), each alone and between others in one message.
  */
object Evolution {
  private val before: older.PageEvent = older.PageAdded("/shop")
  private val after: newer.PageEvent  = newer.PageAdded("/shop", Some("Everything we sell"))
  private val filled: newer.PageEvent = newer.PageAdded("/shop", None)

  private def history(event: older.PageEvent) =
    older.PageHistory(List(event, older.PageRemoved("/news"), older.PageAdded("/about")))
  private def history(event: newer.PageEvent) =
    newer.PageHistory(List(event, newer.PageRemoved("/news"), newer.PageAdded("/about", None)))

  /** The names of the experiments with one way to use a library. */
  val names: Vector[String] = Vector("forward-event", "forward-list", "backward-event", "backward-list")

  /** @throws java.lang.IllegalStateException
    *   when a version does not read what it wrote itself
    */
  def experiments(versions: Versions): Vector[Experiment] = {
    val (was, is) = (versions.before, versions.after)
    List(was.event(Seq(before)), is.event(Seq(after)), is.event(Seq(filled))).foreach(check)
    List(was.history(Seq(history(before))), is.history(Seq(history(after))), is.history(Seq(history(filled))))
      .foreach(check)
    val forward  = exchanged(versions, "newer", "older")
    val backward = exchanged(versions, "older", "newer")
    Vector(
      new Reading(names(0), versions.way, is.event(Seq(after)), was.event(Seq(before)), forward),
      new Reading(names(1), versions.way, is.history(Seq(history(after))), was.history(Seq(history(before))), forward),
      new Reading(names(2), versions.way, was.event(Seq(before)), is.event(Seq(filled)), backward),
      new Reading(names(3), versions.way, was.history(Seq(history(before))), is.history(Seq(history(filled))), backward)
    )
  }

  private def check(format: Format): Unit = {
    val value = format.values()(0)
    format.begin()
    val read = format.decode(format.encode(value), 0)
    if (!format.same(value, read)) throw new IllegalStateException("a version reads its own " + value + " as " + read)
  }

  /** Exchanges the package in names of classes; both have the same length, so that nothing else changes. */
  private def exchanged(versions: Versions, from: String, to: String): Array[Byte] => Array[Byte] = bytes =>
    if (!versions.hasClassNames) bytes
    else {
      val name = "brine.lab.model."
      new String(bytes, ISO_8859_1).replace(name + from + ".", name + to + ".").getBytes(ISO_8859_1)
    }
}

/** What `writer` writes, read by `reader`, whose own value is what must come out. */
private final class Reading(
    val name: String,
    val way: String,
    writer: Format,
    reader: Format,
    onTheWay: Array[Byte] => Array[Byte]
) extends Experiment {
  def write(): Array[Byte] = {
    writer.begin()
    onTheWay(writer.encode(writer.values()(0)))
  }

  def read(bytes: Array[Byte]): AnyRef   = reader.decode(bytes, 0)
  def expected: AnyRef                   = reader.values()(0)
  def isExpected(value: Object): Boolean = reader.same(expected, value)
}
