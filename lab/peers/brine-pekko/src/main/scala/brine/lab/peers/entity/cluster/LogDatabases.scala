package brine.lab.peers.entity.cluster

import scala.collection.mutable

import brine.lab.postgresql.PostgresqlServer

/** A database of one server for each log. Used by one thread. */
private final class LogDatabases(server: PostgresqlServer) extends AutoCloseable:
  private val created = mutable.Set.empty[String]

  // A name alone could be a word of SQL.
  private def database(name: String) = s"sites_$name"

  /** The address of the database of a name, which is created if there is none. Its commits are durable. */
  def url(name: String): String =
    if created.add(name) then server.execute(PostgresqlServer.DATABASE, s"CREATE DATABASE \"${database(name)}\"")
    server.url(database(name), true)

  /** Bytes of the tables of events and tags, with their indexes. */
  def bytes(name: String): Long =
    List("brine_event", "brine_event_tag").map(server.bytes(database(name), _)).sum

  def drop(name: String): Unit =
    // The server may not have noticed yet that connections were closed.
    server.execute(PostgresqlServer.DATABASE, s"DROP DATABASE IF EXISTS \"${database(name)}\" WITH (FORCE)")
    created -= name

  def close(): Unit = server.close()
