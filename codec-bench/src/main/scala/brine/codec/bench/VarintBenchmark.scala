package brine.codec.bench

import brine.codec.{In, Limits, Out}
import org.openjdk.jmh.annotations.*

import java.util.concurrent.TimeUnit

/** LEB128 as the codec writes and reads it, against other ways to do the same and against prefix varints: ADR 0012.
  *
  * Numbers of up to 32 bits are written and read by the codec's methods for 32 bits, others by those for 64.
  */
@State(Scope.Thread)
@BenchmarkMode(Array(Mode.AverageTime))
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Numbers.Count)
@Fork(3)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 4, time = 250, timeUnit = TimeUnit.MILLISECONDS)
class VarintBenchmark:
  @Param(Array("small", "mixed", "bits32", "bits64", "repeated"))
  var numbers: String = ""

  private var values: Array[Long] = Array.emptyLongArray
  private var ints: Array[Int]    = Array.emptyIntArray
  private var areInts: Boolean    = false
  private var leb128: Array[Byte] = Array.emptyByteArray
  private var prefix: Array[Byte] = Array.emptyByteArray
  private val out                 = Out.sized(10 * Numbers.Count, Limits.defaults) // all in one array
  private val in                  = In(Array.emptyByteArray)

  @Setup
  def setUp(): Unit =
    values = Numbers.of(numbers)
    ints = values.map(_.toInt)
    areInts = numbers != "bits64"
    writeLeb128(): Unit
    leb128 = out.toArray
    writePrefix(): Unit
    prefix = out.toArray

  private inline def write(inline put: Long => Unit): Int =
    out.reset()
    var i = 0
    while i < values.length do
      put(values(i))
      i += 1
    out.size

  private inline def writeInts(inline put: Int => Unit): Int =
    out.reset()
    var i = 0
    while i < ints.length do
      put(ints(i))
      i += 1
    out.size

  private inline def read(bytes: Array[Byte])(inline get: => Long): Long =
    in.reset(bytes, 0, bytes.length)
    var sum = 0L
    var i   = 0
    while i < Numbers.Count do
      sum += get
      i += 1
    in.expectEnd()
    sum

  @Benchmark def writeLeb128(): Int =
    if areInts then writeInts(out.writeUnsignedInt(_)) else write(out.writeUnsignedLong(_))
  @Benchmark def writeWordLeb128(): Int = write(WordLeb128.write(out, _))
  @Benchmark def writePrefix(): Int     = write(PrefixVarint.write(out, _))

  @Benchmark def readLeb128(): Long =
    if areInts then read(leb128)(in.readUnsignedInt() & 0xffffffffL) else read(leb128)(in.readUnsignedLong())
  @Benchmark def readWordLeb128(): Long         = read(leb128)(WordLeb128.read(in))
  @Benchmark def readWordLeb128ByBranch(): Long = read(leb128)(WordLeb128.readByBranch(in))
  @Benchmark def readPrefix(): Long             = read(prefix)(PrefixVarint.read(in))
  @Benchmark def readPrefixByBranch(): Long     = read(prefix)(PrefixVarint.readByBranch(in))
