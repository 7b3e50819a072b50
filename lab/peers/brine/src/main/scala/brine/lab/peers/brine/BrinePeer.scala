package brine.lab.peers.brine

import java.util.{List as JList, Set as JSet}

import _root_.brine.codec.{Codec, In, MessageOptions, Out, Schemas}
import _root_.brine.lab.model.*
import _root_.brine.lab.model.books.*
import _root_.brine.lab.model.records.*
import _root_.brine.lab.peer.{Format, Library, Resolved}

/** Brine's codec: bare messages with buffers of the owner's, and standalone messages through the convenience methods.
  */
final class BrinePeer extends ModelPeer:
  private val bare = Library(
    "brine",
    Resolved.scalaVersion("brine-codec"),
    JSet.of("binary", "schema"),
    "bare messages: fields in order without tags; Out and In are kept and reused, the result is an array of its own",
    Library.MESSAGES_AND_BOOKS
  )
  private val standalone = Library(
    "brine-standalone",
    bare.version,
    JSet.of("binary", "schema"),
    "Codec.encode and Codec.decode: a marker and the schema's fingerprint (9 bytes) before the bare message; the library's own pool"
  )

  private val dictionary = Library(
    "brine-dictionary",
    bare.version,
    JSet.of("binary", "schema"),
    "as brine, with a dictionary in each message: strings and UUIDs that occur again are references",
    Library.MESSAGES_AND_BOOKS
  )

  private val reused = Library(
    "brine-reused",
    bare.version,
    JSet.of("binary", "schema", Library.REUSED_BUFFER),
    "as brine, without the copy out of the Out, which is kept and reused",
    Library.SITE
  )

  def libraries: JList[Library] = JList.of(bare, dictionary, standalone, reused)

  protected def site(library: String, site: Site): Format                      = format(library, Seq(site))
  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = format(library, events)
  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = format(library, events)

  override protected def books(library: String, data: BooksData): Format = data match
    case OneClick(click)      => format(library, Seq(click))
    case IntArray(ints)       => format(library, Seq(ints))
    case DoubleArray(doubles) => format(library, Seq(doubles))
    case StringSeq(strings)   => format(library, Seq(strings))
    case Tree(branch)         => format(library, Seq(branch))
    case StringIntMap(map)    => format(library, Seq(map))
    case BookSeq(books)       => format(library, Seq(books))

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => format(library, Seq(mesh))
    case OneAccessLog(log)    => format(library, Seq(log))
    case SomeUpdates(updates) => format(library, Seq(updates))
    case SomeSaves(saves)     => format(library, Seq(saves))

  override protected def versions(library: String): Seq[Versions] =
    if library == standalone.name then Seq(PageVersions.standalone, PageVersions.schemasKnown)
    else if library == dictionary.name then Seq(PageVersions.bare(dictionary = true))
    else Seq(PageVersions.bare(dictionary = false), PageVersions.container)

  private def format[A <: AnyRef: Codec](library: String, values: Seq[A]): Format =
    if library == standalone.name then StandaloneFormat(values)
    else if library == reused.name then ReusedFormat(values)
    else if library == dictionary.name then BareFormat(values, MessageOptions(dictionary = true))
    else ContainerFormat(values)

private given Codec[Site]      = Codec.derived
private given Codec[SiteEvent] = Codec.derived
private given Codec[DataEvent] = Codec.derived
private given Codec[Click]     = Codec.derived
private given Codec[Branch]    = Codec.derived
private given Codec[Book]      = Codec.derived
private given Codec[Mesh]      = Codec.derived
private given Codec[AccessLog] = Codec.derived
private given Codec[Updates]   = Codec.derived
private given Codec[Saves]     = Codec.derived

private class BareFormat[A <: AnyRef](all: Seq[A], options: MessageOptions)(using codec: Codec[A])
    extends ModelFormat(all):
  protected val out = Out()
  private val in    = In(Array.emptyByteArray)

  def encode(value: Object): Array[Byte] =
    out.reset()
    if options.dictionary then out.useDictionary()
    codec.write(out, value.asInstanceOf[A])
    out.toArray

  def decode(bytes: Array[Byte], index: Int): Object =
    in.reset(bytes, 0, bytes.length)
    if options.dictionary then in.useDictionary()
    val value = codec.read(in)
    in.expectEnd()
    value

/** Leaves the message in its buffer. */
private final class ReusedFormat[A <: AnyRef](all: Seq[A])(using codec: Codec[A])
    extends BareFormat[A](all, MessageOptions(dictionary = false)):
  override def write(value: Object): Object =
    out.reset()
    codec.write(out, value.asInstanceOf[A])
    out

private final class StandaloneFormat[A <: AnyRef: Codec](all: Seq[A])(using Schemas) extends ModelFormat(all):
  def encode(value: Object): Array[Byte]             = Codec.encode(value.asInstanceOf[A])
  def decode(bytes: Array[Byte], index: Int): Object = Codec.decode[A](bytes).fold(throw _, identity)
