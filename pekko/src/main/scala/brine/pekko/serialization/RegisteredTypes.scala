package brine.pekko.serialization

import brine.codec.Schema
import brine.pekko.MessageType
import java.io.NotSerializableException
import java.util.Objects
import java.util.concurrent.ConcurrentHashMap

/** The types of a serializer, by class and by name. Refuses those that would be ambiguous. Safe for use by threads. */
private[pekko] final class RegisteredTypes private (all: Vector[RegisteredType[?]]):
  private val byName: Map[String, RegisteredType[?]] =
    all.flatMap(one => one.names.map(_ -> one)).toMap

  private val byManifest: Map[String, RegisteredType[?]] = all.map(one => one.manifest -> one).toMap

  // Classes of values that were written, each with its type.
  private val byClass = new ConcurrentHashMap[Class[?], RegisteredType[?]]

  def classes: Vector[Class[?]] = all.map(_.messageClass)

  def schemas: Vector[Schema] = all.map(_.schema)

  /** The type of a value.
    *
    * @throws NotSerializableException
    *   if it has none, or two
    */
  def of(value: AnyRef): RegisteredType[AnyRef] =
    val known = byClass.get(value.getClass)
    (if known == null then find(value.getClass) else known).asInstanceOf[RegisteredType[AnyRef]]

  private def find(of: Class[?]): RegisteredType[?] =
    all.filter(_.messageClass.isAssignableFrom(of)) match
      case Vector(one) =>
        byClass.put(of, one): Unit
        one
      case Vector() =>
        throw NotSerializableException(
          s"${of.getName} belongs to no message type: add MessageType[...] to BrineSerialization"
        )
      case several =>
        throw NotSerializableException(
          s"${of.getName} belongs to several message types: ${several.map(_.name).mkString(", ")}. " +
            "Let it extend one of them alone"
        )

  /** The type that has or had this name, or null. */
  def named(name: String): RegisteredType[?] | Null = byName.getOrElse(name, null)

  /** The type whose present version has this manifest, or null. */
  def current(manifest: String): RegisteredType[?] | Null = byManifest.getOrElse(manifest, null)

  def names: String = all.map(_.name).filterNot(_ == SchemaMessage.Name).sorted.mkString(", ")

private[pekko] object RegisteredTypes:
  /** @throws IllegalArgumentException
    *   if names or classes overlap
    * @throws NullPointerException
    *   if a type is null
    */
  def apply(types: Vector[MessageType[?]]): RegisteredTypes =
    types.foreach(Objects.requireNonNull(_, "message type"))
    for one <- types do
      val names = one.name +: one.formerNames
      names
        .diff(names.distinct)
        .headOption
        .foreach: twice =>
          throw IllegalArgumentException(
            s"the message type ${one.name} has the name $twice twice: a former name differs from the name and from others"
          )
    types
      .groupBy(one => (one.messageClass, one.name))
      .collectFirst { case ((registered, name), several) if several.sizeIs > 1 => (registered, name) }
      .foreach: (registered, name) =>
        throw IllegalArgumentException(
          s"the class ${registered.getName} is registered twice, as the message type $name: register it once"
        )
    val all = types.map(new RegisteredType(_)) :+ new RegisteredType(SchemaMessage.messageType)
    for
      (name, several) <- all.flatMap(one => one.names.map(_ -> one)).groupMap(_._1)(_._2)
      if several.sizeIs > 1
    do
      throw IllegalArgumentException(
        s"several message types have the name $name: ${several.map(_.messageClass.getName).mkString(", ")}. " +
          "Register each class once, and choose names with MessageType[...].named(...)"
      )
    for
      one   <- all
      other <- all
      if (one ne other) && one.messageClass.isAssignableFrom(other.messageClass)
    do
      throw IllegalArgumentException(
        if one.messageClass == other.messageClass then
          s"${one.messageClass.getName} has two message types: ${one.name} and ${other.name}"
        else
          s"the message types ${one.name} and ${other.name} overlap: ${other.messageClass.getName} extends " +
            s"${one.messageClass.getName}. Register only one of them"
      )
    new RegisteredTypes(all)
