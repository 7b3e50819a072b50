package brine.codec

import scala.annotation.StaticAnnotation

/** Marks a field, or all values of a type, to be written but once where a message has a dictionary
  * ([[MessageOptions.withDictionary]], and segments always): a value whose bytes are those of one of the last 2,048 is then a
  * reference of one or two bytes. Texts and UUIDs need no mark.
  *
  * {{{
  * @dict final case class Address(street: String, city: String, country: String)
  * final case class Order(id: Long, to: Address, @dict currency: Currency) derives Codec
  * }}}
  *
  * It pays for values of several bytes that come again and again; each that does not takes a byte more, and time to be looked up.
  * Without a dictionary it changes nothing but that a marked field keeps its bits to itself. It is part of the schema. After reading,
  * equal values are one object. On a case of a sum it has no effect; mark the sum.
  */
final class dict extends StaticAnnotation
