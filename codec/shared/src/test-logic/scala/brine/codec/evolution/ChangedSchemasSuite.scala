package brine.codec.evolution

import brine.codec.Schemas

/** The text form of schemas, for the types of every change. */
final class ChangedSchemasSuite extends munit.FunSuite:
  test("schemas of all kinds of types survive"):
    val tried = Changes.all
      .flatMap(_.all)
      .flatMap(change =>
        List(change.newReadsOld, change.oldReadsNew).flatMap(way => List(way.writer.schema, way.reader.schema))
      )
    assert(tried.size > 100)
    for (schema, i) <- tried.distinct.zipWithIndex do
      val text = Schemas.none.add(s"$i", schema).render
      Schemas.parse(text) match
        case Left(error)  => fail(s"$error in\n$text")
        case Right(again) =>
          assertEquals(again.types.map(_.versions.map(_.schema)), Vector(Vector(schema)), text)
          assertEquals(again.render, text)
