package brine.codec.internal.messages

/** Takes the bytes of a message while it is written. What it throws is thrown by the write. */
private[brine] trait OutputDrain:
  /** Takes the next bytes. The array belongs to the message, which overwrites it later. */
  def take(bytes: Array[Byte], from: Int, length: Int): Unit
