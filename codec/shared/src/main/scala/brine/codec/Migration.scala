package brine.codec

/** Converts values of an older type to a newer type, where annotations do not suffice.
  *
  * Keep the older type as a class with the fields it had, and put the migration into the companion of the newer type:
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
  * Wherever an `Account` is read, also deep within other values, data with the fields of `AccountV1` are migrated. The
  * older type may have a migration of its own, so each version needs to know only its predecessor. The name of the
  * older type does not matter, so it must differ in the name or type of a field: a migration from a class with the same
  * fields does not compile.
  *
  * @param old
  *   codec that reads the older type
  * @param migrate
  *   converts a value; throw an `IllegalArgumentException` to refuse it, which decoding returns as a [[DecodeError]]
  */
final class Migration[Old, New] private (private[codec] val old: Codec[Old], private[codec] val migrate: Old => New)

object Migration:
  /** Creates a migration from a type that has a codec. */
  def apply[Old, New](migrate: Old => New)(using old: Codec[Old]): Migration[Old, New] = new Migration(old, migrate)
