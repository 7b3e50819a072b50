package brine.lab.custom

/** Writes the inferred types as Scala source, which a person may edit and give to the lab again. */
object ScalaSource:
  /** Name of the file in the report's folder. */
  val fileName = "Custom.scala"

  /** The whole file.
    *
    * @param origin
    *   where the types come from, in words for a comment
    * @param sample
    *   file of the records that are measured, beside this one
    */
  def of(inferred: Inferred, origin: String, sample: String): String =
    val imports = List(
      Option.when(uses(inferred, DataType.Time))("import java.time.Instant"),
      Option.when(uses(inferred, DataType.Uuid))("import java.util.UUID")
    ).flatten
    val notes  = inferred.notes.map(note => s"// ${oneLine(note)}")
    val header = List(
      s"// Types that `./brine lab custom` inferred from ${oneLine(origin)}.",
      "// Edit them and measure again: ./brine lab custom " + fileName
    )
    val body = inferred.definitions.sortBy(_.name != inferred.root).map(definition)
    (List((header ++ notes).mkString("\n"), "package custom") ++
      List(("import brine.lab.sample.*" :: imports).mkString("\n")) ++ body ++
      List(
        "/** The values that are measured. */\n" +
          s"val samples: Seq[${Names.quoted(inferred.root)}] = Samples.read(${literal(sample)})"
      )).mkString("", "\n\n", "\n")

  /** Comments end with their line, and Scala knows Unicode escapes nowhere else than in literals. */
  private def oneLine(text: String): String = text.filter(c => c >= ' ' && c != 127)

  private def uses(inferred: Inferred, wanted: DataType): Boolean =
    def in(tpe: DataType): Boolean = tpe == wanted || (tpe match
      case DataType.Optional(of) => in(of)
      case DataType.Many(of)     => in(of)
      case DataType.Keyed(of)    => in(of)
      case _                     => false)
    def fields(record: Definition.Record) = record.fields.exists(field => in(field.tpe))
    inferred.definitions.exists:
      case record: Definition.Record => fields(record)
      case union: Definition.Union   => union.cases.exists((_, record) => fields(record))
      case _                         => false

  private def definition(one: Definition): String = one match
    case record: Definition.Record       => caseClass(record, "")
    case Definition.Choice(name, values) =>
      val cases = values.map: (identifier, text) =>
        s"  ${labelled(text, identifier)}case ${Names.quoted(identifier)}"
      s"enum ${Names.quoted(name)} derives JsonForm:\n" + cases.mkString("\n")
    case Definition.Union(name, discriminator, cases) =>
      val records = cases.map((kind, record) => labelled(kind, record.name) + caseClass(record, Names.quoted(name)))
      val field   = if discriminator == "type" then "" else s"@discriminator(${literal(discriminator)})\n"
      s"${field}sealed trait ${Names.quoted(name)} derives JsonForm\n\n" + records.mkString("\n\n")

  private def caseClass(record: Definition.Record, parent: String): String =
    val fields = record.fields.map: field =>
      s"${labelled(field.label, field.name)}${Names.quoted(field.name)}: ${typeName(field.tpe)}"
    val start   = s"${if record.bare then "@bare " else ""}final case class ${Names.quoted(record.name)}("
    val extend  = if parent.isEmpty then "" else s" extends $parent"
    val oneLine = s"$start${fields.mkString(", ")})$extend derives JsonForm"
    if oneLine.length <= 100 then oneLine
    else fields.mkString(s"$start\n    ", ",\n    ", s"\n)$extend derives JsonForm")

  private def labelled(label: String, name: String): String =
    if label == name then "" else s"@name(${literal(label)}) "

  /** The type in source. */
  def typeName(tpe: DataType): String = tpe match
    case DataType.Bool         => "Boolean"
    case DataType.Int32        => "Int"
    case DataType.Int64        => "Long"
    case DataType.Float64      => "Double"
    case DataType.Decimal      => "BigDecimal"
    case DataType.Text         => "String"
    case DataType.Time         => "Instant"
    case DataType.Uuid         => "UUID"
    case DataType.Optional(of) => s"Option[${typeName(of)}]"
    case DataType.Many(of)     => s"Vector[${typeName(of)}]"
    case DataType.Keyed(of)    => s"Map[String, ${typeName(of)}]"
    case DataType.Named(name)  => Names.quoted(name)

  private def literal(text: String): String =
    text
      .map {
        case '"'                     => "\\\""
        case '\\'                    => "\\\\"
        case c if c < ' ' || c > '~' => f"\\u${c.toInt}%04x"
        case c                       => c.toString
      }
      .mkString("\"", "", "\"")
