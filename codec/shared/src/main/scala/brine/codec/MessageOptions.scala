package brine.codec

/** How a message is written, beyond what its values are.
  *
  * @param dictionary
  *   whether strings and UUIDs that occur again in the message are written as references of one or two bytes to where they
  *   occurred. Off unless said: it pays where a message repeats itself, and costs time where it does not. What goes into the
  *   dictionary and how far back it reaches (2048 entries of each kind) is part of the format
  */
final case class MessageOptions(dictionary: Boolean = false)

object MessageOptions:
  /** Every value in full. */
  val default: MessageOptions = MessageOptions()

  /** Strings and UUIDs but once. */
  val withDictionary: MessageOptions = MessageOptions(dictionary = true)
