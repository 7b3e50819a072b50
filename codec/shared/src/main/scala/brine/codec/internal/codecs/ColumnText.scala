package brine.codec.internal.codecs

import brine.codec.internal.columns.{Column, Columns}
import brine.codec.{Codec, Schema}

/** The columns of a flat type as text, which the macro stores in a derived codec: four characters for each column, a
  * line break, and the names of the columns, separated by commas.
  *
  * The characters are a code, which is the ordinal of a kind or one of those below; the index of the guard plus 1; what
  * the guard must be; and the number of cases, of the external codec, or of the codec of a sequence.
  */
object ColumnText:
  /** The tag of a sum or the side of an `Either`. */
  inline val Tags = 64

  /** A value of an external codec that keeps its bits; its schema has a box. */
  inline val Boxed = 65

  /** A value of an external codec. */
  inline val External = 66

  /** A set or a map, which its external codec writes. */
  inline val Whole = 67

  /** A sequence that an external codec writes. */
  inline val ExternalSequence = 68

  /** A sequence of a part of the derived codec. */
  inline val PartSequence = 69

  /** The presence of an option. */
  inline val Presences = 70

  /** The columns; null if the codec of another one is not flat. Whether a type is flat must follow from its schema
    * alone, so external codecs are asked for theirs.
    */
  private[codecs] def columns(text: String, externals: Array[Codec[?]], sequences: Array[Codec[?]]): Columns | Null =
    val names = text.substring(text.lastIndexOf('\n') + 1).split(",", -1)
    val all   = names.indices.toArray.map(i => column(text, 4 * i, names(i), externals, sequences))
    // A single Boolean that is part of nothing is the content of a class of one field.
    val isWrapped = all.length == 1 && names(0).isEmpty && text.charAt(0) == Schema.Kind.Boolean.ordinal
    if all.contains(null) then null
    else
      val columns = Columns(all.map(_.nn), inSequences = !isWrapped)
      if columns.total > Columns.Most then null else columns

  private def column(
      text: String,
      at: Int,
      name: String,
      externals: Array[Codec[?]],
      sequences: Array[Codec[?]]
  ): Column | Null =
    val guard                                                  = text.charAt(at + 1) - 1
    val when                                                   = text.charAt(at + 2).toInt
    val detail                                                 = text.charAt(at + 3).toInt
    def values(codec: Codec[?]): Column                        = Column.values(codec, name, guard, when)
    def one(codec: Codec[?], kind: Column.Kind): Column | Null =
      val columns = codec.columns
      if columns == null || columns.nn.all.length != 1 || columns.nn.all(0).kind != kind then null
      else columns.nn.all(0).named(name, guard, when)
    text.charAt(at).toInt match
      case Tags =>
        val tags = Column.tags(detail)
        tags.named(name, guard, when)
      case Presences => Column.presences.named(name, guard, when)
      case Boxed     => if Columns.isPlain(externals(detail)) then values(externals(detail)) else null
      case External  =>
        externals(detail).schema.root match
          case Schema.Type.Primitive(_) | Schema.Type.Boxed(_) => one(externals(detail), Column.Kind.Values)
          // A set of Brine's own. One that the user's codec converts may hide what it contains.
          case Schema.Type.Set(_) if !externals(detail).isInstanceOf[Mapped[?, ?]] =>
            one(externals(detail), Column.Kind.Values)
          case _ => null
      case Whole            => values(externals(detail))
      case ExternalSequence => one(externals(detail), Column.Kind.Sequences)
      case PartSequence     => one(sequences(detail), Column.Kind.Sequences)
      case ordinal          =>
        val kind = Schema.Kind.fromOrdinal(ordinal)
        Column.of(kind, name, guard, when, if ordinal <= Schema.Kind.Double.ordinal then null else externals(detail))
