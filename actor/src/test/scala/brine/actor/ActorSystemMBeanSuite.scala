package brine.actor

import java.lang.management.ManagementFactory
import java.util.concurrent.LinkedBlockingQueue
import javax.management.openmbean.CompositeData
import javax.management.{MBeanServer, ObjectName}
import scala.jdk.CollectionConverters.*

class ActorSystemMBeanSuite extends ActorTest:
  import ActorTest.*

  private val server: MBeanServer = ManagementFactory.getPlatformMBeanServer

  private def names(system: String): Set[String] =
    server.queryNames(ObjectName(s"brine.actor:name=\"$system\",*"), null).asScala.map(_.toString).toSet

  private def settings(name: String) = ActorSystemSettings(name = name, workers = 1)

  test("it shows counts, measurements and the tree, and is gone with the system"):
    withSystem(settings("shown").withMetricsEvery(1)): system =>
      ActorSystemMBean.register(system): Unit
      val ref = system.spawn(new Obedient(LinkedBlockingQueue()), ActorOptions(supervision = Supervision.resume))
      ref ! Order.Fail(Boom())
      settled(ref, Order.Sync(_))
      val name = ObjectName("brine.actor:type=ActorSystem,name=\"shown\"")
      eventually("both are counted")(server.getAttribute(name, "Handled") == 2L)
      assertEquals(server.getAttribute(name, "Failures"), 1L: Any)
      val kinds = server.getAttribute(name, "Kinds").asInstanceOf[Array[CompositeData]]
      assertEquals(kinds.map(_.get("kind")).toList, List[AnyRef]("Obedient"))
      assertEquals(kinds.head.get("handled"), 2L: Any)
      val tree = server.invoke(name, "dump", Array[AnyRef](Int.box(10)), Array("int"))
      assert(tree.toString.startsWith("Obedient#"), tree.toString)
      assert(tree.toString.endsWith(": idle"), tree.toString)
      intercept[javax.management.RuntimeMBeanException](
        server.invoke(name, "dump", Array[AnyRef](Int.box(0)), Array("int"))
      ): Unit
      assert(server.getAttribute(name, "DeadLetters") != null)
    assertEquals(names("shown"), Set.empty[String])

  test("two systems of one name have two beans, and closing one, twice, leaves the other"):
    withSystem(settings("same")): first =>
      withSystem(settings("same")): second =>
        val registration = ActorSystemMBean.register(first)
        ActorSystemMBean.register(second): Unit
        assertEquals(names("same").size, 2)
        registration.close()
        ActorSystemMBean.register(first): Unit // takes the name that is free
        registration.close()
        assertEquals(names("same").size, 2)
      assertEquals(names("same"), Set("brine.actor:type=ActorSystem,name=\"same\""))
    assertEquals(names("same"), Set.empty[String])

  test("names of any characters"):
    for name <- List("a,b=c:d", "with \"quotes\" and *", "line\nbreak", "ä ö ?") do
      withSystem(settings(name)): system =>
        val registration = ActorSystemMBean.register(system)
        registration.close()

  test("a system that has ended leaves no bean"):
    val system = ActorSystem(settings("ended"))
    system.close()
    intercept[IllegalStateException](ActorSystemMBean.register(system)): Unit
    assertEquals(names("ended"), Set.empty[String])

  test("a thousand cycles leave no bean"):
    for i <- 1 to 1000 do
      val system = ActorSystem(settings("cycle"))
      ActorSystemMBean.register(system): Unit
      if i % 2 == 0 then system.terminate()
      system.close()
    assertEquals(names("cycle"), Set.empty[String])
