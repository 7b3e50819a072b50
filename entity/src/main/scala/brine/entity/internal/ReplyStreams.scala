package brine.entity.internal

import brine.codec.Codec
import brine.entity.Entity
import brine.journal.Names
import java.util.concurrent.atomic.AtomicReferenceArray

/** Where the replies to commands with a key are stored: a stream for each case of the commands. Thread-safe. */
private[internal] final class ReplyStreams[C[+_]](entity: Entity[C, ?, ?]):
  private val commands = entity.commands
  private val streams  = commands.names.map(name => s"brine.replies-${entity.name}.$name")
  streams.foreach(Names.require("stream", _))

  // Two threads may each create one, which is harmless: they are the same.
  private val codecs = AtomicReferenceArray[Codec[RememberedReply[Any]]](streams.size)

  def nameOf(command: Any): String = commands.names(number(command))

  /** The stream of the replies to a command. */
  def stream(command: Any): String = streams(number(command))

  /** The codec of the records in that stream. */
  def codec(command: Any): Codec[RememberedReply[Any]] =
    val at    = number(command)
    val known = codecs.get(at)
    if known != null then known
    else
      val made = RememberedReply.codec(using commands.replyCodec(at))
      codecs.set(at, made)
      made

  private def number(command: Any): Int = commands.number(command.asInstanceOf[C[Any]])
