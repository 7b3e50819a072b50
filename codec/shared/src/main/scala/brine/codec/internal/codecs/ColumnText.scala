package brine.codec.internal.codecs

import brine.codec.internal.columns.{Column, Columns}
import brine.codec.internal.schema.SchemaLayout
import brine.codec.{Codec, Schema}

/** The columns of a flat type as text, which the macro stores in a derived codec: four characters for each column, the
  * numbers of external codecs, a line break, and the names of the columns, separated by commas.
  *
  * The four characters are a code, which is the ordinal of a kind or one of those below; the index of the guard plus 1;
  * what the guard must be; and the number of cases, of the external codec, or of the codec of a sequence. The external
  * codecs are those in records that only the schema knows: if a user's codec writes a part of what one of them writes,
  * its record is recursive, and nothing is flat.
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
    *
    * @param hides
    *   whether a user's codec writes a part of what the external codec of a number writes
    */
  private[codecs] def columns(
      text: String,
      externals: Array[Codec[?]],
      sequences: => Array[Codec[?]],
      hides: Int => Boolean
  ): Columns | Null =
    val end   = text.lastIndexOf('\n')
    val names = text.substring(end + 1).split(",", -1)
    // First: the columns of a codec that is part of itself would have no end.
    if text.substring(4 * names.length, end).exists(number => hides(number.toInt)) then null
    else columns(text, names, externals, sequences)

  private def columns(
      text: String,
      names: Array[String],
      externals: Array[Codec[?]],
      sequences: Array[Codec[?]]
  ): Columns | Null =
    val all = names.indices.toArray.map(i => column(text, 4 * i, names(i), externals, sequences))
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
    val guard                           = text.charAt(at + 1) - 1
    val when                            = text.charAt(at + 2).toInt
    val detail                          = text.charAt(at + 3).toInt
    def values(codec: Codec[?]): Column =
      if Columns.isByte(codec.schema.root) then Column.convertedBytes(codec).named(name, guard, when)
      else Column.values(codec, name, guard, when, Columns.isText(codec.schema.root))
    def one(codec: Codec[?], kind: Column.Kind): Column | Null =
      val columns = codec.columns
      if columns == null || columns.nn.all.length != 1 || columns.nn.all(0).kind != kind then null
      else columns.nn.all(0).named(name, guard, when)
    text.charAt(at).toInt match
      case Tags =>
        val tags = Column.tags(detail)
        tags.named(name, guard, when)
      case Presences                                   => Column.presences.named(name, guard, when)
      case Boxed if Columns.isPlain(externals(detail)) => values(externals(detail))
      case Boxed | External                            =>
        val codec = externals(detail)
        val root  = codec.schema.root
        if Columns.isSingle(root) then values(codec)
        else
          (SchemaLayout.content(root), codec) match
            case (_: Schema.Type.Boxed, _) => one(codec, Column.Kind.Values)
            // Its own columns are those of the sequence within the class.
            case (_: Schema.Type.Sequence, _: Derived[?]) =>
              val columns = ConvertedSequences.columns(codec, Right(_), identity)
              if columns == null then null else columns.nn.all(0).named(name, guard, when)
            case (_: Schema.Type.Sequence, _) => one(codec, Column.Kind.Sequences)
            case _                            => null
      case Whole            => values(externals(detail))
      case ExternalSequence => one(externals(detail), Column.Kind.Sequences)
      case PartSequence     => one(sequences(detail), Column.Kind.Sequences)
      case ordinal          =>
        val kind = Schema.Kind.fromOrdinal(ordinal)
        Column.of(kind, name, guard, when, if ordinal <= Schema.Kind.Double.ordinal then null else externals(detail))
