package brine.entity

import brine.codec.Codec
import brine.entity.internal.derive.CommandsDerivation
import scala.annotation.implicitNotFound

/** The codecs of a type of commands whose parameter is the reply: one for the commands, and one for the replies of each
  * case.
  *
  * {{{
  * enum Account[+R] derives Commands:
  *   case Open(owner: String)  extends Account[Either[Refused, Unit]]
  *   case Deposit(cents: Long) extends Account[Long]
  *   case Balance              extends Account[Long]
  * }}}
  *
  * Derive it with `derives Commands`. It does not compile if a field or a reply has no codec; the message names the
  * case. Thread-safe.
  */
@implicitNotFound("${C} has no codecs of its commands and replies: derive them with `derives Commands` on it")
trait Commands[C[+_]]:
  /** The codec of the commands, whatever their replies. */
  def codec: Codec[C[Any]]

  /** The names of the cases, in the order of their numbers. */
  def names: Vector[String]

  /** The number of a command's case, from 0. */
  def number(command: C[Any]): Int

  /** The codec of the replies of the case with a number. */
  def replyCodec(number: Int): Codec[Any]

  /** The codec of the replies to a command. */
  final def replyTo[R](command: C[R]): Codec[R] = replyCodec(number(command)).asInstanceOf[Codec[R]]

object Commands:
  /** Derives the codecs; `derives Commands` calls it. */
  inline def derived[C[+_]]: Commands[C] = ${ CommandsDerivation.derive[C] }

  /** What [[derived]] creates.
    *
    * @param replies
    *   creates the codecs of replies, one for each case; evaluated with the first use, because a reply may contain
    *   types whose codecs are being initialized
    */
  private[entity] final class Derived[C[+_]](
      commands: => Codec[C[Any]],
      val names: Vector[String],
      numbers: C[Any] => Int,
      replies: () => Array[Codec[?]]
  ) extends Commands[C]:
    // Created on first use. Two threads may each create them, which is harmless: they are the same.
    @volatile private var knownCodec: Codec[C[Any]] | Null     = null
    @volatile private var knownReplies: Array[Codec[?]] | Null = null

    def codec: Codec[C[Any]] =
      if knownCodec == null then knownCodec = commands
      knownCodec.nn

    def number(command: C[Any]): Int = numbers(command)

    def replyCodec(number: Int): Codec[Any] =
      if knownReplies == null then knownReplies = replies()
      knownReplies.nn(number).asInstanceOf[Codec[Any]]

  /** For generated code, which is in other packages. */
  def of[C[+_]](
      commands: => Codec[C[Any]],
      names: Vector[String],
      numbers: C[Any] => Int,
      replies: () => Array[Codec[?]]
  ): Commands[C] = Derived(commands, names, numbers, replies)
