package brine.codec

/** A value whose identity is kept: an object that occurs several times in a message is written once and decoded as one
  * object. Cycles are supported.
  *
  * {{{
  * final case class Person(name: String, friends: List[Shared[Person]]) derives Codec
  *
  * val ann = Shared.of[Person](ann => Person("Ann", List(ann))) // her own friend
  * Codec.decode[Shared[Person]](Codec.encode(ann))
  * }}}
  *
  * A value that is not wrapped in `Shared` is written in full at each occurrence, which needs no table and takes one
  * byte less. Two `Shared` are equal if they hold the same object. The scope of identity is one message, or one block
  * of a container.
  *
  * In JavaScript, strings and numbers have no identity: equal ones count as the same object. For such values the bytes
  * therefore differ between the platforms.
  */
final class Shared[A] private[codec] ():
  private var held: Option[A] = None

  /** The value.
    *
    * @throws IllegalStateException
    *   while the value is under construction: within `make` of [[Shared.of]], or when a constructor that runs during
    *   decoding asks for a value of its own cycle
    */
  def value: A = held.getOrElse(
    throw IllegalStateException(
      "a Shared was asked for its value before it was complete; a constructor must not read values of its own cycle"
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

  // Does not render the value, which may contain this.
  override def toString: String = s"Shared@${Integer.toHexString(System.identityHashCode(this))}"

object Shared:
  /** Wraps a value that should be written once per message. */
  def apply[A](value: A): Shared[A] = new Shared[A]().complete(value)

  /** Creates a value that contains itself. `make` receives the future holder and must not ask for its value. */
  def of[A](make: Shared[A] => A): Shared[A] =
    val shared = new Shared[A]()
    shared.complete(make(shared))
