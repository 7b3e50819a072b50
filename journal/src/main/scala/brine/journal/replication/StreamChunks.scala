package brine.journal.replication

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, DataInputStream, IOException, InputStream}
import java.util.concurrent.{ArrayBlockingQueue, TimeUnit}

/** Reads the chunks of a stream on a thread of its own, one ahead: so whoever takes them can stop while it waits.
  * Thread-safe.
  */
private[replication] final class StreamChunks(in: InputStream):
  import StreamChunks.Item

  private val items              = ArrayBlockingQueue[Item](1)
  @volatile private var isClosed = false

  private val thread = Thread.ofPlatform.daemon.name("brine-follower-stream").unstarted(() => run())

  def start(): Unit = thread.start()

  /** Nobody takes chunks any longer: the thread ends. If it waits for the stream, it ends with that. */
  def close(): Unit =
    isClosed = true
    // It may wait to give one.
    items.clear()

  /** The next chunk, or how the stream has ended; None if neither has come in this time. */
  def poll(nanos: Long): Option[Item] = Option(items.poll(nanos, TimeUnit.NANOSECONDS))

  private def run(): Unit =
    try
      var isOver = false
      val magic  = in.readNBytes(StreamPart.Magic.length)
      if magic.isEmpty then
        items.put(Item.Broken("is empty: the sending side has written nothing, and its message says why"))
        isOver = true
      else if !java.util.Arrays.equals(magic, StreamPart.Magic) then
        items.put(
          Item.Broken(
            "is none: it begins with other bytes. Write it with RecordStream.write, or ./brine journal follow DIR -"
          )
        )
        isOver = true
      while !isOver && !isClosed do
        val item = chunk()
        isOver = !item.isInstanceOf[Item.Chunk]
        items.put(item)
    catch
      case error: IOException => items.put(Item.Broken(s"cannot be read: ${error.getMessage}"))
      case error: Throwable   => items.put(Item.Broken(s"cannot be read: $error"))

  private def chunk(): Item =
    val head = in.readNBytes(4)
    if head.isEmpty then Item.Ended
    else if head.length < 4 then cut
    else
      val length = DataInputStream(ByteArrayInputStream(head)).readInt()
      if length <= 0 then Item.Broken(s"is damaged: a chunk of $length bytes")
      else
        // Not at once: a length that is wrong must not take memory that nobody has sent.
        val bytes = ByteArrayOutputStream(math.min(length, StreamChunks.Piece))
        var left  = length
        var isCut = false
        while left > 0 && !isCut do
          val some = in.readNBytes(math.min(left, StreamChunks.Piece))
          bytes.write(some)
          left -= some.length
          isCut = some.isEmpty
        if isCut then cut else Item.Chunk(bytes.toByteArray)

  private def cut = Item.Broken("was cut")

private[replication] object StreamChunks:
  private final val Piece = 1 << 20

  enum Item:
    case Chunk(bytes: Array[Byte])

    /** There are no more bytes. */
    case Ended
    case Broken(problem: String)
