package brine.pekko.serialization

import brine.codec.{Schema, Schemas}
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicLong

/** The schemas that a system knows: those of its own types, those it was given, and those it has learned from messages
  * and other nodes. Safe for use by threads.
  *
  * What is learned is bounded, because whoever sends it may be hostile. That a schema belongs to its fingerprint needs
  * no trust: the fingerprint is computed from it.
  */
private[pekko] final class KnownSchemas(own: Vector[Schema], lockFile: Schemas):
  private val ownByFingerprint = own.map(schema => schema.fingerprint -> schema).toMap
  private val learned          = new ConcurrentHashMap[Long, Schema]
  private val learnedBytes     = new AtomicLong

  val ownFingerprints: Vector[Long] = ownByFingerprint.keys.toVector.sorted

  def find(fingerprint: Long): Option[Schema] =
    ownByFingerprint
      .get(fingerprint)
      .orElse(lockFile.find(fingerprint))
      .orElse(Option(learned.get(fingerprint)))

  def knows(fingerprint: Long): Boolean = find(fingerprint).nonEmpty

  /** Keeps a schema for later messages. False if there is no room. */
  def learn(schema: Schema): Boolean =
    knows(schema.fingerprint) || {
      val size = schema.canonical.length.toLong
      val fits = learned.size < KnownSchemas.MostLearned &&
        learnedBytes.get + size <= KnownSchemas.MostLearnedBytes
      if fits && learned.putIfAbsent(schema.fingerprint, schema) == null then learnedBytes.addAndGet(size): Unit
      fits
    }

private[pekko] object KnownSchemas:
  /** Most schemas that are learned, and their bytes together. */
  final val MostLearned      = 4096
  final val MostLearnedBytes = 4L << 20
