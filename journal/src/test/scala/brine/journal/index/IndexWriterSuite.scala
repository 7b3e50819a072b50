package brine.journal.index

import brine.codec.Codec
import brine.journal.storage.MemoryStorage
import java.lang.management.ManagementFactory
import java.nio.ByteBuffer
import java.nio.file.Path

class IndexWriterSuite extends munit.FunSuite:
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[com.sun.management.ThreadMXBean]

  /** Bytes that building the index of a segment allocates. */
  private def allocated(made: TestSegment): Long =
    val storage = MemoryStorage()
    val path    = Path.of("/00000000000000001001.seg")
    storage.create(path).write(ByteBuffer.wrap(made.toArray), 0)
    val file          = storage.openRead(path)
    def build(): Unit =
      val index = path.resolveSibling("00000000000000001001.idx")
      SegmentIndex.build(storage, "s", file, made.header, made.sequence, _ => None, index)
    build()
    val before = threads.getCurrentThreadAllocatedBytes
    build()
    threads.getCurrentThreadAllocatedBytes - before

  private def segment(size: Long, units: Int, events: Int): TestSegment =
    val made = TestSegment(TestSegment.header(size = size))
    val one  = TestSegment.Event("s", new Array[Byte](250), summon[Codec[Array[Byte]]])
    for _ <- 1 to units do made.unit(5, Seq.fill(events)(one)): Unit
    made

  test("the index of a small segment is made in a little more memory than the segment has"):
    assert(clue(allocated(segment(128 << 10, 400, 1))) < (250 << 10))

  test("events in dense units take no memory"):
    val few  = allocated(segment(2 << 20, 100, 10))
    val many = allocated(segment(2 << 20, 100, 70))
    assert(clue(many) - clue(few) < 100 * 60, s"$few $many")
