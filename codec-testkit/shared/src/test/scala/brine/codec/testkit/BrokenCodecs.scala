package brine.codec.testkit

import brine.codec.{Codec, In, Out, Schema}

/** Codecs that each break one law, so that the laws can be seen to notice. */
object BrokenCodecs:
  private val schema = Codec[String].schema

  /** A codec that is right but for what is given. */
  private class Strings(
      writing: (Out, String) => Unit = _.writeString(_),
      reading: In => String = _.readString(),
      val minSize: Int = 1
  ) extends Codec[String]:
    def write(out: Out, value: String): Unit = writing(out, value)
    def read(in: In): String                 = reading(in)
    def schema: Schema                       = BrokenCodecs.schema

  def sound: Codec[String] = Strings()

  /** Writes a case letter differently each time. */
  def counting: Codec[String] =
    var count = 0
    Strings(
      writing = (out, value) =>
        count += 1
        out.writeByte(count.toByte)
        out.writeString(value)
      ,
      reading = in =>
        in.readByte(): Unit
        in.readString()
    )

  private var made = 0

  /** Each codec of it writes its own number. */
  def numbered: Codec[String] =
    made += 1
    val number = made.toByte
    Strings(
      writing = (out, value) =>
        out.writeByte(number)
        out.writeString(value)
      ,
      reading = in =>
        in.readByte(): Unit
        in.readString()
    )

  /** Loses the case of letters. */
  def lossy: Codec[String] = Strings(writing = (out, value) => out.writeString(value.toLowerCase))

  /** Takes everything that is left for its own. */
  def greedy: Codec[String] = Strings(
    writing = (out, value) => value.foreach(char => out.writeByte(char.toByte)),
    reading = in => Iterator.fill(in.remaining)(in.readByte().toChar).mkString,
    minSize = 0
  )

  /** Fails in its own way where bytes are missing. */
  def careless: Codec[String] = Strings(
    writing = (out, value) =>
      out.writeByte(value.length.toByte)
      value.foreach(char => out.writeByte(char.toByte))
    ,
    reading = in =>
      val bytes = new Array[Byte](in.remaining)
      in.readBytes(bytes, 0, bytes.length)
      // Thrown outright: an index out of bounds is undefined behaviour in JavaScript, not an exception.
      if bytes.length == 0 || bytes.length <= bytes(0) then throw IllegalStateException("not enough bytes")
      String(bytes, 1, bytes(0).toInt)
  )

  /** Throws where it does not know a value. */
  def throwing: Codec[String] = Strings(
    writing = (out, value) => out.writeInt(value.length),
    reading = in => Vector("", "a", "aa", "aaa")(in.readInt())
  )

  /** Reads values it cannot write again. */
  def oneWay: Codec[String] = Strings(
    writing = (out, value) =>
      if value.exists(_ > 'z') then throw UnsupportedOperationException(value)
      out.writeString(value)
  )

  /** Reserves memory for as many characters as the message says. */
  def trusting: Codec[String] = Strings(
    writing = (out, value) =>
      out.writeUnsignedInt(value.length)
      value.foreach(char => out.writeByte(char.toByte))
    ,
    reading = in =>
      val size  = in.readUnsignedInt() & 0xfffffff
      val chars = new Array[Char](size)
      chars.indices.foreach(i => chars(i) = (in.readByte() & 0x7f).toChar)
      String(chars)
  )

  /** Says it takes more bytes than it does. */
  def boastful: Codec[String] = Strings(minSize = 3)

  /** Has another schema each time. */
  def shifting: Codec[String] =
    made += 1
    Codec.of[String](s"text $made", 1)(_.writeString(_))(_.readString())
