package brine.entity.erasure

/** What is in a [[Sealed]] value: the value, or that its subject was forgotten.
  *
  * {{{
  * keys.open(customer.name) match
  *   case Opened.Value(name)  => s"Dear $name"
  *   case Opened.Forgotten(_) => "Dear customer"
  * }}}
  */
enum Opened[+A]:
  /** The value. */
  case Value(value: A)

  /** The key was forgotten: nobody can read the value any more. */
  case Forgotten(subject: String)

  /** The value, unless it is forgotten. */
  def toOption: Option[A] = this match
    case Value(value) => Some(value)
    case Forgotten(_) => None

  /** The value, or what replaces it if it is forgotten. */
  def getOrElse[B >: A](replacement: => B): B = this match
    case Value(value) => value
    case Forgotten(_) => replacement

  /** The result of a function on the value, unless it is forgotten. */
  def map[B](of: A => B): Opened[B] = this match
    case Value(value)       => Value(of(value))
    case Forgotten(subject) => Forgotten(subject)

  /** Does not show the value, which might get into a log of the program. */
  override def toString: String = this match
    case Value(_)           => "Value(…)"
    case Forgotten(subject) => s"Forgotten($subject)"
