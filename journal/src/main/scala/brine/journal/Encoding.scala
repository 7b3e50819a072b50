package brine.journal

import brine.codec.{Codec, EncodeError, Out}

/** Writes values with a codec, and explains values that hold a null. */
private[journal] object Encoding:
  /** Writes a value.
    *
    * @throws EncodeError
    *   if it cannot be encoded
    */
  inline def write[A](codec: Codec[A], out: Out, value: A): Unit =
    try codec.write(out, value)
    catch case error: NullPointerException => throw explained(codec, value, error)

  /** The codec's public encoder says which part of a value is null. If it finds none, the codec itself has failed. */
  def explained[A](codec: Codec[A], value: A, error: NullPointerException): Exception =
    try
      Codec.encodeBare(value)(using codec): Unit
      error
    catch case explained: EncodeError => explained
