package brine.codec.testkit

import brine.codec.testkit.internal.LockFile

import scala.scalajs.js

/** What `BRINE_SCHEMAS` does under Node.js. */
final class SchemaLockEnvironmentSuite extends munit.FunSuite:
  private def variables = js.Dynamic.global.process.env.asInstanceOf[js.Dictionary[String]]

  private def isUpdating(variable: Option[String]): Boolean =
    val before                           = variables.get("BRINE_SCHEMAS")
    def set(value: Option[String]): Unit = value match
      case Some(text) => variables("BRINE_SCHEMAS") = text
      case None       => variables.remove("BRINE_SCHEMAS"): Unit
    set(variable)
    try LockFile.isUpdating
    finally set(before)

  test("BRINE_SCHEMAS=update adds missing versions, and no other value does"):
    assert(isUpdating(Some("update")))
    assert(!isUpdating(Some("check")))
    assert(!isUpdating(None))
