package brine.codec

/** Options for writing a message.
  *
  * @param dictionary
  *   whether to write repeated strings and UUIDs of a message as references of one or two bytes to an earlier
  *   occurrence. Off by default: it saves bytes in messages that repeat themselves and costs time in others. Which
  *   values enter the dictionary, and how far back it reaches (2,048 entries of each kind), is part of the format
  */
final case class MessageOptions(dictionary: Boolean = false):
  /** Returns the options with this [[dictionary]]. */
  def withDictionary(dictionary: Boolean): MessageOptions = copy(dictionary = dictionary)

object MessageOptions:
  /** Writes every value in full. */
  val defaults: MessageOptions = MessageOptions()

  /** Writes repeated strings and UUIDs as references. */
  val withDictionary: MessageOptions = MessageOptions(dictionary = true)
