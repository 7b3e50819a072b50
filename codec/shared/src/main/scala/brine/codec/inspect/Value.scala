package brine.codec.inspect

import brine.codec.Schema

/** A decoded value, described by its [[brine.codec.Schema]] alone: the classes of the program that wrote it are neither
  * needed nor instantiated.
  *
  * {{{
  * Inspect.value(bytes, Codec[Order].schema).map(_.text)   // Order {id: 7, to: {street: "Elm", number: 1}, note: null}
  * }}}
  *
  * Wrappers leave no trace in the bytes, so they do not appear here. Every collection other than a map is a
  * [[Sequence]], whatever its class was. Immutable.
  */
enum Value:
  /** A value that is not divided further. The kind determines the class of `value`: the class of that name in Scala,
    * `java.time`, `java.util` or `java.net`; `()` for `Unit`.
    */
  case Primitive(kind: Schema.Kind, value: Any)

  /** An empty `Option`. */
  case Absent

  /** A non-empty `Option`. */
  case Present(of: Value)

  /** The left side of an `Either`. */
  case Left(of: Value)

  /** The right side of an `Either`. */
  case Right(of: Value)

  /** The elements of a sequence, array or set, in the order of the bytes. */
  case Sequence(elements: Vector[Value])

  /** The entries of a map, in the order of the bytes. */
  case Mapping(entries: Vector[(Value, Value)])

  case Tuple(elements: Vector[Value])

  /** A record with its field names. */
  case Record(name: String, fields: Vector[(String, Value)])

  /** A case of the sum `of`. It has no fields if it is a single value. */
  case Case(of: String, name: String, fields: Vector[(String, Value)])

  /** A shared value. [[Same]] refers to it by this number, which is unique within the message. */
  case Shared(number: Int, of: Value)

  /** A further occurrence of the [[Shared]] value with this number. */
  case Same(number: Int)

  /** The value that the hand-written codec of this name read. */
  case Custom(name: String, value: Any)

  /** Bytes of a hand-written codec that was not given, and everything after them: without the codec their length is
    * unknown.
    */
  case Opaque(name: String, bytes: IArray[Byte])

  /** A part that could not be read, because it follows [[Opaque]] bytes. */
  case Unread

  /** The value on one line, similar to JSON: records with field names, an absent option as `null`.
    *
    * @param most
    *   approximate maximum number of characters; `…` replaces the rest
    */
  def text(most: Int): String = internal.ValueText(most).of(this)

  /** The value on one line of at most about 65,536 characters. */
  def text: String = text(Value.TextLimit)

  override def toString: String = text

object Value:
  private inline val TextLimit = 65536
