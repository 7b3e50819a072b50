package brine.lab.peers.reference

import java.util.{List as JList, Set as JSet}

import brine.lab.model.*
import brine.lab.model.records.*
import brine.lab.peer.{Format, Library}

/** Not a library: what a throw-away codec written by hand for these types alone takes, as the mark for all others; and
  * what it takes to make a site of events that are decoded already.
  */
final class ReferencePeer extends ModelPeer:
  private val positional = Library(
    "reference-positional",
    "hand-written",
    JSet.of("binary"),
    "fields in order without tags: varints, UTF-8 with its length, UUID as 16 bytes, one byte an enum, boolean or case; " +
      "no checks, no evolution"
  )
  private val fold = Library(
    "reference-fold",
    "no codec",
    JSet.of("binary"),
    "the events are decoded already, so its times are those of the folds alone, which are in the times of all other rows",
    JSet.of("site")
  )

  def libraries: JList[Library] = JList.of(positional, fold)

  override def cases(library: String): JSet[String] =
    if library == fold.name then JSet.of(Cases.Rebuild*) else JSet.of()

  override protected def versions(library: String): Seq[Versions] =
    throw UnsupportedOperationException("it is written by hand for one version, as throw-away code is")

  protected def site(library: String, site: Site): Format = new ModelFormat(Seq(site)):
    private val out                        = Writer()
    def encode(value: Object): Array[Byte] =
      out.clear()
      SiteFormat.write(out, value.asInstanceOf[Site])
      out.toByteArray
    def decode(bytes: Array[Byte], index: Int): Object = SiteFormat.read(Reader(bytes))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    if library == fold.name then DecodedFormat(events) else eventFormat(events)

  private def eventFormat(events: Vector[SiteEvent]): Format = new ModelFormat(events):
    private val out                        = Writer()
    def encode(value: Object): Array[Byte] =
      out.clear()
      EventFormat.write(out, value.asInstanceOf[SiteEvent])
      out.toByteArray
    def decode(bytes: Array[Byte], index: Int): Object = EventFormat.read(Reader(bytes))

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ModelFormat(events):
    private val out                        = Writer()
    def encode(value: Object): Array[Byte] =
      val event = value.asInstanceOf[DataEvent]
      out.clear()
      out.string(event.id)
      out.fixedInt(event.timestamp)
      out.string(event.message)
      out.toByteArray
    def decode(bytes: Array[Byte], index: Int): Object =
      val in = Reader(bytes)
      DataEvent(in.string(), in.fixedInt(), in.string())

  override protected def records(library: String, data: RecordsData): Format = data match
    case OneMesh(mesh)        => record(mesh)(RecordsFormat.write(_, _), RecordsFormat.mesh)
    case OneAccessLog(log)    => record(log)(RecordsFormat.write(_, _), RecordsFormat.accessLog)
    case SomeUpdates(updates) => record(updates)(RecordsFormat.write(_, _), RecordsFormat.updates)
    case SomeSaves(saves)     => record(saves)(RecordsFormat.write(_, _), RecordsFormat.saves)

  private def record[A <: AnyRef](value: A)(put: (Writer, A) => Unit, take: Reader => A): Format =
    new ModelFormat(Seq(value)):
      private val out                        = Writer()
      def encode(value: Object): Array[Byte] =
        out.clear()
        put(out, value.asInstanceOf[A])
        out.toByteArray
      def decode(bytes: Array[Byte], index: Int): Object = take(Reader(bytes))
