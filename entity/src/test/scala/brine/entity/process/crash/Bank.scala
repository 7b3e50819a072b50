package brine.entity.process.crash

import brine.entity.SavePolicy
import brine.entity.effect.{EffectKey, Effects, EffectsBegin}
import brine.entity.process.*
import brine.entity.projection.*
import brine.journal.*
import java.nio.charset.StandardCharsets.UTF_8
import java.sql.Connection
import java.util.{SplittableRandom, UUID}

/** What programs and their oracle know of the bank. Everything follows from the number of a command. */
private[crash] object Bank:
  /** Number of purses. */
  val PurseCount = 6

  val settings: JournalSettings = JournalSettings(segmentSize = 1 << 18, firstSegmentSize = 1 << 16)

  /** Saved often, so that states that were saved are loaded. */
  object Transferring extends TransferProcess(saves = SavePolicy(2))

  val purseQuery: Query = Query.category("purse")

  /** A view in a database: moves of each purse. */
  val table: Projection[PurseEvent] = Projection[PurseEvent]("purses")(purseQuery)

  private val inMemory = Projection[PurseEvent]("purses-in-memory")(purseQuery)

  /** The same in memory. */
  def startView(log: EventLog, saveEvery: Int): FoldProjection[Map[String, Line]] =
    FoldProjection.start(log, inMemory, Map.empty[String, Line], saveEvery = saveEvery): (lines, record) =>
      Moves.step(lines, moveOf(record))

  def store(connection: Connection, records: Vector[Record[PurseEvent]]): Unit =
    Moves.store(connection, records.map(moveOf))

  /** A number instead of the event, so that digests of events are compared. */
  def moveOf(record: Record[PurseEvent]): Record[Move] =
    record.copy(value = Move(record.value match
      case PurseEvent.Moved(purpose, cents) => purpose.hashCode * 31L + cents
      case PurseEvent.Frozen(isFrozen)      => if isFrozen then 1 else 0))

  def effects(run: (Record[PurseEvent], EffectKey) => Unit): Effects[PurseEvent] =
    Effects[PurseEvent]("moves", EffectsBegin.First)(purseQuery)(run)

  def purse(number: Long): String = s"p$number"

  def purseOf(number: Long): String = purse(number / 4 % PurseCount)

  def isTransfer(number: Long): Boolean = number % 4 != 0

  def isConfirmed(number: Long): Boolean = number % 4 != 1

  def filling(number: Long): Purse[Unit] = Purse.Fill(filled(number), fillingPurpose(number))

  def filled(number: Long): Long = 1 + number % 500

  def fillingPurpose(number: Long): String = s"fill/$number"

  def asking(number: Long): Request.Asked =
    val own = SplittableRandom(number)
    Request.Asked(
      s"t$number",
      purse(own.nextInt(PurseCount)),
      purse(own.nextInt(PurseCount)),
      own.nextLong(300),
      own.nextLong(200)
    )

  def key(number: Long, what: String): UUID =
    UUID.nameUUIDFromBytes(s"$what $number".getBytes(UTF_8))
