package brine.journal.file

import brine.journal.format.SegmentHeader
import brine.journal.storage.{Storage, StorageFile}
import java.nio.ByteBuffer
import java.nio.file.Path

/** The names of a journal's files. */
private[journal] object SegmentFiles:
  val Next       = "next.seg"
  val Unfinished = "next.seg.part"
  val Lock       = "LOCK"
  val Quarantine = "quarantine"

  // Small enough to stay in a processor's cache, and forced often enough that the disk is never idle and never has to make those who append wait
  // for long: on ext4 twice as quick or more than one force at the end.
  private val Zeros             = ByteBuffer.allocateDirect(1 << 18)
  private inline val ForceEvery = 1L << 22

  def name(firstSequence: Long): String = f"$firstSequence%020d.seg"

  def indexName(firstSequence: Long): String = f"$firstSequence%020d.idx"

  /** The segments of a folder, by their names, in order. */
  def list(storage: Storage, folder: Path): Vector[String] =
    storage.list(folder).filter(name => name.length == 24 && name.endsWith(".seg") && name.take(20).forall(_.isDigit))

  /** Reads a segment's header.
    *
    * @throws brine.journal.format.Damage
    *   if it is not one
    */
  def header(name: String, file: StorageFile): SegmentHeader =
    val bytes = new Array[Byte](SegmentHeader.Length)
    val read  = file.read(ByteBuffer.wrap(bytes), 0)
    SegmentHeader.read(name, if read == bytes.length then bytes else java.util.Arrays.copyOf(bytes, read))

  /** Makes a file of zeros under a name for unfinished ones, forces it, and gives it its name: whoever finds the name finds all of it zeroed. Writing
    * into such a file changes neither its length nor where it lies, so forcing that is quicker.
    */
  def prepare(storage: Storage, folder: Path, size: Long): Unit =
    val unfinished = folder.resolve(Unfinished)
    storage.delete(unfinished)
    val file = storage.create(unfinished)
    try
      val zeros = Zeros.duplicate()
      var at    = 0L
      while at < size do
        zeros.position(0).limit(math.min(zeros.capacity, size - at).toInt)
        file.write(zeros, at)
        at += zeros.limit
        if at % ForceEvery == 0 then file.force()
      file.force()
    finally file.close()
    storage.move(unfinished, folder.resolve(Next))
    storage.forceFolder(folder)

  /** Makes of the prepared file a segment: when this returns, its header and its name are safe. */
  def activate(storage: Storage, folder: Path, header: SegmentHeader): StorageFile =
    val next = folder.resolve(Next)
    val file = storage.openWrite(next)
    try
      file.write(ByteBuffer.wrap(header.toBytes), 0)
      file.force()
      storage.move(next, folder.resolve(name(header.firstSequence)))
      storage.forceFolder(folder)
      file
    catch
      case error: Throwable =>
        file.close()
        throw error
