package brine.lab.peers.journal

import java.nio.file.Path
import java.util.List as JList
import scala.jdk.CollectionConverters.*

import brine.journal.{ExpectedVersion, Journal, JournalException}
import brine.lab.peer.{IntegerLog, UsedBytes}

/** Arrays of Integers as events of one stream, through the codec. */
private final class BrineIntegers(folder: Path) extends IntegerLog:
  private val journal = Journal.open(folder)

  def append(values: Array[Integer]): Unit =
    val numbers = new Array[Int](values.length)
    var index   = 0
    while index < numbers.length do
      numbers(index) = values(index)
      index += 1
    journal.append("integers", ExpectedVersion.Any, List(numbers)).await() match
      case Right(_)    => ()
      case Left(error) => throw JournalException(error)

  def bytes: Long = UsedBytes.ofSegments(folder)

  def read(): JList[Array[Integer]] =
    journal.readAll[Array[Int]]().toVector match
      case Right(records) => records.map(_.value.map(Integer.valueOf)).asJava
      case Left(error)    => throw JournalException(error)

  def close(): Unit = journal.close()
