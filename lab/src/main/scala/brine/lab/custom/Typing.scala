package brine.lab.custom

import brine.lab.sample.JsonReader
import java.util.Locale
import scala.collection.mutable

/** Chooses the types for what was seen: the narrowest that reads every record back. */
private[custom] final class Typing(rootHint: String):
  private val names       = Names.Types()
  private val definitions = mutable.LinkedHashMap[String, Definition]()
  private val notes       = mutable.ListBuffer[String]()
  private val known       = java.util.IdentityHashMap[Objects, String]()

  /** Chooses all types.
    *
    * @throws Untypable
    *   if some path has values of several kinds
    */
  def run(root: Shape, records: Int): Inferred =
    Recursion.fold(root)
    Deciding.all(root)
    val name = typeOf(root, "$", rootHint) match
      case DataType.Named(name) if definitions(name).isInstanceOf[Definition.Choice] => bare(DataType.Named(name))
      case DataType.Named(name)                                                      => name
      case other                                                                     => bare(other)
    val merged = Sharing.of(name, definitions.values.toList)
    Inferred(name, merged, records, notes.toList)

  private def bare(tpe: DataType): String =
    val name = names.next(rootHint)
    definitions(name) = Definition.Record(name, List(Definition.Field("value", "value", tpe)), bare = true)
    name

  private def typeOf(shape: Shape, path: String, hint: String): DataType =
    if shape.kinds > 1 then
      val List(first, other) = shape.firsts.values.toList.sortBy(_.line).take(2): @unchecked
      throw Untypable(
        s"line ${other.line}, $path: expected ${first.what.takeWhile(_ != '(').trim} as in line ${first.line}, met " +
          s"${other.what}; ${remedy(path)}"
      )
    val base =
      if shape.bools > 0 then DataType.Bool
      else
        shape.numbers
          .map(_.tpe)
          .orElse(shape.texts.map(texts => textType(texts, hint)))
          .orElse(shape.items.map(element => DataType.Many(typeOf(element, s"$path[]", Names.singular(hint)))))
          .orElse(shape.objects.map(objects => objectType(objects, path, hint)))
          .getOrElse:
            if shape.nulls > 0 then notes += s"$path is always null: typed as Option[String]"
            else notes += s"$path has no element in any record: typed as String"
            DataType.Text
    if shape.nulls > 0 then DataType.Optional(base) else base

  private def remedy(path: String): String =
    if path == "$" then "all records must be of one kind: change the data"
    else if path.endsWith(".*") then
      "an object with more fields than a class can have becomes a map, whose values have one type: change the data, " +
        "or leave names out with --without"
    else s"change the data, or leave the path out with --without '$path'"

  private def textType(texts: Texts, hint: String): DataType = texts.choices match
    case None         => texts.tpe
    case Some(values) =>
      val name  = names.next(hint)
      val taken = mutable.Set[String]()
      val cases = values.sorted.map: value =>
        val identifier = Names.ofChoice(value, text => taken(text.toLowerCase(Locale.ROOT)) || text == name)
        taken += identifier.toLowerCase(Locale.ROOT)
        identifier -> value
      definitions(name) = Definition.Choice(name, cases)
      DataType.Named(name)

  private def objectType(objects: Objects, path: String, hint: String): DataType =
    Option(known.get(objects)) match
      case Some(name) => DataType.Named(name)
      case None       =>
        objects.decision.get match
          case Objects.Decision.Union => union(objects, path, hint)
          case Objects.Decision.Keyed =>
            def values = DataType.Keyed(typeOf(objects.variants(None).wide.get, s"$path.*", Names.singular(hint)))
            // A map in itself needs a name.
            if !Recursion.isCircular(objects) then values
            else
              val name = names.next(hint)
              known.put(objects, name)
              define(name, Definition.Record(name, List(Definition.Field("value", "value", values)), bare = true))
          case Objects.Decision.Class =>
            val name = names.next(hint)
            known.put(objects, name)
            define(name, Definition.Record(name, fieldsOf(objects.variants(None), path)))

  private def define(name: String, definition: Definition): DataType =
    definitions(name) = definition
    DataType.Named(name)

  private def fieldsOf(fields: Fields, path: String): List[Definition.Field] =
    val taken = mutable.Set[String]()
    fields.members.toList.map: (label, shape) =>
      val tpe      = typeOf(shape, path + JsonReader.step(label), label)
      val optional = shape.count < fields.count && !tpe.isInstanceOf[DataType.Optional]
      val name     = Names.ofField(label, taken)
      taken += name
      Definition.Field(label, name, if optional then DataType.Optional(tpe) else tpe)

  private def union(objects: Objects, path: String, hint: String): DataType =
    val name          = names.next(hint)
    val discriminator = objects.discriminator.get
    known.put(objects, name)
    val cases: List[(String, Definition.Record)] = objects.variants.toList.map: (kind, fields) =>
      fields.members.remove(discriminator)
      val own = names.next(kind.get)
      kind.get -> Definition.Record(own, fieldsOf(fields, path))
    define(name, Definition.Union(name, discriminator, cases))
