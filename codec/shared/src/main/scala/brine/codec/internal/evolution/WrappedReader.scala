package brine.codec.internal.evolution

import brine.codec.In
import brine.codec.internal.columns.{Columns, Registers}

/** Reads what a class of one field wrote as the record of that field. The bits of the field are in the header of the
  * enclosing record, because the class has no header of its own.
  */
private[codec] final class WrappedReader(fields: Fields) extends Reader:
  private val only                                             = fields.readers(0)
  private val size                                             = Once(0)(fields.leastAlone)
  private val own                                              = Once[Columns | Null](null)(fields.columns)
  def minSize: Int                                             = size.get
  override def items: Int                                      = only.items
  def read(in: In): Any                                        = fields.readEach(in)
  override def field(in: In, header: HeaderBits, at: Int): Any = fields.readOne(in, header, at)
  private[codec] override def columns: Columns | Null          = own.get
  private[codec] override def build(from: Registers, row: Int, first: Int): Any = fields.build(from, row, first)
