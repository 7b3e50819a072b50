package brine.codec.inspect.internal

import brine.codec.Schema.Kind
import brine.codec.inspect.Value

/** The two boolean values, as one object each, since there may be many. */
private[inspect] object Booleans:
  def of(value: Boolean): Value = if value then True else False

  private val True: Value  = Value.Primitive(Kind.Boolean, true)
  private val False: Value = Value.Primitive(Kind.Boolean, false)
