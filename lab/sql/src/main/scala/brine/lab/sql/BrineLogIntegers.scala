package brine.lab.sql

import java.util.List as JList
import scala.jdk.CollectionConverters.*

import brine.journal.{ExpectedVersion, JournalException}
import brine.lab.peer.IntegerLog

/** Arrays of Integers as events of one stream, through the codec. */
private final class BrineLogIntegers(logs: BrineLogs, name: String) extends IntegerLog:
  private val log = logs.open(name)

  def append(values: Array[Integer]): Unit =
    log.append("integers", ExpectedVersion.Any, List(values.map(_.intValue))).await() match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  def bytes: Long = logs.bytes(name)

  def read(): JList[Array[Integer]] = log.readAll[Array[Int]]().toVector match
    case Right(records) => records.map(_.value.map(Integer.valueOf)).asJava
    case Left(error)    => throw JournalException(error)

  def close(): Unit = log.close()
