package brine.entity.effect.crash

import brine.actor.Backoff
import brine.entity.effect.*
import brine.entity.projection.Move
import brine.journal.{Journal, JournalSettings, Query}
import java.nio.file.Path
import java.time.Duration
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** The process that [[EffectsCrashSuite]] kills: it appends to a journal, and runs effects of it, until it is killed.
  * The receiver is a file: an effect writes a line with offset, stream, version and key to it. It prints a line once
  * effects were executed. Arguments: folder of the journal, file of the receiver, seed.
  */
object EffectsProcess:
  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 18, firstSegmentSize = 1 << 16)

  def effects(run: (brine.journal.Record[Move], EffectKey) => Unit): Effects[Move] =
    Effects[Move]("moves", EffectsBegin.First)(Query.category("line"))(run)

  def main(arguments: Array[String]): Unit =
    val Array(folder, file, seed) = arguments
    val log                       = Journal.open(Path.of(folder), settings)
    val own                       = SplittableRandom(seed.toLong)
    val receiver                  = ReceiverFile.Writer(Path.of(file))
    val random                    = java.util.Random(seed.toLong) // of many threads
    val definition                = effects: (record, key) =>
      // Now and then one takes a while, or fails, before it is executed or after.
      val way = random.nextInt(40)
      if way == 0 then Thread.sleep(random.nextInt(20))
      if way == 1 then throw IllegalStateException("before")
      receiver.write(record, key)
      if way == 2 then throw IllegalStateException("after")
    val quick = EffectsSettings(
      parallel = 1 + own.nextInt(16),
      backoff = Backoff(1.milli, 5.millis),
      maxPending = 1 + own.nextInt(200),
      saveEvery = Duration.ofMillis(own.nextInt(3) * 30)
    )
    val threads = Vector.fill(1 + own.nextInt(4)):
      val each = own.split()
      Thread.ofPlatform.start: () =>
        while true do log.append(s"line-${each.nextInt(20)}", Move(each.nextInt(1000))).await(): Unit
    var isTold = false
    // It closes and starts its effects again now and then, too.
    while true do
      val moves = Effects.start(log, definition, quick)
      while !isTold && moves.status.executed == 0 do Thread.sleep(1)
      if !isTold then println("running")
      isTold = true
      Thread.sleep(20 + own.nextInt(300))
      moves.close()
    threads.foreach(_.join())
