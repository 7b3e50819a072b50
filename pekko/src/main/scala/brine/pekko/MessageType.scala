package brine.pekko

import brine.codec.Codec
import java.util.Objects
import scala.reflect.ClassTag

/** A type whose values Pekko sends or stores in Brine's bytes: a class, or a sealed type or enum with all its cases.
  *
  * {{{
  * MessageType[Account.Command]                                // its name is Account.Command
  * MessageType[Account.Event].named("Event").was("OldEvent")
  * }}}
  *
  * Every message has the name of its type in its manifest, and so has every stored event. The name is the identity of
  * the type: bytes under it are read as this type, whatever their class was called. It is the name of the class without
  * its package, unless you choose another with [[named]]. Keep it as long as bytes with it exist.
  *
  * Immutable and safe to share.
  *
  * @param name
  *   the name in manifests: 1 to 128 letters of ASCII, digits, and the characters `.`, `_`, `-`
  * @param messageClass
  *   the class; instances of its subclasses are written too
  * @param formerNames
  *   names under which bytes of this type are read as well
  */
final class MessageType[A] private (
    val name: String,
    val messageClass: Class[A],
    val formerNames: Vector[String],
    private[pekko] val codec: Codec[A]
):
  /** The same type with this name.
    *
    * @throws IllegalArgumentException
    *   if it has other characters than those allowed, or too many
    */
  def named(name: String): MessageType[A] =
    MessageType.requireName(name)
    new MessageType(name, messageClass, formerNames, codec)

  /** The same type, which also reads bytes that have this name in their manifest. To rename a type of a running
    * cluster, first deploy this with the new name as the former one, then exchange the two.
    *
    * @throws IllegalArgumentException
    *   if it has other characters than those allowed, or too many
    */
  def was(formerName: String): MessageType[A] =
    MessageType.requireName(formerName)
    new MessageType(name, messageClass, formerNames :+ formerName, codec)

  override def toString: String = s"MessageType($name, ${messageClass.getName})"

object MessageType:
  /** The type `A`, under the name of its class without the package.
    *
    * @throws IllegalArgumentException
    *   if `A` is not a class of a program's own: generic types, arrays, and types of Scala and Java are refused,
    *   because Pekko finds the serializer of a message by its class alone. Wrap such a value in a case class
    */
  def apply[A](using codec: Codec[A], tag: ClassTag[A]): MessageType[A] =
    of(tag.runtimeClass.asInstanceOf[Class[A]], codec)

  /** The type of a class and its codec, as [[apply]], for Java programs. */
  def of[A](messageClass: Class[A], codec: Codec[A]): MessageType[A] =
    Objects.requireNonNull(messageClass, "message class"): Unit
    Objects.requireNonNull(codec, "codec"): Unit
    requireOwnClass(messageClass, "a message type", "Pekko finds the serializer of a message by its class alone")
    // The classes of objects end in a dollar sign, and dollar signs separate the names of nested classes.
    val full = messageClass.getName.substring(messageClass.getName.lastIndexOf('.') + 1)
    val name = full.split('$').filter(_.nonEmpty).mkString(".")
    val _    = codec.fingerprint // fails here, and not with the first message, if the type has no schema
    new MessageType(if isName(name) then name else unnamed(messageClass), messageClass, Vector.empty, codec)

  private def unnamed(messageClass: Class[?]) = throw IllegalArgumentException(
    s"the name of ${messageClass.getName} has other characters than letters of ASCII, digits, '.', '_' and '-', " +
      "or more than 128: rename the class"
  )

  private def isName(name: String): Boolean = name.matches("[A-Za-z0-9._-]{1,128}")

  private def requireName(name: String): Unit =
    require(
      name != null && isName(name),
      s"a name has 1 to 128 letters of ASCII, digits, '.', '_' and '-', not \"$name\""
    )

  /** Refuses classes that do not tell the type of a value.
    *
    * @param role
    *   what the class is registered as
    * @param why
    *   why its type parameters do harm
    */
  private[pekko] def requireOwnClass(one: Class[?], role: String, why: String): Unit =
    def refuse(why: String) = throw IllegalArgumentException(
      s"${one.getName} cannot be $role: $why. Wrap the value in a case class of your own"
    )
    if one.isPrimitive || one.isArray then refuse("it is a primitive or an array")
    if one.getName.startsWith("java.") || one.getName.startsWith("scala.") then
      refuse("it is a class of Java or Scala, which values of other types share")
    if one.getTypeParameters.nonEmpty then refuse(s"it has type parameters, and $why")
