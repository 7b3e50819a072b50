package brine.lab.turns

import brine.lab.studies.Turned

/** The memory of JVMs that are alive together.
  *
  * @param heap
  *   MiB of heap that each may take
  * @param most
  *   number of JVMs that fit at a time, at least [[TurnMemory.fewest]]
  * @param note
  *   what is less than on a larger machine, and why; empty if nothing is
  */
final case class TurnMemory(heap: Int, most: Int, note: String):
  /** Options of each JVM of a study. */
  def options(study: Turned): List[String] =
    List(s"-Xms${heap / 2}M", s"-Xmx${heap}M", s"-Xmn${study.young}M", "-XX:+UseSerialGC")

object TurnMemory:
  /** Ten contenders of a study, two controls and a row that competes with nobody: more are measured in groups. */
  val enough = 13

  /** The library that all are compared with, its second JVM, and one other. */
  val fewest = 3

  /** Heap on a machine with enough memory, and on a smaller one; in MiB. */
  private val heaps = List(512, 256)

  /** What a JVM takes beside its heap, in MiB. */
  private val beside = 150

  /** The share of the machine's memory that the JVMs may take together. */
  private val share = 0.7

  /** For a machine with this number of bytes of memory. */
  def of(bytes: Long): TurnMemory =
    val room           = (bytes / (1 << 20) * share).toInt
    def fit(heap: Int) = room / (heap + beside)
    val heap           = heaps.find(fit(_) >= enough).getOrElse(heaps.last)
    val most           = fit(heap).min(enough).max(fewest)
    val note           =
      if heap == heaps.head then ""
      else
        s"libraries take turns with $heap MB of heap each" + (if most < enough then s", $most JVMs at a time" else "") +
          ": the machine has too little memory for more"
    TurnMemory(heap, most, note)
