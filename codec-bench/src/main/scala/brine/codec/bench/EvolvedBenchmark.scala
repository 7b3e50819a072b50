package brine.codec.bench

import brine.codec.{Codec, In, Schema}
import brine.lab.model.{Site, SiteGenerator}
import org.openjdk.jmh.annotations.*

import java.util.concurrent.TimeUnit

/** Reading what an earlier version wrote, against reading what this version wrote. The values are the same; the older
  * message differs in every record ([[Older]]).
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 200, timeUnit = TimeUnit.MILLISECONDS)
class EvolvedBenchmark:
  @Param(Array("1k", "2k", "4k", "8k", "64k"))
  var site: String = ""

  private var messages = EvolvedBenchmark.Messages.none

  @Setup
  def setUp(): Unit = messages = EvolvedBenchmark.messages(site)

  @Benchmark
  def direct(): Any = Codec.decodeBare[Site](messages.direct)(using EvolvedBenchmark.site)

  @Benchmark
  def evolved(): Any = Codec.decodeBare[Site](messages.older, messages.schema)(using EvolvedBenchmark.site)

object EvolvedBenchmark:
  private val site: Codec[Site]        = Codec.derived
  private val older: Codec[Older.Site] = summon

  /** The same site as this version and as the older one writes it. */
  final case class Messages(direct: Array[Byte], older: Array[Byte], schema: Schema)
  object Messages:
    val none: Messages = Messages(Array.emptyByteArray, Array.emptyByteArray, older.schema)

  /** The older message is made by reading the newer one as the older type. */
  def messages(name: String): Messages =
    val value  = SiteGenerator.site(name)
    val direct = Codec.encodeBare(value)(using site)
    val old    = Codec.decodeBare[Older.Site](direct, site.schema).fold(throw _, identity)
    val bytes  = Codec.encodeBare(old)
    val back   = Codec.decodeBare[Site](bytes, older.schema)(using site)
    if back != Right(value) then throw IllegalStateException(s"the older message does not read back: $back")
    Messages(direct, bytes, older.schema)
