package brine.entity.testkit

import brine.journal.testkit.{Fault, FaultStorage, MemoryEventLog}
import brine.journal.{EncodedAppend, EventLog, Journal, JournalSettings}
import java.nio.file.Path
import java.time.{Clock, Duration}

/** Where the events of a run are, from its first process to the last. For the thread of the simulation. */
private[testkit] abstract class Disk:
  /** The log of this process. */
  def log: EventLog

  /** Cuts the power, and opens the log that is left. Of the appends that were accepted some may be in it. Returns what
    * it did, in words.
    */
  def crash(pending: Vector[EncodedAppend], choices: Choices): String

  /** Whether [[fail]] does something. */
  def mayFail: Boolean = false

  /** Lets the next change fail, and with it the log. */
  def fail(choices: Choices): Unit = ()

  def close(): Unit

private[testkit] object Disk:
  def of(store: SimulatedStore, seed: Long, clock: Clock): Disk = store match
    case SimulatedStore.Memory => InMemory(clock)
    case SimulatedStore.Files  => InFiles(seed, clock)

  /** Keeps the first ones of the appends that were accepted. */
  private final class InMemory(clock: Clock) extends Disk:
    private var now = MemoryEventLog.direct(clock)

    def log: EventLog = now

    def crash(pending: Vector[EncodedAppend], choices: Choices): String =
      val kept = choices.next(pending.size + 1)
      pending.take(kept).foreach(append => Handover.append(now, append): Unit)
      now.close()
      now = now.openAgain()
      s"of ${pending.size} accepted appends the first $kept are on the disk"

    def close(): Unit = now.close()

  /** Cuts the power while a journal writes the appends that were accepted. */
  private final class InFiles(seed: Long, clock: Clock) extends Disk:
    private var storage = FaultStorage(seed)
    private var now     = open()

    // Nothing is done at a certain time, because that would be another one in each run.
    private def open(): Journal =
      val never   = Duration.ofDays(1)
      val options = JournalSettings(
        segmentSize = 1 << 16,
        firstSegmentSize = 1 << 16,
        idleAfter = never,
        forceWithin = never,
        clock = clock
      )
      Journal.open(Path.of("data"), options, storage)

    def log: EventLog = now

    def crash(pending: Vector[EncodedAppend], choices: Choices): String =
      val changes = choices.next(MostChanges)
      storage.cutPowerAfter(changes)
      pending.foreach(append => Handover.append(now, append): Unit)
      storage.cutPowerAfter(0)
      val left = storage.crash(choices.next(MostOutcomes))
      now.close()
      storage = left
      now = open()
      s"${pending.size} accepted appends may be on the disk, which could do $changes changes more"

    override def mayFail: Boolean = true

    override def fail(choices: Choices): Unit =
      storage.inject(if choices.next(2) == 0 then Fault.FailedForce() else Fault.FailedWrite())

    def close(): Unit = now.close()

  private inline val MostChanges  = 8
  private inline val MostOutcomes = 1_000
