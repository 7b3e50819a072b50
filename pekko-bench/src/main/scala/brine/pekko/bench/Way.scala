package brine.pekko.bench

import brine.lab.model.{Site, SiteEvent}
import brine.pekko.bench.Messages.*
import brine.pekko.bench.Messages.given
import brine.pekko.{BrineSerialization, MessageType}

/** A way to serialize messages.
  *
  * @param settings
  *   what the configuration of the actor system has for it
  * @param serialization
  *   this project's serializer, if it is that
  * @param describes
  *   whether each message has its schema
  */
enum Way(
    val name: String,
    val settings: String,
    val serialization: Option[BrineSerialization] = None,
    val describes: Boolean = false
):
  case Brine           extends Way("Brine", Way.noExchange, Some(Way.brine))
  case BrineWithSchema extends Way("Brine with schema", Way.noExchange, Some(Way.brine), describes = true)
  case Cbor            extends Way("Jackson CBOR", Way.bound("jackson-cbor") + Way.cbor)
  case Java            extends Way("Java", Way.bound("java") + "pekko.actor.allow-java-serialization = on")
  case Protobuf        extends Way("protobuf", Way.scalaPb)

object Way:
  // Methods: the cases are made before the values of this object.
  private def brine = BrineSerialization(
    MessageType[Account],
    MessageType[Ordered],
    MessageType[Site],
    MessageType[SiteEvent]
  )

  // Nodes that exchange schemas decide whether messages have them.
  private def noExchange = "pekko.library-extensions = []"

  private def bound(serializer: String) =
    List(classOf[Account], classOf[Ordered], classOf[Site], classOf[SiteEvent])
      .map(one => s"""pekko.actor.serialization-bindings."${one.getName}" = $serializer""")
      .mkString("", "\n", "\n")

  // As its manual recommends for size and speed.
  private def cbor = s"""
    pekko.serialization.jackson {
      jackson-modules += "${classOf[SiteJackson].getName}"
      jackson-cbor.serialization-features {
        WRITE_DATES_AS_TIMESTAMPS = on
        WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS = off
      }
      jackson-cbor.deserialization-features.READ_DATE_TIMESTAMPS_AS_NANOSECONDS = off
    }"""

  private def scalaPb = s"""
    pekko.actor {
      serializers.scalapb = "${classOf[ScalaPbSerializer].getName}"
      serialization-bindings."scalapb.GeneratedMessage" = scalapb
    }"""
