package brine.entity.process

import brine.codec.Codec
import brine.entity.At
import brine.entity.effect.EffectsBegin
import brine.journal.{Query, Record}

/** An event of an instance. No two have the same number. */
final case class Counted(instance: String, number: Long) derives Codec

/** Notes each event as a fact, and sends one command for it: the number of the event.
  *
  * @param fails
  *   whether nobody can say the instance of an event
  */
final class Tally(fails: Counted => Boolean)
    extends Process[Counted, Long, String, Long, Long](Tally.Name, EffectsBegin.First):
  def query: Query = Query.category("count")

  def instance(event: Record[Counted]): Option[String] =
    if fails(event.value) then throw IllegalStateException(s"no instance of ${event.value}")
    else Some(event.value.instance)

  def initial: Long                         = 0
  def evolve(state: Long, fact: Long): Long = state + fact

  def react(state: Long, input: ProcessInput[Counted, Long, String])(using At): Reaction[Long, Long] = input match
    case ProcessInput.Event(Counted(_, number)) => Reaction(number).send(number)
    case _                                      => Reaction.none

object Tally:
  final val Name = "tally"

  type Done = ProcessStep[Long, Long, String]
