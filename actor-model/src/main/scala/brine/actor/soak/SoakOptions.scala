package brine.actor.soak

import brine.actor.*
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** Random options for the actors of a storm, of every kind. */
object SoakOptions:
  def random(random: SplittableRandom, blocking: Boolean, parks: Boolean): ActorOptions =
    ActorOptions(
      mailbox = mailbox(random, parks),
      dispatcher =
        if blocking then Dispatcher.Blocking
        else if random.nextInt(8) == 0 then Dispatcher.NewestFirst
        else Dispatcher.Default,
      supervision = supervision(random),
      siblings = SiblingStrategy.values()(random.nextInt(SiblingStrategy.values.length)),
      batch = if random.nextInt(4) == 0 then Batch(1 + random.nextInt(4)) else Batch.ofSystem,
      stashCapacity = if random.nextInt(4) == 0 then 3 else 10000
    )

  private def mailbox(random: SplittableRandom, parks: Boolean): Mailbox =
    if random.nextInt(4) != 0 then Mailbox.Unbounded
    else
      val kinds = WhenFull.values.filter(kind => parks || kind != WhenFull.Park)
      Mailbox.Bounded(1 + random.nextInt(100), kinds(random.nextInt(kinds.length)))

  private def supervision(random: SplittableRandom): Supervision = random.nextInt(5) match
    case 0 => Supervision.stop
    case 1 => Supervision.resume
    case 2 => Supervision.restart(3, 1.second)
    case 3 => Supervision.restart(5, 1.second).withBackoff(1.milli, 10.millis)
    case _ => Supervision.escalate
