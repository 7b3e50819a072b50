package brine.journal.tools

import brine.journal.format.{Manifest, SegmentHeader}
import scala.collection.mutable.ArrayBuffer

/** A place in the sequence of segments. */
private[tools] enum SegmentSlot:
  case There(number: Long, file: JournalFolder.Segment)

  /** @param last
    *   its last sequence, if anybody knows it
    * @param witness
    *   the file that shows that it was there
    */
  case Missing(number: Long, last: Option[Long], witness: String)

  /** The last sequence of the segment before this one, as far as this one says it. */
  def lastBefore: Option[Long] = this match
    case There(_, file) => Some(file.header.fold(_ => file.named - 1, _.previous.sequence))
    case _: Missing     => None

private[tools] object SegmentSlot:
  /** Gives files without a readable header the number that their neighbours leave for them, and finds those that are missing.
    *
    * @return
    *   with notes of files that have no place, and of places that need no file
    */
  def of(files: Vector[JournalFolder.Segment], manifest: Option[Manifest]): (Vector[SegmentSlot], Vector[String]) =
    val slots  = ArrayBuffer.empty[SegmentSlot]
    val notes  = Vector.newBuilder[String]
    val oldest = files.headOption.flatMap(_.header.toOption).map(_.number)
    var next   = manifest.map(_.firstSegment).orElse(oldest).getOrElse(1L)
    files.foreach: file =>
      val number = file.header.fold(_ => next, _.number)
      val last   = file.header.fold(_ => file.named - 1, _.previous.sequence)
      // Each of those missing had a record at least; which had the others nobody knows.
      (next until number).foreach: missing =>
        slots += Missing(missing, Option.when(missing == number - 1)(last), file.name)
      if number >= next then
        slots += There(number, file)
        next = number + 1
      else notes += s"${file.name} has the number $number, as another one: it is left out"
    manifest
      .map(_.watermark)
      .filter(_.segment >= next)
      .foreach: watermark =>
        // A crash while a journal is opened may leave it with an empty segment set aside and no other in its place.
        if watermark.segment == next && watermark.offset <= SegmentHeader.Length then
          notes += s"segment $next, which was empty, is not there: a crash leaves that, and it is made again"
        else slots += Missing(next, Some(watermark.sequence), Manifest.names.head)
    (slots.toVector, notes.result())
