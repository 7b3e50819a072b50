package brine.entity.erasure.internal

import brine.codec.Codec
import java.time.Instant

/** The mark of a subject that was forgotten.
  *
  * @param keys
  *   the numbers of its keys that were removed
  * @param readmissions
  *   how often it was readmitted
  */
private[internal] final case class Tombstone(
    subject: String,
    at: Instant,
    keys: Vector[Int],
    isReadmitted: Boolean,
    readmissions: Int
):
  /** Whether a key must not be there: all that were made before the last readmission. A key may have been missing when
    * the subject was forgotten, and come back with a backup.
    */
  def covers(key: KeyEntry): Boolean =
    key.subject == subject && (!isReadmitted || key.readmissions < readmissions)

private[internal] object Tombstone:
  /** That of a subject that is forgotten for the first time. */
  def fresh(subject: String): Tombstone = Tombstone(subject, Instant.now, Vector.empty, isReadmitted = false, 0)

/** The forgotten subjects of a shard. */
private[internal] final case class Tombstones(subjects: Vector[Tombstone])

private[internal] object Tombstones:
  final val Kind     = "brforg01"
  final val ListKind = "brforl01"

  def codec: Codec[Tombstones] =
    implicit val tombstones: Codec[Tombstone] = Codec.derived
    Codec.derived
