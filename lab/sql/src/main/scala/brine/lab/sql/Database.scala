package brine.lab.sql

import java.sql.Connection

import brine.lab.peer.LogStore.Level

/** What differs from one database to the next. */
trait Database extends AutoCloseable:

  /** A new connection whose commits are as safe as the level says. */
  def connect(level: Level): Connection

  /** The column types of the published table: a key of 16 bytes, a 64-bit and a 32-bit number, and bytes. */
  def types: Database.Types

  /** Bytes of a table on disk, its key's index among them, without the database's own log, which is used again. */
  def bytes(connection: Connection, table: String): Long

  /** How many connections callers share at the most; a caller that finds none waits. */
  def connections: Int

object Database:
  final case class Types(key: String, long: String, int: String, bytes: String)
