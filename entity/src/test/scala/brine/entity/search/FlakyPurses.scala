package brine.entity.search

import brine.journal.{AppendBatch, EncodedAppend, EventLog, ExpectedVersion}
import java.util.concurrent.atomic.AtomicLong

/** A log that fails at random, where another writer moves money between purses. */
final class FlakyPurses(log: EventLog, seed: Long, every: Int) extends FlakyLog(log, seed, every):
  private val moves = AtomicLong()

  override protected def anotherWriter(append: EncodedAppend): Unit =
    val stream = append.parts.last.stream
    if stream.startsWith("purse-") then for _ <- 0 to next(2) do move(stream, -moves.incrementAndGet())

  private def move(stream: String, number: Long): Unit =
    val other = if stream == "purse-p0" then "purse-p1" else "purse-p0"
    val batch = AppendBatch()
    batch.to(stream, ExpectedVersion.Any).add(Moved(number, -1))
    batch.to(other, ExpectedVersion.Any).add(Moved(number, 1))
    log.tryAppend(batch): Unit
