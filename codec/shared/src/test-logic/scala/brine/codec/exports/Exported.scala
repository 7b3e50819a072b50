package brine.codec.exports

import brine.codec.ProjectFiles
import munit.{Assertions, Location}

/** The exports that are pinned: files as a user would get them. */
trait Exported extends Assertions:

  def pinned(file: String): String = ProjectFiles.read(s"codec/shared/src/test-logic/exports/$file")

  def same(exported: String, file: String)(using Location): Unit = assertNoDiff(exported, pinned(file))

  def exported(result: Either[Inexpressible, String])(using Location): String =
    result.fold(error => fail(error.getMessage), identity)

  def refused(result: Either[Inexpressible, String], path: String, reason: String)(using Location): Unit = result match
    case Left(error) =>
      assertEquals(error.path, path)
      assert(error.reason.contains(reason), s"'${error.reason}' does not say '$reason'")
    case Right(text) => fail(s"exported as\n$text")
