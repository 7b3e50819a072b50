package brine.entity.erasure.internal

import brine.codec.Codec

/** A sealed value as it is encoded.
  *
  * @param plain
  *   always None. It makes the type of the value a part of the schema, so that verdicts and lock files see its versions
  */
private[erasure] final case class SealedRecord[A](subject: String, box: Array[Byte], plain: Option[A])

private[erasure] object SealedRecord:
  def codec[A](using Codec[A]): Codec[SealedRecord[A]] = Codec.derived

  /** The form without a schema. */
  def toBytes(subject: String, box: Array[Byte]): Array[Byte] = Codec.encodeBare((subject, box))

  /** What [[toBytes]] was given, or why these are not its bytes. */
  def fromBytes(bytes: Array[Byte]): Either[String, (String, Array[Byte])] =
    Codec.decodeBare[(String, Array[Byte])](bytes).left.map(_.getMessage)
