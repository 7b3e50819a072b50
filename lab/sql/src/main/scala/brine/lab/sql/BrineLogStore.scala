package brine.lab.sql

import java.util.Set as JSet

import brine.lab.peer.{EventLog, IntegerLog, LogStore}
import brine.lab.peer.LogStore.Level

/** The rows of [[BrineLogs]] in study `log`. Every level is durable. */
final class BrineLogStore(database: Database) extends LogStore:
  private val logs = BrineLogs(database)

  def events(name: String, level: Level): EventLog = BrineLogEvents(logs, name)

  def integers(name: String): IntegerLog = BrineLogIntegers(logs, name)

  def drop(name: String): Unit = logs.drop(name)

  def close(): Unit = logs.close()

object BrineLogStore:
  /** The cases of its rows: appends that are durable. Every level of this store is. */
  val cases: JSet[String] =
    JSet.of("callers-1", "callers-16", "callers-256", "batch-100", "in-flight-1024", "overhead")
