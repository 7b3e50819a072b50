package brine.codec.internal.errors

import brine.codec.{DecodeError, EncodeError, In}

/** Error paths of generated code and of readers of older data, kept out of their methods to keep them small. */
object Malformed:
  /** Adds the name of a field to an error. `names` lists the fields of the record; `at` counts from 1. */
  def inField(error: DecodeError, names: String, at: Int): DecodeError =
    if at == 0 then error else error.inField(names.split(',')(at - 1))

  /** Adds the index of an element to an error. */
  def inElement(error: DecodeError, index: Int): DecodeError = error.inElement(index)

  /** Fails: the last byte read belongs to a header and has unused bits set. */
  def badPadding(in: In): Nothing = in.failAt(in.position - 1, "bits of a header that are not used must be zero")

  /** Fails: the last byte read must choose between two alternatives. */
  def badChoice(in: In, what: String): Nothing = in.failAt(in.position - 1, s"the byte before $what must be 0 or 1")

  /** Fails: the last byte read contains a tag without a case. */
  def unknownTag(in: In, tag: Int, sum: String, cases: Int): Nothing =
    in.failAt(in.position - 1, s"tag ${Integer.toUnsignedString(tag)} of $sum, which has $cases cases")

  /** Fails: a tag in the enclosing record's header, somewhere before, has no case. */
  def unknownTagOfField(in: In, tag: Int, sum: String, cases: Int): Nothing =
    in.fail(s"tag ${Integer.toUnsignedString(tag)} of $sum, which has $cases cases")

  /** Fails: an absent value has bits set in the header, somewhere before. */
  def badAbsent(in: In): Nothing = in.fail("the header bits of an absent value must be zero")

  /** Fails: generated code has no part of this number. */
  def noPart(number: Int): Nothing = throw IllegalArgumentException(s"no part has the number $number")

  /** Fails: a value to be written belongs to none of the cases of its sum. */
  def unknownCase(value: Any, sum: String): Nothing =
    if value == null then throw NullPointerException(s"a null where a $sum was expected")
    else throw EncodeError(s"a ${value.getClass.getName} is none of the cases of $sum", "")
