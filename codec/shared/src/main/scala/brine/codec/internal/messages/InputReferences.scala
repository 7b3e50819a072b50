package brine.codec.internal.messages

import brine.codec.internal.references.{InDictionary, InRepeats, InShared}
import brine.codec.{Limits, Out}

/** What later bytes of a message refer back to: strings, UUIDs and marked values of a dictionary, shared values, and
  * the last instant.
  */
private[codec] abstract class InputReferences(allowed: Limits) extends InputLimits(allowed):
  /** Strings and UUIDs read so far, if the message uses a dictionary. */
  private[codec] final var dictionary: InDictionary | Null = null
  private var idleDictionary: InDictionary | Null          = null
  private var sharedValues: InShared | Null                = null

  /** The instant read last, see `readInstant`. */
  private[codec] final var previousSeconds: Long = Out.FirstInstant
  private[codec] final var previousNanos: Int    = 0

  /** Starts another message, which refers to nothing yet. */
  private[codec] final def beginReferences(): Unit =
    if dictionary != null then closeDictionary()
    if sharedValues != null then sharedValues.nn.clear()
    previousSeconds = Out.FirstInstant
    previousNanos = 0

  /** Reads the rest of the message with a dictionary. Call it exactly where the writer called
    * [[brine.codec.Out.useDictionary]].
    */
  final def useDictionary(): Unit = if dictionary == null then
    dictionary = if idleDictionary == null then new InDictionary else idleDictionary
    idleDictionary = null

  /** Ends the use of a dictionary that began within this message. */
  private[codec] final def endDictionary(): Unit = if dictionary != null then closeDictionary()

  private def closeDictionary(): Unit =
    dictionary.nn.clear()
    idleDictionary = dictionary
    dictionary = null

  /** The shared values of this message. */
  private[codec] final def shared: InShared =
    if sharedValues == null then sharedValues = new InShared
    sharedValues.nn

  /** Sets the state of the message (dictionary, shared values, last instant) aside until [[takeUp]]. */
  private[codec] final def setAside(): InRepeats.Outside =
    val outside =
      InRepeats.Outside(position, dictionary, sharedValues, previousSeconds, previousNanos, storage, keyWork)
    dictionary = null
    sharedValues = null
    previousSeconds = Out.FirstInstant
    previousNanos = 0
    outside

  private[codec] final def takeUp(outside: InRepeats.Outside): Unit =
    dictionary = outside.dictionary
    sharedValues = outside.shared
    previousSeconds = outside.previousSeconds
    previousNanos = outside.previousNanos
