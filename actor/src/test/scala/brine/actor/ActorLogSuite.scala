package brine.actor

import java.util.concurrent.LinkedBlockingQueue
import java.util.logging.{Handler, Level, LogRecord, Logger}

class ActorLogSuite extends ActorTest:
  import ActorTest.*

  private def logged(level: Level)(body: ActorSystem => Unit): List[LogRecord] =
    val records = LinkedBlockingQueue[LogRecord]()
    val handler = new Handler:
      def publish(record: LogRecord): Unit = records.add(record): Unit
      def flush(): Unit                    = ()
      def close(): Unit                    = ()
    val logger = Logger.getLogger("brine.actor")
    val before = logger.getLevel
    logger.addHandler(handler)
    logger.setUseParentHandlers(false)
    logger.setLevel(level)
    try withSystem(body)
    finally
      logger.setLevel(before)
      logger.setUseParentHandlers(true)
      logger.removeHandler(handler)
    records.toArray(Array.empty[LogRecord]).toList

  private def named(name: String) = ActorOptions(name = name)

  test("what an actor writes bears its name and those of its parents"):
    val records = logged(Level.ALL): system =>
      val ref   = system.spawn(new Obedient(LinkedBlockingQueue()), named("parent"))
      val child = LinkedBlockingQueue[ActorRef[Order]]()
      ref ! Order.Do: context =>
        context.log.info("from the parent")
        child.add(context.spawn(new Obedient(LinkedBlockingQueue()), named("child"))): Unit
      val below = child.next
      below ! Order.Do: context =>
        context.log.debug("details")
        context.log.warn("careful")
        context.log.error("bad", Boom("cause"))
      settled(below, Order.Sync(_))
    assertEquals(
      records.map(record => (record.getLevel, record.getMessage)),
      List(
        (Level.INFO, "[parent] from the parent"),
        (Level.FINE, "[parent/child] details"),
        (Level.WARNING, "[parent/child] careful"),
        (Level.SEVERE, "[parent/child] bad")
      )
    )
    assertEquals(records.last.getThrown.getMessage, "cause")

  test("every level takes a message alone, and one with a cause"):
    val records = logged(Level.ALL): system =>
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()), named("a"))
      ref ! Order.Do: context =>
        context.log.error("alone")
        context.log.warn("with", Boom("w"))
        context.log.info("with", Boom("i"))
        context.log.debug("with", Boom("d"))
      settled(ref, Order.Sync(_))
    assertEquals(
      records.map(record => (record.getLevel, record.getMessage, Option(record.getThrown).map(_.getMessage))),
      List(
        (Level.SEVERE, "[a] alone", None),
        (Level.WARNING, "[a] with", Some("w")),
        (Level.INFO, "[a] with", Some("i")),
        (Level.FINE, "[a] with", Some("d"))
      )
    )

  test("a message whose level is off is not made"):
    var made    = 0
    val records = logged(Level.WARNING): system =>
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()))
      ref ! Order.Do: context =>
        context.log.info:
          made += 1
          "not to be seen"
      settled(ref, Order.Sync(_))
    assertEquals(records, Nil)
    assertEquals(made, 0)

  test("a failure is written with its actor, its message and what becomes of it"):
    val records = logged(Level.ALL): system =>
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()), named("failing"))
      ref ! Order.Fail(Boom())
      eventually("the end")(ref.targetCell.cellClosed)
    assertEquals(records.size, 1)
    assert(
      records.head.getMessage.startsWith("[failing] failed while it handled a brine.actor.ActorTest$Order$Fail: stop")
    )
    assertEquals(records.head.getThrown.getMessage, "boom")

  test("deep names are cut, and unnamed actors go by their class and a number"):
    withSystem: system =>
      val seen                              = LinkedBlockingQueue[String]()
      def level(depth: Int): Behavior[Unit] = Behavior.setup:
        if depth == 0 then seen.add(context.self.toString): Unit
        else context.spawn(level(depth - 1), named(s"level$depth")): Unit
        Behavior.receive(_ => ())
      system.spawn(level(20), named("top")): Unit
      val name = seen.next
      assert(name.startsWith("…/") && name.endsWith("/level2/level1"), name)

  test("an escalated failure is logged once, where it is decided, with the actor that failed first"):
    val records = logged(Level.ALL): system =>
      val escalating = ActorOptions(supervision = Supervision.escalate)
      val events     = LinkedBlockingQueue[String]()
      val top        = system.spawn(new Obedient(events), named("top").withSupervision(Supervision.restart()))
      top ! Order.Do: context =>
        val middle = context.spawn(new Obedient(LinkedBlockingQueue()), escalating.withName("middle"))
        middle ! Order.Do: context =>
          val leaf = context.spawn(new Obedient(LinkedBlockingQueue()), escalating.withName("leaf"))
          leaf ! Order.Fail(Boom("deep"))
      assertEquals(events.next(3), List("start", "restarting deep", "start"))
    assertEquals(
      records.map(_.getMessage),
      List("[top] failed because [top/middle/leaf] failed while it handled a brine.actor.ActorTest$Order$Fail: restart")
    )
    assertEquals(records.last.getThrown.getMessage, "deep")

  test("a failure that is escalated to a parent that stops, and one of the top level, are logged"):
    val records = logged(Level.ALL): system =>
      val escalating = ActorOptions(supervision = Supervision.escalate)
      val parent     =
        system.spawn(new Obedient(LinkedBlockingQueue()), named("parent").withDispatcher(Dispatcher.Blocking))
      parent ! Order.Do: context =>
        context.spawn(new Obedient(LinkedBlockingQueue()), escalating.withName("child")) ! Order.Fail(Boom("late"))
        eventually("the child has failed")(system.statistics.failures == 1)
        context.stopSelf()
      await(parent.whenStopped): Unit
      val top = system.spawn(new Obedient(LinkedBlockingQueue()), escalating.withName("top"))
      top ! Order.Fail(Boom("top"))
      await(top.whenStopped): Unit
    val failed = "failed while it handled a brine.actor.ActorTest$Order$Fail: escalate"
    assertEquals(
      records.map(_.getMessage),
      List(s"[parent/child] $failed, to a parent that is stopping", s"[top] $failed")
    )

  test("a failure in the signal of a child's failure is the parent's own"):
    val records = logged(Level.ALL): system =>
      val parent = system.spawn(
        Behavior
          .setup[Throwable]:
            val child = context.spawn(Behavior.receive[Throwable](throw _))
            Behavior.receive[Throwable](child ! _)
          .onSignal { case _: Signal.ChildFailed => throw Boom("own") },
        named("parent")
      )
      parent ! Boom("of the child")
      await(parent.whenStopped): Unit
    assertEquals(records.map(_.getThrown.getMessage), List("of the child", "own"))
    assertEquals(records.last.getMessage, "[parent] failed: stop")
