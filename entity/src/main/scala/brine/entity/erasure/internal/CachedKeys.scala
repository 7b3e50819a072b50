package brine.entity.erasure.internal

import brine.entity.erasure.SubjectKeys
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong}
import javax.crypto.spec.SecretKeySpec

/** The keys of a subject, ready for use. Thread-safe. */
private[erasure] final class CachedKeys(keys: SubjectKeys):
  private val secrets = keys.keys.map(key => key.number -> SecretKeySpec(key.bytes, "AES")).toMap

  /** How many values this process has sealed with the current key. */
  val values = AtomicLong()

  /** Whether somebody is about to rotate the current key. */
  val isRotating = AtomicBoolean()

  def isForgotten: Boolean = keys.isForgotten

  /** Whether the store knows the subject at all. */
  def isKnown: Boolean = keys.isForgotten || keys.keys.nonEmpty

  /** Whether it has a key that can seal. */
  def canSeal: Boolean = keys.keys.nonEmpty

  /** Number of the key that seals; there must be one. */
  def current: Int = keys.keys.last.number

  /** The key of a number. */
  def secret(number: Int): Option[SecretKeySpec] = secrets.get(number)

  /** Whether the key of a number was forgotten. */
  def isForgotten(number: Int): Boolean = keys.forgottenKeys(number)
