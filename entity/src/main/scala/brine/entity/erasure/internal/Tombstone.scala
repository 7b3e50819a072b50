package brine.entity.erasure.internal

import brine.codec.Codec
import java.time.Instant

/** The mark of a subject that was forgotten. */
private[internal] final case class Tombstone(subject: String, at: Instant, keys: Vector[Int], isReadmitted: Boolean):
  /** Whether a key must not be there. */
  def covers(key: KeyEntry): Boolean = key.subject == subject && (!isReadmitted || keys.contains(key.number))

/** The forgotten subjects of a shard. */
private[internal] final case class Tombstones(subjects: Vector[Tombstone])

private[internal] object Tombstones:
  final val Kind = "brforg01"

  def codec: Codec[Tombstones] =
    implicit val tombstones: Codec[Tombstone] = Codec.derived
    Codec.derived
