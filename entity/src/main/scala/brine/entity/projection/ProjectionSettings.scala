package brine.entity.projection

import brine.actor.Backoff
import brine.journal.Records
import java.time.Duration
import java.util.Objects

/** Settings of a running projection. Immutable.
  *
  * @param batchSize
  *   the most records of a batch, which is one transaction; above zero
  * @param batchBytes
  *   a batch ends with the record that reaches this number of bytes, as the codec wrote them; above zero
  * @param attempts
  *   how often a record is tried before it is set aside; above zero
  * @param backoff
  *   the pauses between attempts of a record, and before a database or a log that has failed is used again; a
  *   millisecond at least
  * @param maxSetAside
  *   number of records set aside at which the projection ends instead of setting aside one more. So a mistake that
  *   fails for all records does not set aside the whole log; zero or more
  * @throws IllegalArgumentException
  *   if a value is out of range; the message names the setting, the value and the range
  */
final case class ProjectionSettings(
    batchSize: Int = Records.MostOfBatch,
    batchBytes: Long = Records.MostBytesOfBatch,
    attempts: Int = 5,
    backoff: Backoff = Backoff.of(Duration.ofMillis(50), Duration.ofSeconds(10)),
    maxSetAside: Int = 1000
):
  require(batchSize > 0, s"batchSize is $batchSize: it must be above zero")
  require(batchBytes > 0, s"batchBytes is $batchBytes: it must be above zero")
  require(attempts > 0, s"attempts is $attempts: it must be above zero")
  Objects.requireNonNull(backoff, "backoff"): Unit
  require(maxSetAside >= 0, s"maxSetAside is $maxSetAside: it must be zero or more")

  /** Returns the settings with this [[batchSize]]. */
  def withBatchSize(batchSize: Int): ProjectionSettings = copy(batchSize = batchSize)

  /** Returns the settings with this [[batchBytes]]. */
  def withBatchBytes(batchBytes: Long): ProjectionSettings = copy(batchBytes = batchBytes)

  /** Returns the settings with this number of [[attempts]]. */
  def withAttempts(attempts: Int): ProjectionSettings = copy(attempts = attempts)

  /** Returns the settings with this [[backoff]]. */
  def withBackoff(backoff: Backoff): ProjectionSettings = copy(backoff = backoff)

  /** Returns the settings with this [[maxSetAside]]. */
  def withMaxSetAside(maxSetAside: Int): ProjectionSettings = copy(maxSetAside = maxSetAside)

object ProjectionSettings:
  /** The defaults. */
  val defaults: ProjectionSettings = ProjectionSettings()
