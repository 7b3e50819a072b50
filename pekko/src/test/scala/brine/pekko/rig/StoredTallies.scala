package brine.pekko.rig

import brine.jdbc.{JdbcEventLog, JdbcSettings}
import brine.journal.JournalException
import brine.pekko.rig.Tallies.New.Change

/** What must hold for the events of entities, and for what clients were told.
  *
  *   - Versions are dense, and each event was decided on the state that the events before it lead to. So no two writers
  *     have interleaved.
  *   - Each acknowledged command is in the log once, at the version that its client was told; nothing else is.
  *   - The state that each node has is the fold of the events.
  */
final class StoredTallies(rig: Rig):
  /** Throws for what does not hold. Returns the number of events. */
  def check(ids: Vector[String], acknowledged: Vector[Acknowledged], isNew: Boolean): Int =
    val source = org.postgresql.ds.PGSimpleDataSource()
    source.setUrl(rig.database.url)
    val log = JdbcEventLog.open(source, JdbcSettings.defaults.withReadOnly(true))
    try
      val byId = acknowledged.groupBy(_.entity)
      ids.map(id => checkOne(log, id, byId.getOrElse(id, Vector.empty), isNew)).sum
    finally log.close()

  private def checkOne(log: JdbcEventLog, id: String, told: Vector[Acknowledged], isNew: Boolean): Int =
    def require(holds: Boolean, what: => String): Unit = if !holds then throw AssertionError(s"$id: $what")
    val records = log.read[Change](s"tally-$id").toVector.fold(error => throw JournalException(error), identity)
    require(records.map(_.version) == records.indices.map(_ + 1L), s"versions are ${records.map(_.version)}")
    val changes = records.map(record => StoredTallies.partsOf(record.value))
    for ((client, number, before), at) <- changes.zipWithIndex do
      require(before == at, s"event ${at + 1} (command $number of client $client) was decided on $before events")
    val stored = changes.map((client, number, _) => (client, number))
    require(stored.distinct.size == stored.size, s"twice: ${stored.diff(stored.distinct)}")
    for one <- told do
      val found = stored.lift((one.version - 1).toInt)
      require(found.contains((one.client, one.number)), s"$one, and the log has $found there")
    val extra = stored.toSet -- told.map(one => (one.client, one.number))
    require(extra.isEmpty, s"nobody was told of $extra")
    val hash  = stored.foldLeft(0L)((sum, one) => Tallies.hash(sum, one._1, one._2))
    val notes = records.count(_.value match
      case Change.Added(note, _, _, _) => note.nonEmpty
      case _: Change.Marked            => false)
    val expected = List("ok", s"${records.size}", s"$hash", if isNew then s"$notes" else "0")
    for address <- rig.addresses do
      val seen = NodeConnection.ask(address, s"look $id")
      require(seen == expected, s"$address has ${seen.mkString(" ")}, not ${expected.mkString(" ")}")
    records.size

object StoredTallies:
  private def partsOf(change: Change): (Int, Long, Long) = change match
    case Change.Added(_, before, client, number) => (client, number, before)
    case Change.Marked(client, number, before)   => (client, number, before)
