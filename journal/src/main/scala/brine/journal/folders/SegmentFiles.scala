package brine.journal.folders

import brine.journal.ExplainedFailure
import brine.journal.format.{SegmentChain, SegmentHeader, SegmentNames}
import brine.journal.storage.{Storage, StorageFile, StorageFolder}
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.file.Path

/** The names of a journal's files, and how a segment file is created. */
private[journal] object SegmentFiles:
  val Next       = "next.seg"
  val Unfinished = "next.seg.part"
  val Lock       = "LOCK"
  val Quarantine = "quarantine"

  // Small enough to stay in a processor's cache. Made durable often enough that the disk is never idle and concurrent
  // appends do not wait for long: on ext4 at least twice as fast as one fsync at the end (docs/adr/0027).
  private val Zeros             = ByteBuffer.allocateDirect(1 << 18)
  private inline val ForceEvery = 1L << 22

  export SegmentNames.{firstSequence, indexName, name}

  /** The names of a folder's segments, in order.
    *
    * @param from
    *   sequence below which names are left out: what is left of deleted segments does not count
    */
  def list(storage: Storage, folder: Path, from: Long = 0): Vector[String] =
    val first = name(from)
    storage.list(folder).filter(SegmentNames.isSegment).filter(_ >= first)

  /** Reads a segment's header.
    *
    * @throws brine.journal.format.Damage
    *   if it is not one
    */
  def header(name: String, file: StorageFile): SegmentHeader =
    val bytes = new Array[Byte](SegmentHeader.Length)
    val read  = file.read(ByteBuffer.wrap(bytes), 0)
    SegmentHeader.read(name, if read == bytes.length then bytes else java.util.Arrays.copyOf(bytes, read))

  /** Reads the header of a segment whose file must have this name.
    *
    * @throws brine.journal.format.Damage
    *   if it has another one
    */
  def named(name: String, file: StorageFile): SegmentHeader =
    val found = header(name, file)
    SegmentChain.checkName(name, found)
    found

  /** Reads the header of a listed segment's file. Compaction may have replaced the file.
    *
    * @throws brine.journal.format.Damage
    *   if the file is that of another segment
    */
  def header(segment: SegmentHeader, file: StorageFile): SegmentHeader =
    val found = header(name(segment.firstSequence), file)
    SegmentChain.checkListed(segment, found)
    found

  /** Reads the headers of these files. */
  def headers(storage: Storage, folder: Path, names: Vector[String]): Vector[(String, SegmentHeader)] =
    names.map: name =>
      val file = storage.openRead(folder.resolve(name))
      try name -> header(name, file)
      finally file.close()

  /** The next segment could not be begun and left no trace, so a retry is possible. */
  final class NotBegun(cause: IOException) extends ExplainedFailure("the next segment cannot be begun", cause)

  /** Creates a file of zeros under a temporary name, makes it durable, and renames it: a file with the final name is
    * completely zeroed. Writing to such a file changes neither its length nor its place, so fsync is faster. If it
    * cannot be finished it is deleted, since space is scarce then.
    *
    * @throws brine.journal.ExplainedFailure
    *   if there is no space for it, or no permission
    * @param fence
    *   checked before anything is changed under a name; null if nobody else can come
    */
  def prepare(storage: Storage, folder: Path, size: Long, fence: Fence | Null = null): Unit =
    val unfinished = folder.resolve(Unfinished)
    try
      check(fence)
      storage.delete(unfinished)
      checkSpace(storage, folder, size)
      try fill(storage, folder, unfinished, size, fence)
      catch
        case error: Throwable =>
          try
            check(fence)
            storage.delete(unfinished)
          catch case _: IOException => ()
          throw error
    catch
      case fenced: Fence.Fenced => throw fenced
      case error: IOException   => throw ExplainedFailure(s"the next segment of $size bytes cannot be made", error)

  // Writing until the disk is full would take the space from everybody else, with each attempt. Some file systems
  // report 0 without meaning it.
  private def checkSpace(storage: Storage, folder: Path, size: Long): Unit =
    val left = storage.usableSpace(folder)
    if left > 0 && left < size then throw IOException(s"No space left but $left bytes")

  private def check(fence: Fence | Null): Unit = if fence != null then fence.check()

  private def fill(storage: Storage, folder: Path, unfinished: Path, size: Long, fence: Fence | Null): Unit =
    // Opened before anything is written: where files cannot be opened, each attempt would write a segment for nothing.
    val names = storage.openFolder(folder)
    try
      val file = storage.create(unfinished)
      try zero(file, size)
      finally file.close()
      check(fence)
      storage.move(unfinished, folder.resolve(Next))
      names.force()
    finally names.close()

  private def zero(file: StorageFile, size: Long): Unit =
    val zeros = Zeros.duplicate()
    var at    = 0L
    while at < size do
      zeros.position(0).limit(math.min(zeros.capacity, size - at).toInt)
      file.write(zeros, at)
      at += zeros.limit
      if at % ForceEvery == 0 then file.force()
    file.force()

  /** Whether the prepared file has this length and can be opened in the way of [[activate]]. If not, [[prepare]] makes
    * another one, or fails before it writes anything.
    */
  def mayBegin(storage: Storage, folder: Path, length: Long): Boolean =
    try
      val names = storage.openFolder(folder)
      try
        val file = storage.openWrite(folder.resolve(Next))
        try file.size == length
        finally file.close()
      finally names.close()
    catch case _: IOException => false

  /** Turns the prepared file into a segment. Its header and its name are durable when this returns.
    *
    * @throws NotBegun
    *   if the file may not be opened or renamed, or has another length than the header says
    */
  def activate(storage: Storage, folder: Path, header: SegmentHeader, fence: Fence | Null): StorageFile =
    check(fence)
    // Opened before anything is changed: once the file has its name, too many open files would be too late to notice.
    val names = unlessRefused(storage.openFolder(folder))
    try begun(storage, folder, header, fence, names)
    finally names.close()

  private def begun(
      storage: Storage,
      folder: Path,
      header: SegmentHeader,
      fence: Fence | Null,
      names: StorageFolder
  ): StorageFile =
    val next = folder.resolve(Next)
    val file = unlessRefused(storage.openWrite(next))
    try
      if file.size != header.size then
        throw NotBegun(IOException(s"$Next was changed: it has ${file.size} bytes, not ${header.size}"))
      file.write(ByteBuffer.wrap(header.toBytes), 0)
      file.force()
      check(fence)
      unlessRefused(storage.move(next, folder.resolve(name(header.firstSequence))))
      names.force()
      file
    catch
      case error: Throwable =>
        file.close()
        throw error

  private def unlessRefused[A](body: => A): A =
    try body
    catch case error: IOException => throw NotBegun(error)
