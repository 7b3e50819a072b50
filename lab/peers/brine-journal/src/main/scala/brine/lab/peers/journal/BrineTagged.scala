package brine.lab.peers.journal

import java.nio.file.Path
import java.util.List as JList
import java.util.function.Consumer
import scala.jdk.CollectionConverters.*

import brine.codec.Codec
import brine.journal.{ExpectedVersion, Journal, JournalException, Query, StreamAppend}
import brine.lab.peer.TaggedLog
import brine.lab.peer.TaggedLog.Tagged

/** An event of one of two kinds. */
private enum Kinded derives Codec:
  case Usual(bytes: Array[Byte])
  case Rare(bytes: Array[Byte])

/** Events with tags in one stream. An append has one event, because the tags are those of an append. */
private final class BrineTagged(folder: Path) extends TaggedLog:
  private val journal = Journal.open(folder)

  def appendAll(events: JList[Tagged]): Unit =
    val appending = events.asScala.toVector.map: tagged =>
      val event = if tagged.isRare then Kinded.Rare(tagged.event) else Kinded.Usual(tagged.event)
      journal.appendAll(List(StreamAppend("events", ExpectedVersion.Any, List(event), tagged.tags.asScala.toSet)))
    appending.foreach(_.await().left.foreach(error => throw JournalException(error)))

  def readBoth(tag: String, other: String, each: Consumer[Array[Byte]]): Unit = read(Query.tagged(tag, other), each)

  def readEither(tag: String, each: Consumer[Array[Byte]]): Unit =
    read(Query.tagged(tag) or Query.kindsOf[Kinded]("Rare"), each)

  private def read(query: Query, each: Consumer[Array[Byte]]): Unit =
    val read = journal
      .readQuery[Kinded](query)
      .foreach: record =>
        record.value match
          case Kinded.Usual(bytes) => each.accept(bytes)
          case Kinded.Rare(bytes)  => each.accept(bytes)
    read.left.foreach(error => throw JournalException(error))

  def close(): Unit = journal.close()
