package brine.journal.tools

import brine.codec.Schema

/** Names a schema for people: its type's name and its fingerprint. */
private[tools] object SchemaNames:
  def of(schema: Schema): String =
    val name = schema.root match
      case Schema.Type.Named(index)        => schema.definitions(index).name
      case Schema.Type.Wrapped(name, _, _) => name
      case _                               => schema.toString.linesIterator.nextOption().getOrElse("")
    f"$name ${schema.fingerprint}%016x"
