package brine.entity.javaapi

import brine.actor.ActorSystem
import brine.entity.*
import brine.journal.testkit.MemoryEventLog
import java.util.UUID
import java.util.concurrent.{ExecutionException, TimeUnit}

class JavaEntityRefSuite extends munit.FunSuite:
  private def using[A](body: (String => JavaEntityRef[Account]) => A): A =
    val log      = MemoryEventLog()
    val system   = ActorSystem()
    val entities = Entities.open(log, system)(Accounts)
    try body(id => JavaEntityRef.of(entities(id)))
    finally
      entities.close()
      system.shutdown(): Unit
      log.close()

  private val boxed     = classOf[java.lang.Long].asInstanceOf[Class[Long]]
  private val primitive = classOf[Long]

  test("commands are executed, with and without a key, and primitive classes stand for their boxes"):
    using: accounts =>
      val ada = accounts("ada")
      assertEquals(ada.id, "ada")
      assertEquals(ada.ask(Account.Deposit(5), boxed), 5L)
      assertEquals(ada.ask(Account.Deposit(5), primitive), 10L)
      val key   = UUID(1, 2)
      val first = ada.answer(Account.Deposit(5), boxed, key)
      assertEquals(first.value, 15L)
      assertEquals(ada.answer(Account.Deposit(5), primitive, key), first)
      assertEquals(ada.answerAsync(Account.Deposit(5), boxed, key).get(20, TimeUnit.SECONDS), first)
      assertEquals(ada.askAsync(Account.Balance, boxed).get(20, TimeUnit.SECONDS), 15L)
      assertEquals(ada.answer(Account.Balance, boxed).offset, first.offset)
      assertEquals(ada.answerAsync(Account.Balance, primitive).get(20, TimeUnit.SECONDS).value, 15L)

  test("a reply of another class is an error that names both, and the command was executed"):
    using: accounts =>
      val ada    = accounts("ada")
      val text   = classOf[String].asInstanceOf[Class[Long]]
      val failed = intercept[ClassCastException](ada.ask(Account.Deposit(5), text))
      for part <- Vector("java.lang.Long", "java.lang.String", "was executed") do
        assert(failed.getMessage.contains(part), failed.getMessage)
      val later = intercept[ExecutionException](ada.askAsync(Account.Deposit(5), text).get(20, TimeUnit.SECONDS))
      assert(later.getCause.isInstanceOf[ClassCastException], later)
      assertEquals(ada.ask(Account.Balance, boxed), 10L)

  test("a command that fails, and null, are told"):
    using: accounts =>
      val ada  = accounts("ada")
      val unit = classOf[AnyRef].asInstanceOf[Class[Unit]]
      intercept[EntityException](ada.ask(Account.Fail("decide"), unit)): Unit
      val later = intercept[ExecutionException](ada.askAsync(Account.Fail("decide"), unit).get(20, TimeUnit.SECONDS))
      assert(later.getCause.isInstanceOf[EntityException], later)
      intercept[NullPointerException](ada.answer(Account.Balance, boxed, null)): Unit
      intercept[NullPointerException](ada.answerAsync(Account.Balance, boxed, null)): Unit
      intercept[NullPointerException](ada.ask(Account.Balance, null)): Unit
      intercept[NullPointerException](ada.askAsync(null, boxed)): Unit
      intercept[NullPointerException](JavaEntityRef.of[Account](null)): Unit

  test("callbacks run on a virtual thread, where they may wait"):
    using: accounts =>
      val ada = accounts("ada")
      val all = ada.askAsync(Account.Deposit(5), boxed).thenApply(_ => ada.ask(Account.Deposit(5), boxed))
      assertEquals(all.get(20, TimeUnit.SECONDS), 10L)
