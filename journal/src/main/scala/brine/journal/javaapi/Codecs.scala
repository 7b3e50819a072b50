package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec

/** The codecs of journals and snapshots, which have no options of messages. */
private[javaapi] object Codecs:
  /** The codec, if it has neither limits nor a dictionary.
    *
    * @throws java.lang.IllegalArgumentException
    *   if it has, because a journal would ignore them
    */
  def plain[A](codec: JavaCodec[A]): Codec[A] =
    if !codec.hasDefaultOptions then
      throw IllegalArgumentException(
        "this codec has limits or a dictionary, which apply to messages only: pass the codec without withLimits and " +
          "withDictionary. JournalSettings.maxAppendBytes limits the size of an append"
      )
    codec.codec
