package brine.codec

import scala.annotation.StaticAnnotation

/** Marks a field, or all values of a type, for the dictionary of a message ([[MessageOptions.withDictionary]];
  * containers always have one). A value whose bytes equal one of the last 2,048 marked values is written as a reference
  * of one or two bytes. Strings and UUIDs need no mark.
  *
  * {{{
  * @dict final case class Address(street: String, city: String, country: String)
  * final case class Order(id: Long, to: Address, @dict currency: Currency) derives Codec
  * }}}
  *
  * Use it for values of several bytes that occur often. Each new value costs one byte more and the time of a lookup.
  * Without a dictionary the bytes stay the same, except that the bits of a marked field do not move into the header of
  * its record. The mark is part of the schema. Decoding yields one object for repeated values. On a case of a sum it
  * has no effect; mark the sum.
  */
final class dict extends StaticAnnotation
