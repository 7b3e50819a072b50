package brine.journal.flight

import jdk.jfr.*

// The flight recorder reads the names, labels and fields of these classes; their types are those that it can store.

@Name("brine.JournalForce") @Label("Journal Force") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class ForceEvent extends Event:
  @Label("Journal") var journal: String        = null
  @Label("Records") var records: Long          = 0L
  @Label("Durable Sequence") var durable: Long = 0L

private[journal] object ForceEvent:
  /** Runs an fsync.
    *
    * @param records
    *   number of records that it makes durable
    * @param sequence
    *   sequence of the last of them
    */
  inline def around(journal: String, records: Long, sequence: Long)(inline fsync: Unit): Unit =
    val event = ForceEvent()
    event.begin()
    fsync
    event.end()
    if event.shouldCommit then
      event.journal = journal
      event.records = records
      event.durable = sequence
      event.commit()

@Name("brine.JournalOpen") @Label("Journal Open") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class OpenEvent extends Event:
  @Label("Journal") var journal: String                                                           = null
  @Label("Records") @Description("Sequence of the last record") var sequence: Long                = 0L
  @Label("Scanned Records") @Description("Read from the last segment") var scanned: Long          = 0L
  @Label("Torn Bytes") @DataAmount @Description("Of a torn write, set aside") var tornBytes: Long = 0L
  @Label("Clean") @Description("Whether the journal had been closed") var isClean: Boolean        = false

@Name("brine.JournalSegment") @Label("Journal Segment") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class SegmentEvent extends Event:
  @Label("Journal") var journal: String            = null
  @Label("Number") var number: Long                = 0L
  @Label("First Sequence") var firstSequence: Long = 0L

@Name("brine.JournalState") @Label("Journal State") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class StateEvent extends Event:
  @Label("Journal") var journal: String = null
  @Label("State") var state: String     = null

@Name("brine.JournalKeeperFailure") @Label("Journal Keeper Failure") @Category(Array("Brine")) @StackTrace(false)
private[journal] final class KeeperFailureEvent extends Event:
  @Label("Journal") var journal: String = null
  @Label("Problem") var problem: String = null

private[journal] object FlightEvents:
  /** Initializes the classes of all events. A class whose initialization fails, for lack of memory for instance, cannot
    * be used until the program ends, and that would be when it is to report the lack.
    */
  def prepare(): Unit =
    ForceEvent(): Unit
    SegmentEvent(): Unit
    StateEvent(): Unit
    KeeperFailureEvent(): Unit
    DamageEvent(): Unit
