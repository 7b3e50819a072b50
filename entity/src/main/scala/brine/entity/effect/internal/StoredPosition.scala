package brine.entity.effect.internal

import brine.codec.Codec
import java.util.UUID

/** A record of the stream `brine.effects-NAME`, the last of which counts. With [[StoredAside]] it is [[SavedEffects]].
  *
  * @param runner
  *   who has stored it: another one each time that the effects are started
  * @param aside
  *   version of the record of the stream `brine.effects.aside-NAME` that has what is set aside; 0 if nothing is
  */
private[internal] final case class StoredPosition(runner: UUID, upTo: Long, open: Vector[Long], aside: Long)

private[internal] object StoredPosition:
  implicit val codec: Codec[StoredPosition] = Codec.derived

/** A record of the stream `brine.effects.aside-NAME`: all that is set aside, by offset. The reason is empty if an
  * effect comes after another one.
  */
private[internal] final case class StoredAside(effects: Vector[StoredAside.One])

private[internal] object StoredAside:
  final case class One(key: String, offset: Long, reason: String)

  private implicit val one: Codec[One]   = Codec.derived
  implicit val codec: Codec[StoredAside] = Codec.derived
