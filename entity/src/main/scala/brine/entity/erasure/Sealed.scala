package brine.entity.erasure

import brine.actor.internal.support.Described
import brine.codec.Codec
import brine.entity.erasure.internal.{Box, SealedRecord, Subjects}
import java.util.{Arrays, Objects}

/** A value of a person, encrypted by a key of that person: what events, states and commands hold in place of the value.
  * Once the key is forgotten, nobody can read it, in any log, backup, saved state or table.
  *
  * {{{
  * enum CustomerEvent derives Codec:
  *   case Registered(name: Sealed[String], mail: Sealed[String])
  *
  * val name = keys.seal("person-7", "Ada") // Sealed[String]
  * keys.open(name)                         // Opened.Value("Ada"), or Opened.Forgotten("person-7")
  * }}}
  *
  * It holds encrypted bytes and no key. So its codec needs no key either, and `decide` and `evolve` stay pure: they
  * pass sealed values on without opening them.
  *
  * '''Equality.''' Two sealed values are equal if subject and encrypted bytes are. Sealing the same value twice gives
  * two values that differ, because each has a random nonce: equality says nothing of what is inside. A value that was
  * stored and read again equals the one that was stored.
  *
  * Immutable and safe to share.
  *
  * @tparam A
  *   type of the value inside. It is part of the schema of every type that holds the sealed value. So a lock file
  *   notices when a later version of `A` cannot read what was sealed
  * @param subject
  *   whose value it is, not encrypted: use a random identity, and nothing that says who it is
  */
final class Sealed[A] private[erasure] (val subject: String, private[erasure] val box: Array[Byte]):
  /** Number of the key that sealed it. Numbers are random. */
  def key: Int = Box.number(box)

  /** Number of encrypted bytes, with nonce and checksum. */
  def size: Int = box.length

  /** The sealed value as bytes, for a column of a table say. The form does not depend on `A`. [[Sealed.fromBytes]]
    * reads it.
    */
  def toBytes: Array[Byte] = SealedRecord.toBytes(subject, box)

  override def equals(other: Any): Boolean = other match
    case that: Sealed[?] => subject == that.subject && Arrays.equals(box, that.box)
    case _               => false

  override def hashCode: Int = 31 * subject.hashCode + Arrays.hashCode(box)

  /** Subject, key and size: nothing of the value. */
  override def toString: String = s"Sealed(${Described.inLine(subject)}, key ${SubjectKey.text(key)}, $size bytes)"

object Sealed:
  /** The codec. It needs the codec of the value only for its schema. */
  given codec[A](using Codec[A]): Codec[Sealed[A]] =
    SealedRecord.codec[A].iemap(of(_))(value => SealedRecord(value.subject, value.box, None))

  /** Reads the bytes of [[Sealed.toBytes]]. What was sealed as another type is noticed when it is opened.
    *
    * @throws ErasureException
    *   with [[ErasureError.Malformed]] if these are no such bytes
    */
  def fromBytes[A](bytes: Array[Byte]): Sealed[A] =
    Objects.requireNonNull(bytes, "bytes"): Unit
    SealedRecord.fromBytes(bytes).flatMap((subject, box) => checked[A](subject, box)) match
      case Right(value) => value
      case Left(reason) => throw ErasureException(ErasureError.Malformed(reason))

  private def of[A](record: SealedRecord[A]): Either[String, Sealed[A]] =
    if record.plain.nonEmpty then Left("a sealed value has no plain one beside it")
    else checked(record.subject, record.box)

  private def checked[A](subject: String, box: Array[Byte]): Either[String, Sealed[A]] =
    try
      Subjects.require(subject)
      if box.length < Box.Smallest then
        Left(s"a sealed value has ${Box.Smallest} bytes or more, and this one ${box.length}")
      else Right(new Sealed(subject, box))
    catch case invalid: IllegalArgumentException => Left(invalid.getMessage)
