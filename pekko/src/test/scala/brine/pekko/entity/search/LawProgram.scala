package brine.pekko.entity.search

import brine.entity.*
import java.util.{SplittableRandom, UUID}

/** A random program of commands to a few accounts, one after the other; some are sent twice.
  *
  * @param number
  *   of the program; its accounts and keys follow from it
  */
final class LawProgram(number: Int):
  import LawProgram.Step
  private val random = SplittableRandom(number)

  val steps: Vector[Step] =
    (0 until 5 + random.nextInt(25)).foldLeft(Vector.empty[Step]): (before, at) =>
      val known = before.filter(_.key.isDefined)
      if known.nonEmpty && random.nextInt(5) == 0 then before :+ known(random.nextInt(known.size))
      else before :+ Step(account, command, Option.when(random.nextInt(3) == 0)(UUID(number, at)))

  private def account = s"p$number-${random.nextInt(3)}"

  private def command: Account[Any] = random.nextInt(8) match
    case 0         => Account.Open(s"owner ${random.nextInt(2)}")
    case 1 | 2 | 3 => Account.Deposit(random.nextInt(100))
    case 4         => Account.Withdraw(random.nextInt(150))
    case 5         => Account.Fail(if random.nextBoolean() then "decide" else "evolve")
    case 6         => Account.DepositOften(1 + random.nextInt(7))
    case _         => Account.Balance

object LawProgram:
  final case class Step(account: String, command: Account[Any], key: Option[UUID])
