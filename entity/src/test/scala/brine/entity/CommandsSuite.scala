package brine.entity

import brine.codec.Codec
import munit.FunSuite

sealed trait Switch[+R]

object Switch:
  case object On                     extends Switch[Boolean]
  final case class Off(now: Boolean) extends Switch[Int]
  final case class Dim(to: Int)      extends Switch[String]

  given Commands[Switch] = Commands.derived

class CommandsSuite extends FunSuite:
  private val commands = summon[Commands[Account]]

  test("each command has the number and the name of its case"):
    val all = List(Account.Open("Ada"), Account.Deposit(5), Account.Withdraw(5), Account.Balance, Account.Fail("x"))
    assertEquals(all.map(commands.number), List(0, 1, 2, 3, 4))
    assertEquals(commands.names.take(5), Vector("Open", "Deposit", "Withdraw", "Balance", "Fail"))

  test("the commands of a sealed trait, also one within a class, have numbers"):
    val sealedOnes = summon[Commands[Switch]]
    assertEquals(sealedOnes.names, Vector("On", "Off", "Dim"))
    assertEquals(List[Switch[Any]](Switch.On, Switch.Off(true), Switch.Dim(3)).map(sealedOnes.number), List(0, 1, 2))
    final class Inside:
      enum Inner[+R] derives Commands:
        case First        extends Inner[Int]
        case Next(a: Int) extends Inner[String]
      val numbers = List[Inner[Any]](Inner.First, Inner.Next(1)).map(summon[Commands[Inner]].number)
      val reply   = summon[Commands[Inner]].replyTo(Inner.Next(1)).schema
    assertEquals(Inside().numbers, List(0, 1))
    assertEquals(Inside().reply, Codec[String].schema)

  test("commands and replies come back from their codecs"):
    given Codec[Account[Any]] = commands.codec
    for command <- List[Account[Any]](Account.Open("Ada"), Account.Deposit(-5), Account.Balance) do
      assertEquals(Codec.decode[Account[Any]](Codec.encode(command)), Right(command))
    val reply = commands.replyTo(Account.Withdraw(7))
    assertEquals(Codec.decode(Codec.encode(Left(Refused.Poor))(using reply))(using reply), Right(Left(Refused.Poor)))
    assertEquals(commands.replyTo(Account.Balance).schema, Codec[Long].schema)

  test("a reply without a codec does not compile, and the message names the case and the type"):
    val errors = scala.compiletime.testing.typeCheckErrors("""
      final class Opaque
      enum Bad[+R] derives Commands:
        case Fine(a: Int)  extends Bad[Int]
        case Wrong(a: Int) extends Bad[Opaque]
    """)
    assert(errors.exists(_.message.contains("the reply of Wrong, Opaque, has no codec")), errors.map(_.message))

  test("a case that says no type of its reply does not compile"):
    val errors = scala.compiletime.testing.typeCheckErrors("""
      enum Bad[+R] derives Commands:
        case Fine(a: Int) extends Bad[Int]
        case Silent
    """)
    assert(errors.exists(_.message.contains("Silent says no type of its reply")), errors.map(_.message))
    // A case with fields gets the parameter of the enum.
    val parameter = scala.compiletime.testing.typeCheckErrors("""
      enum Bad[+R] derives Commands:
        case Fine(a: Int) extends Bad[Int]
        case Silent(a: Int)
    """)
    assert(parameter.exists(_.message.contains("write `extends Bad[…]` behind it")), parameter.map(_.message))

  test("a reply of another type than the command asks for does not compile"):
    val right = scala.compiletime.testing.typeCheckErrors("""
      def decide[R](command: Account[R]): Option[Decision[AccountEvent, R]] = command match
        case Account.Balance => Some(Decision.reply(5L))
        case _               => None
    """)
    assertEquals(right, Nil)
    val wrong = scala.compiletime.testing.typeCheckErrors("""
      def decide[R](command: Account[R]): Option[Decision[AccountEvent, R]] = command match
        case Account.Balance => Some(Decision.reply("much"))
        case _               => None
    """)
    assert(wrong.exists(_.message.contains("Found:    (\"much\"")), wrong.map(_.message))
