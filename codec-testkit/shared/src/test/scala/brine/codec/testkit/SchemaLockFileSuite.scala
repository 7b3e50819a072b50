package brine.codec.testkit

import brine.codec.Codec
import brine.codec.testkit.SchemaLock.Outcome
import brine.codec.testkit.internal.LockFile

/** The file itself: sought, read, written. */
final class SchemaLockFileSuite extends munit.FunSuite:
  private val folder = "codec-testkit/shared/src/test/resources"

  test("what is in the repository is what the types say"):
    assertEquals(LockFile.read(s"$folder/example.schemas"), Some(Sensors.schemas.render))

  test("no file is nothing locked"):
    assertEquals(SchemaLock(s"$folder/none.schemas").read.map(_.types), Right(Vector.empty))

  test("a file that was edited"):
    SchemaLock(s"$folder/edited.schemas").check("Reading", Codec[Sensors.One.Reading]) match
      case outcome: Outcome.Unreadable =>
        assert(
          outcome.message.startsWith(s"$folder/edited.schemas: line 5: version 1 of Reading has the fingerprint"),
          outcome.message
        )
      case outcome => fail(outcome.message)

  test("what is missing is added, what breaks is not"):
    // The platforms may be tested at the same time.
    val path = s"target/brine-lock-${System.getProperty("java.vm.name").filter(_.isLetter)}.schemas"
    LockFile.write(path, Sensors.schemas.render)
    val lock = SchemaLock(path)
    assertEquals(lock.update("Reading", Codec[Sensors.Two.Reading]), Outcome.Locked("Reading", Vector.empty))
    assertEquals(LockFile.read(path), Some(Sensors.schemas.render))
    assert(lock.update("Reading", Codec[Sensors.Three.Reading]).message.contains("has changed"))
    assertEquals(lock.check("Reading", Codec[Sensors.Three.Reading]), Outcome.Locked("Reading", Vector.empty))
    assertEquals(LockFile.read(path), Some(Sensors.schemas.add("Reading", Codec[Sensors.Three.Reading].schema).render))
    val before = LockFile.read(path)
    assert(lock.update("Reading", Codec[Sensors.Wrong.Reading]).message.contains("cannot read version"))
    assertEquals(LockFile.read(path), before)
    assert(lock.update("levels", Codec[List[Long]]).message.contains("levels has changed, which is readers first"))
    assert(lock.check("levels", Codec[List[Long]]).isLocked)

  test("a file in a folder that there is not"):
    val error = intercept[Exception](LockFile.write("nowhere/at/all.schemas", ""))
    assert(error.getMessage.contains("there is no folder for nowhere/at/all.schemas"), error.getMessage)
