package brine.pekko.bench

import java.time.Instant

import brine.codec.Codec
import brine.lab.model.{Site, SiteEvent}
import brine.pekko.ActorRefCodecs.given
import com.fasterxml.jackson.annotation.{JsonSubTypes, JsonTypeInfo}
import org.apache.pekko.actor.typed.ActorRef

/** The messages that [[MessageTurns]] compares serializers by, as a program of Pekko declares them. */
object Messages:
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes(
    Array(
      new JsonSubTypes.Type(value = classOf[Deposit], name = "deposit"),
      new JsonSubTypes.Type(value = classOf[AskDeposit], name = "ask-deposit")
    )
  )
  sealed trait Account derives Codec
  final case class Deposit(account: String, cents: Long)                                extends Account
  final case class AskDeposit(account: String, cents: Long, replyTo: ActorRef[Balance]) extends Account
  final case class Balance(cents: Long) derives Codec

  /** An event of ten fields. */
  final case class Ordered(
      order: Long,
      customer: String,
      article: String,
      count: Int,
      cents: Long,
      gift: Boolean,
      note: Option[String],
      country: String,
      at: Instant,
      coupons: Vector[Int]
  ) derives Codec

  val deposit: Deposit = Deposit("account-4711", 12_500)

  def askDeposit(replyTo: ActorRef[Balance]): AskDeposit = AskDeposit("account-4711", 12_500, replyTo)

  val ordered: Ordered = Ordered(
    4_711_000_017L,
    "customer-230815",
    "lamp, blue",
    3,
    12_990,
    true,
    Some("by the back door"),
    "DE",
    Instant.ofEpochMilli(1_717_171_717_171L),
    Vector(17, 1024)
  )

  /** The codecs of the site, which the model knows nothing of. */
  given siteCodec: Codec[Site]       = Codec.derived
  given eventCodec: Codec[SiteEvent] = Codec.derived
