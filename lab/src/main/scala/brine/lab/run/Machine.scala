package brine.lab.run

import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.time.Instant
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Facts about the machine that can be read without privileges; the meaning of a figure depends on them. */
object Machine:
  private val system = ManagementFactory.getOperatingSystemMXBean

  def cores: Int = Runtime.getRuntime.availableProcessors

  /** Memory in bytes, within the limit of a container. */
  def memory: Long = system match
    case bean: com.sun.management.OperatingSystemMXBean => bean.getTotalMemorySize
    case _                                              => 0L

  def freeMemory: Long = system match
    case bean: com.sun.management.OperatingSystemMXBean => bean.getFreeMemorySize
    case _                                              => 0L

  /** Runnable tasks averaged over a minute; negative if the system does not report it. */
  def load: Double = system.getSystemLoadAverage

  def cpuModel: String =
    lines("/proc/cpuinfo")
      .find(_.startsWith("model name"))
      .map(_.split(":", 2)(1).trim)
      .orElse(output("sysctl", "-n", "machdep.cpu.brand_string"))
      .getOrElse(System.getProperty("os.arch"))

  def kernel: String = text("/proc/version").map(_.takeWhile(_ != '(').trim).getOrElse(System.getProperty("os.version"))

  def operatingSystem: String =
    lines("/etc/os-release")
      .find(_.startsWith("PRETTY_NAME="))
      .map(_.drop(12).replace("\"", ""))
      .getOrElse(System.getProperty("os.name") + " " + System.getProperty("os.version"))

  /** The limits of the container, as its files give them. */
  def containerLimits: String =
    val files = List(
      "cpu.max"    -> "/sys/fs/cgroup/cpu.max",
      "memory.max" -> "/sys/fs/cgroup/memory.max",
      "cpu.quota"  -> "/sys/fs/cgroup/cpu/cpu.cfs_quota_us",
      "memory"     -> "/sys/fs/cgroup/memory/memory.limit_in_bytes"
    )
    files.flatMap((name, file) => text(file).map(found => s"$name=${found.trim}")).mkString(", ")

  def governor: String = text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").map(_.trim).getOrElse("")

  /** Vendor and version of a Java executable; `None` if it cannot be started. */
  def javaVersion(java: Path): Option[String] =
    output(java.toString, "-XshowSettings:properties", "-version").flatMap: text =>
      def property(name: String) =
        text.linesIterator.map(_.trim).find(_.startsWith(name + " = ")).map(_.drop(name.length + 3))
      property("java.runtime.version")
        .orElse(property("java.version"))
        .map: version =>
          s"$version ${property("java.vendor").getOrElse("")}".trim

  def environment: ujson.Obj =
    val commit = Commit.ofBrine
    ujson.Obj(
      "cpu"             -> cpuModel,
      "cores"           -> cores,
      "memoryB"         -> memory.toDouble,
      "freeMemoryB"     -> freeMemory.toDouble,
      "containerLimits" -> containerLimits,
      "governor"        -> governor,
      "kernel"          -> kernel,
      "os"              -> operatingSystem,
      "arch"            -> System.getProperty("os.arch"),
      "loadAtStart"     -> load,
      "startedAt"       -> Instant.now.toString,
      "commit"          -> commit.id,
      "dirty"           -> commit.isDirty
    )

  private def text(file: String): Option[String] = Try(Files.readString(Path.of(file))).toOption
  private def lines(file: String): List[String]  = text(file).toList.flatMap(_.linesIterator)

  private def output(command: String*): Option[String] =
    Try:
      val process = ProcessBuilder(command.asJava).redirectErrorStream(true).start()
      process.getOutputStream.close()
      val text = String(process.getInputStream.readAllBytes(), "UTF-8").trim
      if process.waitFor(10, TimeUnit.SECONDS) && process.exitValue == 0 then Some(text) else None
    .toOption.flatten
