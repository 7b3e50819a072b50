package brine.journal.tools

import brine.journal.format.{Manifest, SegmentHeader}
import scala.collection.mutable.ArrayBuffer

/** A place in the sequence of segments. */
private[tools] enum SegmentSlot:
  case There(number: Long, file: JournalFolder.Segment)

  /** A segment without a file.
    *
    * @param last
    *   its last sequence, if it is known
    * @param witness
    *   name of the file that shows that the segment existed
    */
  case Missing(number: Long, last: Option[Long], witness: String)

  /** The last sequence of the segment before this one, if this one's file says it. */
  def lastBefore: Option[Long] = this match
    case There(_, file) => Some(file.header.fold(_ => file.named - 1, _.previous.sequence))
    case _: Missing     => None

private[tools] object SegmentSlot:
  /** Assigns numbers to files without a readable header, by their neighbors, and finds missing segments.
    *
    * @return
    *   the places, and notes about files without a place and places that need no file
    */
  def of(files: Vector[JournalFolder.Segment], manifest: Option[Manifest]): (Vector[SegmentSlot], Vector[String]) =
    val slots  = ArrayBuffer.empty[SegmentSlot]
    val notes  = Vector.newBuilder[String]
    val oldest = files.headOption.flatMap(_.header.toOption).map(_.number)
    var next   = manifest.map(_.firstSegment).orElse(oldest).getOrElse(1L)
    files.foreach: file =>
      val number = file.header.fold(_ => next, _.number)
      val last   = file.header.fold(_ => file.named - 1, _.previous.sequence)
      // Each missing segment had at least one record; which had the others is unknown.
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
        // A crash during opening may leave an empty segment set aside and no other in its place.
        if watermark.segment == next && watermark.offset <= SegmentHeader.Length then
          notes += s"segment $next, which was empty, is not there: a crash leaves that, and it is made again"
        else slots += Missing(next, Some(watermark.sequence), Manifest.names.head)
    (slots.toVector, notes.result())
