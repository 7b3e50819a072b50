package brine.actor

import java.lang.management.ManagementFactory
import java.util.concurrent.atomic.AtomicBoolean
import javax.management.{InstanceAlreadyExistsException, InstanceNotFoundException, MBeanServer, ObjectName}
import scala.annotation.tailrec
import scala.jdk.CollectionConverters.*

/** Shows a system in JMX: its counts, its measurements and the tree of its actors.
  *
  * {{{
  * val system = ActorSystem(ActorSystemSettings().withMetricsEvery(every = 10))
  * ActorSystemMBean.register(system)
  * }}}
  *
  * The name is `brine.actor:type=ActorSystem,name="…"`, with the name of the system. If another system has it already,
  * `,number=2` follows, and so on. The classes of JMX are loaded by this call, not by a system that is not shown.
  */
object ActorSystemMBean:
  /** Registers a system with the platform's server. The end of the system, or `close`, removes it again.
    *
    * @throws IllegalStateException
    *   when a thousand systems of this name are registered, or the system has ended
    */
  def register(system: ActorSystem): AutoCloseable = register(system, ManagementFactory.getPlatformMBeanServer)

  private[brine] def register(system: ActorSystem, server: MBeanServer): AutoCloseable =
    val bean = SystemBean(system)

    @tailrec def add(number: Int): ObjectName =
      if number > 1000 then
        throw IllegalStateException(s"a thousand systems have the name ${system.settings.shownName}")
      val more  = if number == 1 then "" else s",number=$number"
      val name  = ObjectName(s"brine.actor:type=ActorSystem,name=${ObjectName.quote(system.settings.name)}$more")
      val added =
        try
          server.registerMBean(bean, name)
          true
        catch case _: InstanceAlreadyExistsException => false
      if added then name else add(number + 1)

    val name         = add(1)
    val open         = AtomicBoolean(true)
    val registration = new AutoCloseable:
      def close(): Unit =
        // The name may belong to another system since it was removed.
        if open.compareAndSet(true, false) then
          try server.unregisterMBean(name)
          catch case _: InstanceNotFoundException => ()
    var registered = false
    try
      system.onShutdown(ShutdownPhase.AfterActors, "remove the system from JMX")(() => registration.close())
      registered = true
    finally if !registered then registration.close() // nobody else would
    registration

private final class SystemBean(system: ActorSystem) extends ActorSystemMXBean:
  def getHandled: Long  = system.statistics.handled
  def getFailures: Long = system.statistics.failures

  def getDeadLetters: java.util.Map[String, java.lang.Long] =
    system.statistics.deadLetters.map((reason, count) => reason.toString -> Long.box(count)).asJava

  def getKinds: java.util.List[ActorSystemMXBean.Kind] = system.metrics.map(ActorSystemMXBean.Kind(_)).asJava

  def dump(most: Int): String = system.dump(most).toString
