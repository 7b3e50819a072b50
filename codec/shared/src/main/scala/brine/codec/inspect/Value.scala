package brine.codec.inspect

import brine.codec.Schema

/** What bytes hold, as far as a [[brine.codec.Schema]] can say: no class of the program that wrote them is needed, or made.
  *
  * {{{
  * Inspect.value(bytes, Codec[Order].schema).map(_.text)   // Order {id: 7, to: {street: "Elm", number: 1}, note: null}
  * }}}
  *
  * Wrappers leave no trace in bytes, so they are not here either; a collection is a sequence whatever its class was. Immutable.
  */
enum Value:
  /** A value that is not taken apart further. What `value` is follows from the kind: the class of that name in Scala, `java.time`,
    * `java.util` or `java.net`; `()` for `Unit`.
    */
  case Primitive(kind: Schema.Kind, value: Any)

  /** An empty `Option`. */
  case Absent

  /** An `Option` that is not empty. */
  case Present(of: Value)

  /** The left side of an `Either`. */
  case Left(of: Value)

  /** The right side of an `Either`. */
  case Right(of: Value)

  /** The elements of a sequence, array or set, in the order in which they were written. */
  case Sequence(elements: Vector[Value])

  /** The entries of a map, in the order in which they were written. */
  case Mapping(entries: Vector[(Value, Value)])

  case Tuple(elements: Vector[Value])

  /** A record with the names of its fields. */
  case Record(name: String, fields: Vector[(String, Value)])

  /** A case of the sum `of`; one without fields is a single value. */
  case Case(of: String, name: String, fields: Vector[(String, Value)])

  /** A value that others refer to by [[Same]] and this number, which is its own within the message. */
  case Shared(number: Int, of: Value)

  /** The [[Shared]] value of this number once more. */
  case Same(number: Int)

  /** What the hand-written codec of this name read. */
  case Custom(name: String, value: Any)

  /** Bytes that the codec of this name would understand, if it were there, and all that comes after them: without it nobody knows where
    * they end.
    */
  case Opaque(name: String, bytes: IArray[Byte])

  /** A part that could not be looked for, because it comes after [[Opaque]] bytes. */
  case Unread

  /** The value on one line, like JSON: records with the names of their fields, an absent option as `null`.
    *
    * @param most
    *   no more than about so many characters are made; `…` stands for the rest
    */
  def text(most: Int): String = internal.ValueText(most).of(this)

  /** The same of at most about 65,536 characters. */
  def text: String = text(Value.TextLimit)

  override def toString: String = text

object Value:
  private inline val TextLimit = 65536
