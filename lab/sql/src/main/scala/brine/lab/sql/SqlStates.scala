package brine.lab.sql

import brine.lab.peer.KeyedRecords
import brine.lab.peer.LogStore.Level

/** Records by key: a table of keys and bytes. Safe from any thread. */
private final class SqlStates(database: Database, table: String) extends KeyedRecords:
  private val sessions = Sessions(database, Level.DISK)
  private val upsert   =
    s"INSERT INTO $table (name, state) VALUES (?, ?) ${database.replacing("name", "state")}"
  private val select = s"SELECT state FROM $table WHERE name = ?"

  sessions.using: session =>
    session.connection
      .createStatement()
      .executeUpdate(s"CREATE TABLE $table (name VARCHAR(190) PRIMARY KEY, state ${database.types.bytes})"): Unit

  def save(key: String, record: Array[Byte]): Unit = sessions.using: session =>
    val statement = session.statement(upsert)
    statement.setString(1, key)
    statement.setBytes(2, record)
    statement.executeUpdate(): Unit

  def saveAll(keys: Array[String], records: Array[Array[Byte]]): Unit = sessions.using: session =>
    session.together:
      val statement = session.statement(upsert)
      for at <- keys.indices do
        statement.setString(1, keys(at))
        statement.setBytes(2, records(at))
        statement.addBatch()
      statement.executeBatch(): Unit

  def load(key: String): Array[Byte] = sessions.using: session =>
    val statement = session.statement(select)
    statement.setString(1, key)
    val rows = statement.executeQuery()
    try if rows.next() then rows.getBytes(1) else null
    finally rows.close()

  def close(): Unit = sessions.close()
