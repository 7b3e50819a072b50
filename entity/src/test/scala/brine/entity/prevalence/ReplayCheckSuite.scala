package brine.entity.prevalence

import brine.journal.testkit.MemoryEventLog
import munit.FunSuite

class ReplayCheckSuite extends FunSuite:
  import BankTransaction.*

  private def recorded(): MemoryEventLog =
    val log  = MemoryEventLog()
    val bank = Prevalence.over(log, PrevalenceSettings(saveEvery = 0))(BankSystem)
    bank.execute(Open("ada")): Unit
    bank.execute(Draw(Vector("ada"))): Unit
    bank.execute(Deposit("ada", 5)): Unit
    assert(bank.save().isRight)
    bank.execute(Deposit("ada", 6)): Unit
    bank.close()
    log

  test("the same code does the same"):
    val report = ReplayCheck(BankSystem).run(recorded())
    assertEquals(report, ReplayReport(4, 0, 1, None))
    assertEquals(report.message, "4 transactions do what they did, and 1 saved states are alike")

  test("the first transaction with another reply is named"):
    val report = ReplayCheck(BankSystem(fee = 1)).run(recorded())
    val found  = report.difference.get
    assertEquals((found.version, found.transaction), (3L, "Deposit"))
    assert(found.message.contains("transaction 3, Deposit"), found.message)

  test("a transaction that fails now is named"):
    val strict = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        if transaction == Deposit("ada", 6) then throw IllegalStateException("too much")
        else super.execute(bank, transaction)
    val found = ReplayCheck(strict).run(recorded()).difference.get
    assertEquals(found.version, 4L)
    assert(found.how.contains("too much"), found.how)

  test("another state with the same replies is found at the saved state"):
    val lossy = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        val (next, reply) = super.execute(bank, transaction)
        transaction match
          case Deposit(_, 5) => (next.plus("ada", 1), reply)
          case _             => (next, reply)
    assertEquals(ReplayCheck(lossy).run(recorded()).difference.map(_.version), Some(3L))

  test("another state is told by the places that differ, and a reply by the codec's own text"):
    val lossy = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        val (next, reply) = super.execute(bank, transaction)
        transaction match
          case Deposit(_, 5) => (next.plus("ada", 1), reply)
          case _             => (next, reply)
    val how = ReplayCheck(lossy).run(recorded()).difference.get.how
    assert(how.endsWith(": [\"ada\"].cents: 6, then 7"), how)
    val other = new BankSystem:
      override def execute[R](bank: Bank, transaction: BankTransaction[R])(using brine.entity.At): (Bank, R) =
        val (next, reply) = super.execute(bank, transaction)
        transaction match
          case Draw(_) => (next, reply.asInstanceOf[Option[String]].map(_ + "\n").asInstanceOf[R])
          case _       => (next, reply)
    val reply = ReplayCheck(other).run(recorded()).difference.get
    assert(reply.how.contains("its reply is now \"ada\\n\""), reply.how)
