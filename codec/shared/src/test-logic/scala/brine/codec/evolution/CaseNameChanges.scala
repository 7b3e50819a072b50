package brine.codec.evolution

import brine.codec.*

/** Cases with the same short name in several sealed types of one sum. */
object CaseNameChanges extends Changes("Cases of one name in several sealed types"):
  object V1:
    sealed trait Event derives Codec
    sealed trait PayEvent extends Event
    object PayEvent:
      final case class Created(cents: Int, on: Boolean) extends PayEvent
      case object Closed                                extends PayEvent
    sealed trait OrderEvent extends Event
    object OrderEvent:
      final case class Created(items: Int, on: Boolean) extends OrderEvent

  object V2:
    sealed trait Event derives Codec
    sealed trait OrderEvent extends Event
    object OrderEvent:
      final case class Created(items: Int, on: Boolean, note: Option[String]) extends OrderEvent
    sealed trait PayEvent extends Event
    object PayEvent:
      final case class Created(cents: Int, on: Boolean, note: Option[String]) extends PayEvent
      case object Closed                                                      extends PayEvent

  object PayOnly:
    sealed trait Event derives Codec
    sealed trait PayEvent extends Event
    object PayEvent:
      final case class Created(cents: Int, on: Boolean) extends PayEvent
      case object Closed                                extends PayEvent

  object Marked:
    sealed trait Event derives Codec
    sealed trait OrderEvent extends Event
    object OrderEvent:
      final case class Created(items: Int, on: Boolean) extends OrderEvent
    sealed trait PayEvent extends Event
    object PayEvent:
      @was("Created") final case class Created(cents: Int, on: Boolean) extends PayEvent
      case object Closed                                                extends PayEvent

  change("The sealed types are swapped, and their cases get fields")(
    read[V1.Event, V2.Event](
      V1.PayEvent.Created(1, true)    -> V2.PayEvent.Created(1, true, None),
      V1.OrderEvent.Created(2, false) -> V2.OrderEvent.Created(2, false, None),
      V1.PayEvent.Closed              -> V2.PayEvent.Closed
    ),
    read[V2.Event, V1.Event](
      V2.PayEvent.Created(1, true, None)    -> V1.PayEvent.Created(1, true),
      V2.OrderEvent.Created(2, false, None) -> V1.OrderEvent.Created(2, false)
    )
  )
  change("A second case of the same short name is added", "Mark the one that was there by `@was`.")(
    read[PayOnly.Event, V1.Event](PayOnly.PayEvent.Closed -> V1.PayEvent.Closed)
      .except(PayOnly.PayEvent.Created(1, true), "which case of Event that is does not follow from its name"),
    read[V1.Event, PayOnly.Event](V1.PayEvent.Closed -> PayOnly.PayEvent.Closed)
      .except(V1.PayEvent.Created(1, true), "which case of Event that is does not follow from its name")
  )
  change("A second case of the same short name is added, and the first one is marked by `@was`", "Readers first.")(
    read[PayOnly.Event, Marked.Event](
      PayOnly.PayEvent.Created(1, true) -> Marked.PayEvent.Created(1, true),
      PayOnly.PayEvent.Closed           -> Marked.PayEvent.Closed
    ),
    read[Marked.Event, PayOnly.Event](Marked.PayEvent.Closed -> PayOnly.PayEvent.Closed)
      .except(Marked.PayEvent.Created(1, true), "which case of Event that is does not follow from its name")
  )
