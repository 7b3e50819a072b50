package brine.codec.derive

import brine.codec.internal.codecs.{Derived, DerivedFlat}
import brine.codec.internal.columns.Registers
import brine.codec.{Codec, In, Out, Shared}

import scala.quoted.*

/** `Codec.derived`: generates a codec as one class, with methods for the root type and every type below it.
  *
  * Public only because `Codec.derived` is inline. For a private object the compiler would add an accessor to `Codec`
  * whose parameter is of a nonexistent class, and reflection on `Codec` would fail.
  */
object Derivation:

  def derive[A: Type](using quotes: Quotes): Expr[Codec[A]] = Derivation(quotes).codec[A]

  def deriveShared[A: Type](using Quotes): Expr[Codec[Shared[A]]] = derive[Shared[A]]

private final class Derivation(val quotes: Quotes)
    extends BuiltIns,
      Structures,
      Layout,
      Externals,
      ColumnShapes,
      Code,
      WriteCode,
      ReadCode,
      ColumnCode,
      StructureCode:
  import quotes.reflect.*

  def codec[A: Type]: Expr[Codec[A]] =
    val root        = rootShape(TypeRepr.of[A])
    val structure   = structureOf(root)
    val text        = structureLiteral(structure)
    val fingerprint = Expr(structure.schema.fingerprint)
    val former      = Expr(formerNamesOf(root))
    columnsOf(root) match
      case None =>
        '{
          new Derived[A](${ Expr(least(root).bytes) }, $text, $fingerprint, $former):
            def write(out: Out, value: A): Unit = ${ writeBody(root, 'out, 'value, 'codecs, 'elements) }
            def read(in: In): A                 = ${ readBody[A](root, 'in, 'codecs, 'elements) }
            protected def make(number: Int, parts: Array[AnyRef]): Any = ${ making('number, 'parts) }
            protected def leastExternals: Array[Int]                   = ${ numbers(leastExternalsOf(root)) }
            protected override def gatherPart(
                number: Int,
                values: Iterator[Any],
                count: Int,
                to: Registers,
                row: Int,
                first: Int
            ): Int = ${ gatherPartBody('number, 'values, 'count, 'to, 'row, 'first, 'codecs, 'elements) }
            protected override def buildPart(
                number: Int,
                from: Registers,
                row: Int,
                count: Int,
                first: Int,
                into: Array[AnyRef],
                at: Int
            ): Unit = ${ buildPartBody('number, 'from, 'row, 'count, 'first, 'into, 'at) }
            protected override def partTexts: Array[String]      = ${ texts }
            protected override def newSequences: Array[Codec[?]] = ${ sequenceCodecs('elements) }
            // Members of this class, because a quote cannot refer to inherited members.
            def codecs: Array[Codec[?]]                 = externals
            def elements: Array[Codec[?]]               = columnParts
            protected def newExternals: Array[Codec[?]] = ${ externalCodecs }
        }
      case Some(columns) =>
        '{
          new DerivedFlat[A](${ Expr(least(root).bytes) }, $text, $fingerprint, $former, ${ Expr(columns) }):
            def write(out: Out, value: A): Unit = ${ writeBody(root, 'out, 'value, 'codecs, 'elements) }
            def read(in: In): A                 = ${ readBody[A](root, 'in, 'codecs, 'elements) }
            protected def gatherRow(value: A, to: Registers, row: Int, first: Int): Unit =
              ${ gatherBody(root, 'value, 'to, 'row, 'first, 'codecs, 'elements) }
            protected def buildRow(from: Registers, row: Int, first: Int): A =
              ${ buildBody[A](root, 'from, 'row, 'first) }
            protected def make(number: Int, parts: Array[AnyRef]): Any = ${ making('number, 'parts) }
            protected def leastExternals: Array[Int]                   = ${ numbers(leastExternalsOf(root)) }
            protected override def gatherPart(
                number: Int,
                values: Iterator[Any],
                count: Int,
                to: Registers,
                row: Int,
                first: Int
            ): Int = ${ gatherPartBody('number, 'values, 'count, 'to, 'row, 'first, 'codecs, 'elements) }
            protected override def buildPart(
                number: Int,
                from: Registers,
                row: Int,
                count: Int,
                first: Int,
                into: Array[AnyRef],
                at: Int
            ): Unit = ${ buildPartBody('number, 'from, 'row, 'count, 'first, 'into, 'at) }
            protected override def partTexts: Array[String]      = ${ texts }
            protected override def newSequences: Array[Codec[?]] = ${ sequenceCodecs('elements) }
            // Members of this class, because a quote cannot refer to inherited members.
            def codecs: Array[Codec[?]]                 = externals
            def elements: Array[Codec[?]]               = columnParts
            protected def newExternals: Array[Codec[?]] = ${ externalCodecs }
        }

  private def writeBody(
      root: Shape,
      out: Expr[Out],
      value: Expr[Any],
      externals: Expr[Array[Codec[?]]],
      parts: Expr[Array[Codec[?]]]
  )(using inner: Quotes): Expr[Unit] =
    writer(root, out.asTerm, value.asTerm, ExternalCodecs(externals, parts), ownerOf(inner)).asExprOf[Unit]

  private def readBody[A: Type](
      root: Shape,
      in: Expr[In],
      externals: Expr[Array[Codec[?]]],
      parts: Expr[Array[Codec[?]]]
  )(using inner: Quotes): Expr[A] =
    reader(root, in.asTerm, ExternalCodecs(externals, parts), ownerOf(inner)).asExprOf[A]

  private def making(number: Expr[Int], parts: Expr[Array[AnyRef]])(using inner: Quotes): Expr[Any] =
    makeBody(number.asTerm, parts.asTerm, ownerOf(inner)).asExpr

  private def gatherBody(
      root: Shape,
      value: Expr[Any],
      to: Expr[Registers],
      row: Expr[Int],
      first: Expr[Int],
      externals: Expr[Array[Codec[?]]],
      parts: Expr[Array[Codec[?]]]
  )(using inner: Quotes): Expr[Unit] =
    val codecs = ExternalCodecs(externals, parts)
    gatherer(root, value.asTerm, to.asTerm, row.asTerm, first.asTerm, codecs, ownerOf(inner)).asExprOf[Unit]

  private def buildBody[A: Type](root: Shape, from: Expr[Registers], row: Expr[Int], first: Expr[Int])(using
      inner: Quotes
  ): Expr[A] =
    builder(root, from.asTerm, row.asTerm, first.asTerm, ownerOf(inner)).asExprOf[A]

  // All parts are known by now: those of the methods above, and those in the columns of each.
  private def gatherPartBody(
      number: Expr[Int],
      values: Expr[Iterator[Any]],
      count: Expr[Int],
      to: Expr[Registers],
      row: Expr[Int],
      first: Expr[Int],
      externals: Expr[Array[Codec[?]]],
      parts: Expr[Array[Codec[?]]]
  )(using inner: Quotes): Expr[Int] =
    val codecs = ExternalCodecs(externals, parts)
    partGatherer(number.asTerm, values, count, to.asTerm, row, first.asTerm, codecs, ownerOf(inner)).asExprOf[Int]

  private def buildPartBody(
      number: Expr[Int],
      from: Expr[Registers],
      row: Expr[Int],
      count: Expr[Int],
      first: Expr[Int],
      into: Expr[Array[AnyRef]],
      at: Expr[Int]
  )(using inner: Quotes): Expr[Unit] =
    partBuilder(number.asTerm, from.asTerm, row, count, first.asTerm, into, at, ownerOf(inner)).asExprOf[Unit]

  private def texts: Expr[Array[String]] = '{ Array[String](${ Varargs(columnParts.map((_, text) => Expr(text))) }*) }

  private def numbers(values: List[Int]): Expr[Array[Int]] = '{ Array[Int](${ Varargs(values.map(Expr(_))) }*) }

  // The symbol of the method that contains a splice; at run time there is only one kind of symbol.
  private def ownerOf(inner: Quotes): Symbol = inner.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]

  // The root is derived even if the codec under derivation is in scope already.
  private def rootShape(tpe: TypeRepr): Shape =
    val plain = tpe.dealias
    marked(plain, builtIn(plain, None, Nil).orElse(structural(plain, Nil)).getOrElse(missing(plain, Nil)))
