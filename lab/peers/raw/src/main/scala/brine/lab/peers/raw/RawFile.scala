package brine.lab.peers.raw

import java.io.{BufferedInputStream, DataInputStream}
import java.nio.ByteBuffer
import java.nio.channels.{Channels, FileChannel}
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.function.Consumer

/** A file that is written from its beginning. A pre-zeroed one starts over when it is full, as a log does that uses its
  * segments again; then it can no longer be read. Used by one thread at a time.
  */
private final class RawFile(file: Path, zeroed: Boolean) extends AutoCloseable:
  private val found   = Files.exists(file)
  private val channel =
    FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)
  private var scratch = ByteBuffer.allocateDirect(1 << 16)
  private var over    = false
  private var at      = 0L
  if zeroed && !found then zero() else at = ending()

  def end: Long = at

  /** Room for a record; valid until the next call. */
  def buffer(size: Int): ByteBuffer =
    if scratch.capacity < size then scratch = ByteBuffer.allocateDirect(size * 2)
    scratch.clear()

  def write(buffer: ByteBuffer, forced: Boolean): Unit =
    if zeroed && at + buffer.remaining > RawFile.zeros then
      at = 0
      over = true
    while buffer.hasRemaining do at += channel.write(buffer, at)
    if forced then channel.force(false)

  def read(each: Consumer[Array[Byte]]): Unit =
    if over then throw UnsupportedOperationException("the file was started over, and holds its end only")
    val _ = scan(each)

  def close(): Unit = channel.close()

  private def ending(): Long = scan(_ => ())

  /** Reads record by record: in a long run the file becomes larger than an array can be.
    *
    * @return
    *   where the last record ends
    */
  private def scan(each: Consumer[Array[Byte]]): Long =
    val size        = channel.size
    val in          = DataInputStream(BufferedInputStream(Channels.newInputStream(channel.position(0)), 1 << 16))
    var end         = 0L
    def length: Int = if size - end > 4 then in.readInt() else 0
    var next        = length
    while next > 0 && next <= size - end - 4 do
      each.accept(in.readNBytes(next))
      end += 4 + next
      next = length
    end

  private def zero(): Unit =
    val zeros = ByteBuffer.allocateDirect(1 << 20)
    for chunk <- 0L until RawFile.zeros by zeros.capacity.toLong do { val _ = channel.write(zeros.clear(), chunk) }
    channel.force(true)

private object RawFile:
  val zeros: Long = 64L << 20
