package brine.lab.model

import java.math.BigDecimal
import java.time.Instant
import java.util.UUID

import com.google.gson.{JsonElement, JsonObject}

/** A JSON value that knows where it stands, so that whatever is wrong with it can be said in one line. */
private[model] final class JsonAt(element: JsonElement, where: String, path: String = "$") {

  def fail(expected: String): Nothing = {
    val found = element.toString
    throw new IllegalArgumentException(
      where + ", " + path + ": expected " + expected + ", found " +
        (if (found.length > 60) found.take(60) + "..." else found)
    )
  }

  /** Checks that this is an object with these fields and no other. */
  def fields(names: String*): Unit = only(names)

  private def only(names: Seq[String]): Unit = {
    val present = keys
    names.find(name => !present.contains(name)).foreach(name => fail("field " + name))
    present.find(name => !names.contains(name)).foreach(name => fail("no field " + name))
  }

  /** The case of a sum type, after a check that it is one of these and has its fields. */
  def oneOf(cases: Seq[(String, Seq[String])]): String = {
    if (!keys.contains("type")) fail("field type")
    val name = this("type").string
    cases.find(_._1 == name) match {
      case Some((_, names)) => only("type" +: names)
      case None             => this("type").fail("one of " + cases.map(_._1).mkString(", "))
    }
    name
  }

  def apply(name: String): JsonAt = new JsonAt(obj.get(name), where, path + "." + name)

  def string: String =
    if (element.isJsonPrimitive && element.getAsJsonPrimitive.isString) element.getAsString else fail("a string")

  def boolean: Boolean =
    if (element.isJsonPrimitive && element.getAsJsonPrimitive.isBoolean) element.getAsBoolean
    else fail("true or false")

  def long: Long = whole("a whole number of at most 64 bits")(_.longValueExact)

  def int: Int = whole("a whole number of at most 32 bits")(_.intValueExact)

  def uuid: UUID = {
    val text = string
    // UUID.fromString also takes shorter groups, which would not be written back as they were
    if (text.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) UUID.fromString(text)
    else fail("a UUID in lower case")
  }

  def instant: Instant = Instant.ofEpochMilli(whole("an instant in epoch milliseconds")(_.longValueExact))

  def constant[E <: Enum[E]](values: Array[E]): E = {
    val name = string
    values.find(_.name == name).getOrElse(fail("one of " + values.map(_.name).mkString(", ")))
  }

  def list[A](read: JsonAt => A): List[A] = {
    if (!element.isJsonArray) fail("an array")
    val array = element.getAsJsonArray
    List.tabulate(array.size)(index => read(new JsonAt(array.get(index), where, path + "[" + index + "]")))
  }

  def optional[A](read: JsonAt => A): Option[A] = if (element.isJsonNull) None else Some(read(this))

  private def whole[A](expected: String)(convert: BigDecimal => A): A =
    if (element.isJsonPrimitive && element.getAsJsonPrimitive.isNumber)
      try convert(element.getAsBigDecimal)
      catch { case _: ArithmeticException | _: NumberFormatException => fail(expected) }
    else fail(expected)

  private def obj: JsonObject = if (element.isJsonObject) element.getAsJsonObject else fail("an object")

  private def keys: Vector[String] = {
    val names = obj.keySet.toArray(new Array[String](0))
    names.toVector
  }
}
