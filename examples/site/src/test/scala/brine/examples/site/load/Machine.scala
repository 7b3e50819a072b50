package brine.examples.site.load

import java.lang.management.ManagementFactory
import scala.jdk.CollectionConverters.*

/** What a measurement runs on. */
private[load] object Machine:
  /** Prints it.
    *
    * @throws IllegalStateException
    *   if the JVM's second compiler is off, as in tests of effort quick: figures would say nothing
    */
  def print(): Unit =
    val options = ManagementFactory.getRuntimeMXBean.getInputArguments.asScala
    if options.exists(_.startsWith("-XX:TieredStopAtLevel=")) then
      throw IllegalStateException("the JVM's second compiler is off: remove -XX:TieredStopAtLevel")
    println(s"JDK ${Runtime.version.feature}, ${Runtime.getRuntime.availableProcessors} processors")
