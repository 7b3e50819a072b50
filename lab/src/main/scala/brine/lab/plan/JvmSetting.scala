package brine.lab.plan

import brine.lab.failure.Refusal

/** A collector or object layout under which a run can be repeated. The fastest library may depend on it, because it
  * determines the cost of allocation.
  *
  * @param since
  *   first JDK that has it without an experimental switch
  */
enum JvmSetting(val name: String, val described: String, options: List[String], val since: Int):
  case Serial   extends JvmSetting("serial", "Serial collector", List("-XX:+UseSerialGC"), 21)
  case Parallel extends JvmSetting("parallel", "Parallel collector", List("-XX:+UseParallelGC"), 21)
  case G1       extends JvmSetting("g1", "G1 collector", List("-XX:+UseG1GC"), 21)
  case Zgc      extends JvmSetting("zgc", "Z collector", List("-XX:+UseZGC"), 21)
  case Compact
      extends JvmSetting(
        "compact",
        "G1 collector, object headers of 8 bytes",
        List("-XX:+UseG1GC", "-XX:+UseCompactObjectHeaders"),
        25
      )

  /** A study's own memory options, with this setting's collector. */
  def in(heap: List[String], java: JavaHome): List[String] =
    // Before JDK 23 the Z collector is generational only with this option.
    val generations = if this == Zgc && java.major < 23 then List("-XX:+ZGenerational") else Nil
    heap.filterNot(_.matches("-XX:\\+Use\\w+GC")) ++ options ++ generations

object JvmSetting:
  val names: List[String] = values.toList.map(_.name)

  /** Parses names as typed; each argument may be a list. */
  def parse(typed: Seq[String]): List[JvmSetting] =
    typed
      .flatMap(_.split(","))
      .map(_.trim)
      .filter(_.nonEmpty)
      .map: name =>
        values
          .find(_.name == name)
          .getOrElse(throw Refusal(s"--jvm: unknown setting '$name'; known: ${names.mkString(", ")}"))
      .distinct
      .toList
