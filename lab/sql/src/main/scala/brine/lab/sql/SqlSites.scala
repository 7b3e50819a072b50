package brine.lab.sql

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock

import brine.lab.model.entity.{SiteChange, SiteEntity, SiteReply, SiteRequest, SiteState}
import brine.lab.peer.{EntityRequest, RunningEntities}
import brine.lab.peer.LogStore.Level

/** Sites by plain JDBC over the published table, with a column for the version. A command locks its site, decides on
  * the state in memory, inserts the events in one transaction, and then changes the state. The state is made of the
  * rows when a site is used first. Thread-safe.
  */
private final class SqlSites(database: Database, table: String, level: Level) extends RunningEntities:
  private val sessions = Sessions(database, level)
  private val sites    = ConcurrentHashMap[String, SqlSite]()
  private val insert   =
    s"INSERT INTO $table (site_id, version, timestamp, event_type, event_digest) VALUES (?, ?, ?, ?, ?)"
  private val select = s"SELECT timestamp, event_digest FROM $table WHERE site_id = ? ORDER BY version"
  create()

  def execute(id: String, request: EntityRequest): SiteReply = site(id).execute(request.asInstanceOf[SiteRequest])

  def state(id: String): Object = site(id).now()

  def bytes: Long = sessions.using(session => database.bytes(session.connection, table))

  def close(): Unit = sessions.close()

  private def site(id: String) = sites.computeIfAbsent(id, id => SqlSite(UUID.nameUUIDFromBytes(id.getBytes(UTF_8))))

  private final class SqlSite(id: UUID):
    private val lock = ReentrantLock()
    private val key  =
      ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits).array
    private var known: SiteState = null // until the rows are read

    def execute(request: SiteRequest): SiteReply = locked:
      val before  = loaded()
      val decided = SiteEntity.decide(before, request)
      if decided.changes.nonEmpty then
        known = null // what a failed insert has done is unknown
        append(key, before.version, decided.changes)
        known = SiteEntity.evolve(before, decided.changes)
      decided.reply

    def now(): SiteState = locked(loaded())

    private def locked[A](body: => A): A =
      lock.lock()
      try body
      finally lock.unlock()

    private def loaded(): SiteState =
      if known == null then known = read(key)
      known

  private def append(key: Array[Byte], version: Long, changes: List[SiteChange]): Unit = sessions.using: session =>
    val statement                                     = session.statement(insert)
    def fill(change: SiteChange, version: Long): Unit =
      statement.setBytes(1, key)
      statement.setLong(2, version)
      statement.setLong(3, change.at.toEpochMilli)
      statement.setInt(4, SiteEventBytes.number(change.event))
      statement.setBytes(5, SiteEventBytes.of(change.event))
    changes match
      case List(one) =>
        fill(one, version + 1)
        statement.executeUpdate(): Unit
      case several =>
        session.together:
          for (change, index) <- several.zipWithIndex do
            fill(change, version + 1 + index)
            statement.addBatch()
          statement.executeBatch(): Unit

  private def read(key: Array[Byte]): SiteState = sessions.using: session =>
    var state = SiteState.initial
    // With a transaction open, drivers fetch a part of the rows at a time.
    session.together:
      val statement = session.statement(select)
      statement.setFetchSize(1000)
      statement.setBytes(1, key)
      val rows = statement.executeQuery()
      try
        while rows.next() do
          val at = java.time.Instant.ofEpochMilli(rows.getLong(1))
          state = SiteEntity.evolve(state, SiteChange(SiteEventBytes.event(rows.getBytes(2)), at))
      finally rows.close()
    state

  private def create(): Unit = sessions.using: session =>
    val types   = database.types
    val columns = s"site_id ${types.key}, version ${types.long}, timestamp ${types.long}, event_type ${types.int}, " +
      s"event_digest ${types.bytes}, PRIMARY KEY (site_id, version)"
    session.connection.createStatement().executeUpdate(s"CREATE TABLE IF NOT EXISTS $table ($columns)"): Unit
