package brine.examples.site.json

import scala.collection.mutable
import ujson.JsVisitor
import upickle.core.{Abort, ArrVisitor, ObjVisitor, Visitor}

/** A JSON value as it is written: numbers keep all digits, and an object that has a name twice is an error. Other trees
  * make a `Double` of each number, which changes large ones without a word.
  */
private[json] enum Json:
  case Null
  case Truth(value: Boolean)
  case Number(text: String)
  case Text(value: String)
  case Items(values: Vector[Json])
  case Fields(values: Map[String, Json])

  /** What it is, for messages. */
  def described: String = this match
    case Null          => "null"
    case Truth(value)  => value.toString
    case Number(text)  => Json.shortened(text)
    case Text(value)   => Json.shortened(s"the text '$value'")
    case Items(values) => s"a list of ${values.size}"
    case _: Fields     => "an object"

private[json] object Json:
  private val Longest = 80

  def shortened(text: String): String =
    val plain = text.map(char => if char.isControl then '�' else char)
    if plain.length > Longest then plain.take(Longest) + "…" else plain

  /** Parses a text.
    *
    * @throws upickle.core.AbortException
    *   or another exception of the parser if it is not JSON
    */
  def parse(text: String): Json = ujson.StringParser.transform(text, Build)

  private object Build extends JsVisitor[Json, Json]:
    def visitNull(index: Int): Json                       = Json.Null
    def visitFalse(index: Int): Json                      = Json.Truth(false)
    def visitTrue(index: Int): Json                       = Json.Truth(true)
    def visitString(text: CharSequence, index: Int): Json = Json.Text(text.toString)

    def visitFloat64StringParts(text: CharSequence, decIndex: Int, expIndex: Int, index: Int): Json =
      Json.Number(text.toString)

    def visitArray(length: Int, index: Int): ArrVisitor[Json, Json] = new ArrVisitor[Json, Json]:
      private val values                         = Vector.newBuilder[Json]
      def subVisitor: Visitor[?, ?]              = Build
      def visitValue(value: Json, at: Int): Unit = values += value
      def visitEnd(at: Int): Json                = Json.Items(values.result())

    def visitJsonableObject(length: Int, index: Int): ObjVisitor[Json, Json] = new ObjVisitor[Json, Json]:
      private val values                         = mutable.LinkedHashMap.empty[String, Json]
      private var name                           = ""
      def visitKey(at: Int): Visitor[?, ?]       = upickle.core.StringVisitor
      def visitKeyValue(key: Any): Unit          = name = key.toString
      def subVisitor: Visitor[?, ?]              = Build
      def visitValue(value: Json, at: Int): Unit =
        if values.put(name, value).nonEmpty then throw Abort(s"an object has '${shortened(name)}' twice")
      def visitEnd(at: Int): Json = Json.Fields(values.toMap)
