package brine.lab.peers.pushka

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Arrays, HashSet, List => JList}

import pushka.{Reader, Writer}
import pushka.json.{write => text, _}

import brine.lab.model.{DataEvent, ModelFormat, ModelPeer, Site, SiteEvent}
import brine.lab.model.books._
import brine.lab.peer.{Format, Library, Resolved}

/** Pushka: JSON through its tree. */
final class PushkaPeer extends ModelPeer {
  def libraries: JList[Library] = Arrays.asList(
    new Library(
      "pushka",
      Resolved.scalaVersion("pushka-json"),
      new HashSet(Arrays.asList("text", "self-describing", "evolvable", "cross-language")),
      "readers and writers of the three records written by hand over its tree, as its annotation would have to stand on " +
        "the model's own classes; those of arrays, maps and sequences are its own; write and read, and UTF-8",
      Library.BOOKS
    )
  )

  private def none(study: String): Format =
    throw new UnsupportedOperationException("Pushka is measured in study books, not in " + study)

  protected def site(library: String, site: Site): Format                      = none("site")
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = none("site")
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = none("evactor")

  override protected def books(library: String, data: BooksData): Format = {
    import Records._
    data match {
      case OneClick(click)      => new PushkaFormat(click)
      case IntArray(ints)       => new PushkaFormat(ints)
      case DoubleArray(doubles) => new PushkaFormat(doubles)
      case StringSeq(strings)   => new PushkaFormat(strings)
      case Tree(branch)         => new PushkaFormat(branch)
      case StringIntMap(map)    => new PushkaFormat(map)
      case BookSeq(books)       => new PushkaFormat(books)
    }
  }
}

private final class PushkaFormat[A <: AnyRef](value: A)(implicit reader: Reader[A], writer: Writer[A])
    extends ModelFormat(Seq(value)) {
  def encode(value: Object): Array[Byte]             = text(value.asInstanceOf[A]).getBytes(UTF_8)
  def decode(bytes: Array[Byte], index: Int): Object = read[A](new String(bytes, UTF_8))
}
