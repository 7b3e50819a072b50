package brine.pekko.entity

import brine.codec.Codec
import brine.entity.*

/** An entity in two versions of a program: nodes of both are in one cluster while it is upgraded. */
object Meters:
  final case class Counted(by: Int) derives Codec

  object Old:
    final case class Reading(sum: Int) derives Codec

    enum Meter[+R] derives Commands:
      case Count(by: Int)     extends Meter[Reading]
      case Repeat(times: Int) extends Meter[String]
      case Take(text: String) extends Meter[Int]
      case Void               extends Meter[String]

    object Entity extends brine.entity.Entity[Meter, Counted, Int]("meter"):
      def initial: Int = 0

      def decide[R](sum: Int, command: Meter[R])(using At): Decision[Counted, R] = command match
        case Meter.Count(by)     => Decision(Counted(by))(Reading(sum + by))
        case Meter.Repeat(times) => Decision.reply("x" * times)
        case Meter.Take(text)    => Decision.reply(text.length)
        case Meter.Void          => Decision.reply(null.asInstanceOf[String])

      def evolve(sum: Int, event: Counted): Int = sum + event.by

  object New:
    final case class Reading(sum: Int, unit: String = "kWh") derives Codec

    enum Meter[+R] derives Commands:
      case Count(by: Int, times: Int = 1) extends Meter[Reading]
      case Repeat(times: Int)             extends Meter[String]
      case Take(text: String)             extends Meter[Int]
      case Void                           extends Meter[String]
      case Reset                          extends Meter[Reading]

    object Entity extends brine.entity.Entity[Meter, Counted, Int]("meter"):
      def initial: Int = 0

      def decide[R](sum: Int, command: Meter[R])(using At): Decision[Counted, R] = command match
        case Meter.Count(by, times) => Decision(Counted(by * times))(Reading(sum + by * times))
        case Meter.Repeat(times)    => Decision.reply("x" * times)
        case Meter.Take(text)       => Decision.reply(text.length)
        case Meter.Void             => Decision.reply("")
        case Meter.Reset            => Decision(Counted(-sum))(Reading(0))

      def evolve(sum: Int, event: Counted): Int = sum + event.by
