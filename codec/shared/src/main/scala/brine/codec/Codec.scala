package brine.codec

import brine.codec.derive.Derivation

/** How values of `A` become bytes and come back. (Docs in progress.) */
abstract class Codec[A]:
  def write(out: Out, value: A): Unit
  def read(in: In): A
  /** The fewest bytes a value takes; a count is checked against it before anything is allocated. */
  def minSize: Int
  def schema: Schema

object Codec:
  inline def derived[A]: Codec[A] = ${ Derivation.derive[A] }
