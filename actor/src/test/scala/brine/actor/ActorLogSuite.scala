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
