package brine.lab.custom

/** The Scala type of a value in a sample of JSON. */
enum DataType:
  case Bool, Int32, Int64, Float64, Decimal, Text, Time, Uuid
  case Optional(of: DataType)
  case Many(of: DataType)
  case Keyed(of: DataType)

  /** A [[Definition]] by its name. */
  case Named(name: String)

/** A type that the inferred source defines. */
enum Definition:
  def name: String

  /** A case class.
    *
    * @param bare
    *   whether its JSON is that of its only field: data whose records are no objects
    */
  case Record(name: String, fields: List[Definition.Field], bare: Boolean = false)

  /** Strings of which there are few.
    *
    * @param values
    *   identifier and text of each
    */
  case Choice(name: String, values: List[(String, String)])

  /** Objects of several kinds, with a field that names the kind.
    *
    * @param cases
    *   text of that field, and the other fields
    */
  case Union(name: String, discriminator: String, cases: List[(String, Record)])

object Definition:
  /** A field of a case class.
    *
    * @param label
    *   its name in the JSON
    * @param name
    *   its name in the source, without backticks
    */
  final case class Field(label: String, name: String, tpe: DataType)

/** What the lab found in a sample of JSON.
  *
  * @param root
  *   name of the definition that every record has
  * @param notes
  *   what a reader of the source should know: fields that are always null, and the like
  */
final case class Inferred(root: String, definitions: List[Definition], records: Int, notes: List[String]):
  def definition(name: String): Definition = definitions.find(_.name == name).get
