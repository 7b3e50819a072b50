package brine.codec.testkit

/** What a user's own suite looks like, with a lock file of the tests. */
class SchemaLockExampleSuite extends SchemaLockSuite("codec-testkit/shared/src/test/resources/example.schemas"):
  lock[Sensors.Two.Reading]
  lock[List[Int]]("levels")

  override def notLockedHere: Set[String] = Set("Event")
