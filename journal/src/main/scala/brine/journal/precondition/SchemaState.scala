package brine.journal.precondition

import brine.codec.Schema

/** A schema that events are written with. */
private[journal] final class SchemaState(val schema: Schema) extends Placed:
  val canonical: Array[Byte] = schema.canonical

  /** The kinds of its events, by number, once [[RecentEvents]] needs them. Owned by the writer thread. */
  var kinds: Array[KindState] | Null = null
