package brine.codec

/** A value whose identity is kept: where the same object occurs several times in a message, it is written once, and after reading the
  * occurrences are one object again. Cycles go through it as well.
  *
  * {{{
  * final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  *
  * val ann = Shared.of[Person](ann => Person("Ann", List(ann))) // her own friend
  * Codec.decode[Shared[Person]](Codec.encode(ann))
  * }}}
  *
  * What is not wrapped in `Shared` is written at each occurrence, however often that is, which needs no table and a byte less. Two
  * `Shared` are equal if they hold the same object. What has no identity in JavaScript, as strings and numbers, is there one object if
  * it is equal, so bytes differ between platforms for such values. The scope is the message, or the block of a segment.
  */
final class Shared[A] private[codec] ():
  private var held: Option[A] = None

  /** The value.
    *
    * @throws IllegalStateException
    *   while it is being made: by [[Shared.of]], or by a decoder, when the constructor of a value in a cycle asks for one that is not
    *   whole yet
    */
  def value: A = held.getOrElse(
    throw IllegalStateException(
      "a shared value was asked for before it was whole; a constructor must not look into a cycle"
    )
  )

  private[codec] def complete(value: A): this.type =
    held = Some(value)
    this

  private def same: AnyRef = value.asInstanceOf[AnyRef]

  override def equals(other: Any): Boolean = other match
    case that: Shared[?] => (that eq this) || (that.same eq same)
    case _               => false

  override def hashCode: Int = System.identityHashCode(same)

  // Not the value, in which this may occur.
  override def toString: String = s"Shared@${Integer.toHexString(System.identityHashCode(this))}"

object Shared:
  /** A value that is to be written once. */
  def apply[A](value: A): Shared[A] = new Shared[A]().complete(value)

  /** A value that contains itself: `make` gets what will hold it, and must not ask for it. */
  def of[A](make: Shared[A] => A): Shared[A] =
    val shared = new Shared[A]()
    shared.complete(make(shared))
