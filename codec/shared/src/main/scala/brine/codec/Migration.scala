package brine.codec

/** How a value of an older type becomes one of a newer type, where annotations do not suffice.
  *
  * The older type is kept as a class, with the fields it had, and the way from it stands in the companion of the newer one:
  * {{{
  * final case class AccountV1(@was("name") fullName: String) derives Codec
  * final case class Account(first: String, last: String) derives Codec
  * object Account:
  *   given Migration[AccountV1, Account] = Migration { old =>
  *     val names = old.fullName.split(" ", 2)
  *     Account(names(0), names.lift(1).getOrElse(""))
  *   }
  * }}}
  *
  * Wherever an `Account` is read, also deep within other values, data with the fields of `AccountV1` go through it. The older type
  * may have a migration of its own, so that versions form a chain in which each knows only the one before it. The name of the older
  * type is of no account.
  *
  * @param old
  *   reads the older type
  * @param migrate
  *   may throw an `IllegalArgumentException` to refuse a value; decoding turns it into a [[DecodeError]]
  */
final class Migration[Old, New] private (private[codec] val old: Codec[Old], private[codec] val migrate: Old => New)

object Migration:
  /** A migration from a type that has a codec. */
  def apply[Old, New](migrate: Old => New)(using old: Codec[Old]): Migration[Old, New] = new Migration(old, migrate)
