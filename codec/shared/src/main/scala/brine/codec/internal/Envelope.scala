package brine.codec.internal

import brine.codec.{Codec, In, MessageOptions, Out}

/** The frame of a standalone message: a marker byte and the fingerprint of the schema, big-endian. The marker says whether the value
  * is written with a dictionary.
  */
private[codec] object Envelope:
  final val Marker           = 0xb5
  final val DictionaryMarker = 0xb6

  def write(out: Out, fingerprint: Long, options: MessageOptions): Unit =
    val start = out.ensure(9)
    out.array(start) = (if options.dictionary then DictionaryMarker else Marker).toByte
    Memory.putLongBigEndian(out.array, start + 1, fingerprint)
    out.position = start + 9

  def read(in: In, codec: Codec[?]): Unit =
    val at     = in.position
    val marker = in.readByte() & 0xff
    if marker != Marker && marker != DictionaryMarker then
      in.failAt(at, "not a standalone message: it starts with another byte than b5 or b6")
    val found = Memory.getLongBigEndian(in.array, in.take(8))
    if found != codec.fingerprint then
      in.failAt(
        at + 1,
        f"written with schema $found%016x, but this reader's is ${codec.fingerprint}%016x: another type or another version"
      )
    if marker == DictionaryMarker then in.useDictionary()
