package brine.lab.sql

import java.sql.Connection

import brine.lab.peer.LogStore.Level

/** What differs from one database to the next. */
trait Database extends AutoCloseable:

  /** A new connection whose commits are as safe as the level says. */
  def connect(level: Level): Connection

  /** The column types of the published table: a key of 16 bytes, a 64-bit and a 32-bit number, and bytes. */
  def types: Database.Types

  /** The end of an insert that replaces a value if there is a row of the same key. */
  def replacing(key: String, value: String): String = s"ON CONFLICT ($key) DO UPDATE SET $value = excluded.$value"

  /** Makes the database look at what a table contains, which it otherwise does at a time of its own. */
  def analyze(table: String): String = s"ANALYZE $table"

  /** Bytes of a table on disk, its key's index among them, without the database's own log, which is used again. */
  def bytes(connection: Connection, table: String): Long

  /** How many connections callers share at the most; a caller that finds none waits. */
  def connections: Int

object Database:
  final case class Types(key: String, long: String, int: String, bytes: String)
