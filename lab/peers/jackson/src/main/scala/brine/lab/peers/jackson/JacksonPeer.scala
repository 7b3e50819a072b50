package brine.lab.peers.jackson

import java.time.Instant
import java.util.{List as JList, Set as JSet}

import com.fasterxml.jackson.core.{JsonFactory, JsonGenerator, JsonParser}
import com.fasterxml.jackson.databind.*
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer
import com.fasterxml.jackson.databind.module.SimpleModule
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer
import com.fasterxml.jackson.dataformat.cbor.CBORFactory
import com.fasterxml.jackson.dataformat.smile.SmileFactory
import com.fasterxml.jackson.module.scala.DefaultScalaModule

import brine.lab.model.*
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Format, Library, Resolved}

/** Jackson with its Scala module: one mapper a format, a reader and a writer for each root type, kept. */
final class JacksonPeer extends ModelPeer:
  private def row(name: String, factory: String, trait0: String) = Library(
    name,
    Resolved.scalaVersion("jackson-module-scala"),
    JSet.of(trait0, "self-describing", "evolvable", "cross-language"),
    s"DefaultScalaModule over $factory; UUID as text, instants as epoch milliseconds, case name as property \"type\"; " +
      "one reader and one writer per root type, buffers from its own recycler"
  ).recommendedBy("github.com/FasterXML/jackson-docs/wiki/Presentation:-Jackson-Performance")

  def libraries: JList[Library] = JList.of(
    row("jackson-json", "JsonFactory", "text"),
    row("jackson-smile", "SmileFactory", "binary"),
    row("jackson-cbor", "CBORFactory", "binary")
  )

  private def mapper(library: String): ObjectMapper =
    val factory = library match
      case "jackson-json"  => JsonFactory()
      case "jackson-smile" => SmileFactory()
      case "jackson-cbor"  => CBORFactory()
      case other           => throw IllegalArgumentException(s"no library $other in this peer")
    val mapper = ObjectMapper(factory)
    mapper.registerSubtypes(SumTypes.cases*)
    mapper
      .registerModule(DefaultScalaModule)
      .registerModule(
        SimpleModule()
          .addSerializer(classOf[Instant], InstantSerializer)
          .addDeserializer(classOf[Instant], InstantDeserializer)
      )
      .addMixIn(classOf[PageComponentData], classOf[SumType])
      .addMixIn(classOf[EntryPoint], classOf[EntryPointType])
      .addMixIn(classOf[SiteEvent], classOf[SumType])

  override protected def records(library: String, data: RecordsData): Format =
    JacksonFormat(mapper(library), data.value.getClass, Seq(data.value))

  override protected def versions(library: String): Seq[Versions] =
    def program[E, H](way: String, event: Class[E], history: Class[H], cases: Class[?]*): Version[E, H] =
      val own = mapper(library).addMixIn(event, classOf[SumType])
      own.registerSubtypes(cases*)
      if way.nonEmpty then { val _ = own.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES) }
      Version(
        values => JacksonFormat(own, event, values.asInstanceOf[Seq[AnyRef]]),
        values => JacksonFormat(own, history, values.asInstanceOf[Seq[AnyRef]])
      )
    // By default Jackson refuses a property that it does not know.
    for way <- Seq("", "unknown-ignored")
    yield Versions(
      way,
      program(
        way,
        classOf[older.PageEvent],
        classOf[older.PageHistory],
        classOf[older.PageAdded],
        classOf[older.PageRemoved]
      ),
      program(
        way,
        classOf[newer.PageEvent],
        classOf[newer.PageHistory],
        classOf[newer.PageAdded],
        classOf[newer.PageRemoved]
      )
    )

  protected def site(library: String, site: Site): Format =
    JacksonFormat(mapper(library), classOf[Site], Seq(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format =
    JacksonFormat(mapper(library), classOf[SiteEvent], events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format =
    JacksonFormat(mapper(library), classOf[DataEvent], events)

private final class JacksonFormat(mapper: ObjectMapper, root: Class[?], all: Seq[AnyRef]) extends ModelFormat(all):
  private val writer = mapper.writerFor(root)
  private val reader = mapper.readerFor(root)

  def encode(value: Object): Array[Byte]             = writer.writeValueAsBytes(value)
  def decode(bytes: Array[Byte], index: Int): Object = reader.readValue[AnyRef](bytes)

private object InstantSerializer extends StdScalarSerializer[Instant](classOf[Instant]):
  def serialize(value: Instant, out: JsonGenerator, provider: SerializerProvider): Unit =
    out.writeNumber(value.toEpochMilli)

private object InstantDeserializer extends StdScalarDeserializer[Instant](classOf[Instant]):
  def deserialize(in: JsonParser, context: DeserializationContext): Instant = Instant.ofEpochMilli(in.getLongValue)
