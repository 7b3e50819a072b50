package brine.actor

import brine.actor.internal.support.Described
import java.util.Locale

/** The tree of a system's actors at one moment, as [[ActorSystem.dump]] saw it. Its text is for humans:
  *
  * {{{
  * orders: idle, 2 children
  *   audit: running for 12 ms, 3 waiting
  *   Printer#1f: queued, 1 waiting
  * }}}
  *
  * An actor more than 40 levels deep has the number of actors above it in place of further spaces. Line breaks and
  * other control characters in names are escaped.
  *
  * @param entries
  *   parents before their children
  * @param isCut
  *   whether there are more actors than were asked for
  */
final case class ActorDump(entries: Vector[ActorDump.Entry], isCut: Boolean):
  override def toString: String =
    val lines = entries.map(_.toString)
    (if isCut then lines :+ "..." else lines).mkString("\n")

object ActorDump:
  /** Levels that are shown by spaces. Deeper ones have their number. */
  private final val MostIndented = 40

  /** One actor.
    *
    * @param name
    *   its name, or its class and a number, without those of its parents
    * @param depth
    *   number of actors above it
    * @param waiting
    *   about how many messages wait; counts up to 10,000
    * @param children
    *   about how many children it has; counts up to as many as the dump may hold
    * @param handlerNanos
    *   how long its handler has been seen running, in ns; -1 if it does not run, or if that is not known
    */
  final case class Entry(
      name: String,
      depth: Int,
      state: ActorState,
      waiting: Int,
      children: Int,
      handlerNanos: Long
  ):
    override def toString: String =
      val age    = if handlerNanos < 0 then "" else s" for ${handlerNanos / 1000000L} ms"
      val behind = if waiting == 0 then "" else s", $waiting waiting"
      val below  = if children == 0 then "" else if children == 1 then ", 1 child" else s", $children children"
      s"$indent${Described.inLine(name)}: ${state.toString.toLowerCase(Locale.ROOT)}$age$behind$below"

    // The text of a deep tree would grow with the square of its depth.
    private def indent: String =
      if depth <= MostIndented then "  " * depth else s"${"  " * MostIndented}[$depth above] "
