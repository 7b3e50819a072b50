package brine.lab.custom

import brine.lab.sample.Json
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable
import scala.util.Random

/** A random sample of records: all of them while they are few. The draw is the same for the same data. One thread.
  *
  * @param mostBytes
  *   most bytes of all records as compact JSON; a single record may be larger
  */
final class Sample(mostBytes: Int = Sample.mostBytes, mostRecords: Int = Sample.mostRecords):
  private final case class Kept(rank: Double, index: Int, text: String, bytes: Int)

  private val random  = Random(20010101L)
  private val kept    = mutable.PriorityQueue[Kept]()(using Ordering.by(_.rank))
  private var bytes   = 0L
  private var highest = Double.MaxValue
  private var count   = 0

  /** Offers a record. */
  def add(record: Json): Unit =
    val rank = random.nextDouble()
    if rank < highest || kept.isEmpty then
      val text = record.text
      val size = text.getBytes(UTF_8).length
      kept += Kept(rank, count, text, size)
      bytes += size
      while kept.size > 1 && (bytes > mostBytes || kept.size > mostRecords) do
        val dropped = kept.dequeue()
        bytes -= dropped.bytes
        highest = dropped.rank
    count += 1

  /** The records in their order, as compact JSON. */
  def records: Vector[String] = kept.toVector.sortBy(_.index).map(_.text)

  /** How many records were offered. */
  def offered: Int = count

  /** Whether some records were left out. */
  def isPart: Boolean = kept.size < count

object Sample:
  /** Most bytes of a sample: small enough for the caches' sake and for many passes over it in a short time. */
  val mostBytes: Int = 256 << 10

  /** Most records of a sample. */
  val mostRecords = 1000
