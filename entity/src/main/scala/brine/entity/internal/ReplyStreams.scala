package brine.entity.internal

import brine.codec.Codec
import brine.entity.Entity
import brine.journal.Names
import java.util.concurrent.atomic.AtomicReferenceArray

/** Where the replies to commands with a key are stored: a stream for each case of the commands. Thread-safe. */
private[internal] final class ReplyStreams[C[+_]](entity: Entity[C, ?, ?]):
  private val commands = entity.commands
  private val streams  = commands.names.map(streamOf)
  streams.foreach(Names.require("stream", _))

  private def streamOf(name: String): String = s"brine.replies-${entity.name}.$name"

  // Two threads may each create one, which is harmless: they are the same.
  private val codecs = AtomicReferenceArray[Codec[RememberedReply[Any]]](streams.size)

  def nameOf(command: Any): String = commands.names(number(command))

  /** The stream of the replies to a command. */
  def stream(command: Any): String = streams(number(command))

  /** Whether a stream has replies to the case of a command, under its name or a former one: a retry may come after the
    * case was renamed.
    */
  def has(command: Any, stream: String): Boolean =
    stream == this.stream(command) || formerNames(nameOf(command)).exists(streamOf(_) == stream)

  private def formerNames(name: String): Vector[String] =
    Codec.caseNames(using commands.codec).filter(_.name == name).flatMap(_.former)

  /** The codec of the records in these streams. */
  def codec(command: Any): Codec[RememberedReply[Any]] =
    val at    = number(command)
    val known = codecs.get(at)
    if known != null then known
    else
      val made = RememberedReply.codec(using commands.replyCodec(at))
      codecs.set(at, made)
      made

  private def number(command: Any): Int = commands.number(command.asInstanceOf[C[Any]])
