package brine.codec.testkit

import brine.codec.Schema.Type
import brine.codec.{Codec, Schema}
import brine.codec.testkit.internal.LockFile
import munit.Location

/** A munit suite that fails if a type no longer reads its earlier versions, or has changed without its new version
  * being locked.
  *
  * {{{
  * class SchemasSuite extends SchemaLockSuite("src/main/resources/brine.schemas"):
  *   lock[Reading]
  *   lock[List[Order]]("orders")
  * }}}
  *
  * Run it with the environment variable `BRINE_SCHEMAS=update`, or on the JVM with the property `brine.schemas=update`,
  * to add missing versions to the file; versions that break compatibility are not added. If your suite extends another
  * class, mix in [[SchemaLockChecks]].
  *
  * @param schemas
  *   path of the lock file, relative to the working directory of the tests or one of its parents
  */
abstract class SchemaLockSuite(schemas: String) extends munit.FunSuite with SchemaLockChecks:
  def schemaLock: SchemaLock = SchemaLock(schemas)

/** Checks types against a lock file in any munit suite. */
trait SchemaLockChecks:
  this: munit.FunSuite =>

  /** The lock file. */
  def schemaLock: SchemaLock

  /** Names of types in the file that another suite checks, or that no longer exist but still have data. */
  def notLockedHere: Set[String] = Set.empty

  private val locked = collection.mutable.LinkedHashSet.empty[String]

  test("every type of the lock file is checked"):
    val forgotten = schemaLock.read.fold(_ => Nil, _.types.map(_.name)).filterNot(locked ++ notLockedHere)
    if forgotten.nonEmpty then
      fail(
        s"${forgotten.mkString(", ")}: in the lock file, but not here. Lock a renamed type under its name in the " +
          "file: lock[Now](\"before\"). List types that are gone or checked elsewhere in notLockedHere"
      )

  /** Registers a test for a record or sum, under its own name. */
  def lock[A](using codec: Codec[A], location: Location): Unit = lock[A](SchemaLockChecks.nameOf(codec.schema))

  /** Registers a test for a type under the name it has in the file.
    *
    * @throws IllegalArgumentException
    *   if the name is locked twice in this suite
    */
  def lock[A](name: String)(using codec: Codec[A], location: Location): Unit =
    require(locked.add(name), s"$name is locked twice; give each type a name of its own: lock[A](\"name\")")
    test(s"$name is locked, and reads all versions"):
      if LockFile.isUpdating then SchemaLock.added(schemaLock.update(name, codec)).foreach(println)
      val after = schemaLock.check(name, codec)
      if !after.isLocked then fail(after.message)
      if after.message.linesIterator.size > 1 then println(after.message)

private[testkit] object SchemaLockChecks:
  def nameOf(schema: Schema): String = schema.root match
    case Type.Named(index)        => schema.definitions(index).name
    case Type.Wrapped(name, _, _) => name
    case _                        =>
      throw IllegalArgumentException(
        s"${schema.toString.linesIterator.next()} has no name of its own; give it one: lock[A](\"name\")"
      )
