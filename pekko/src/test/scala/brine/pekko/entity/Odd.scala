package brine.pekko.entity

import brine.codec.Codec
import brine.entity.*

/** An entity whose commands and replies have a codec that throws what its author did not think of. */
object Odd:
  /** What is thrown, by the name of its class. */
  val kinds: Vector[String] =
    Vector("IllegalStateException", "StackOverflowError", "NoClassDefFoundError", "Exception on purpose")

  /** @param text
    *   when its codec throws, and what
    */
  final case class Value(text: String)
  object Value:
    implicit val codec: Codec[Value] =
      Codec[String].imap(text => Value(thrown("read", text)))(value => thrown("write", value.text))

  private def thrown(now: String, text: String): String = text.split(" ", 2) match
    case Array(`now`, kind) =>
      kind match
        case "IllegalStateException" => throw IllegalStateException("on purpose")
        case "StackOverflowError"    => throw StackOverflowError("on purpose")
        case "NoClassDefFoundError"  => throw NoClassDefFoundError("on purpose")
        case _                       => throw Exception(kind)
    case _ => text

  enum Command[+R] derives Commands:
    case Take(value: Value) extends Command[Value]
    case Give(text: String) extends Command[Value]

  final case class Nothing() derives Codec

  object Entity extends brine.entity.Entity[Command, Nothing, Unit]("odd"):
    def initial: Unit                                                               = ()
    def decide[R](state: Unit, command: Command[R])(using At): Decision[Nothing, R] = command match
      case Command.Take(value) => Decision.reply(value)
      case Command.Give(text)  => Decision.reply(Value(text))
    def evolve(state: Unit, event: Nothing): Unit = ()
