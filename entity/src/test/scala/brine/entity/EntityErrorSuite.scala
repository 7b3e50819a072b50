package brine.entity

import brine.journal.{AppendError, JournalException, ReadError}
import java.nio.file.Path
import munit.FunSuite

class EntityErrorSuite extends FunSuite:
  test("the exception has what led to the error, also what led to an error of the log"):
    val failed = RuntimeException("no")
    assert(EntityException(EntityError.Failed("a 'b'", "Open", "decide", failed)).getCause eq failed)
    assert(EntityException(EntityError.Unloadable("a 'b'", 3, failed)).getCause eq failed)
    val broken = java.io.IOException("broken")
    EntityException(EntityError.Unavailable("a 'b'", ReadError.Failed(Path.of("journal"), broken))).getCause match
      case ofLog: JournalException => assert(ofLog.getCause eq broken)
      case other                   => fail(s"$other")
    assertEquals(EntityException(EntityError.Conflicting("a 'b'", 2)).getCause, null)

  test("an error of the log is part of the message"):
    val error = EntityError.Unavailable("account 'ada'", AppendError.ReadOnly("no space"))
    assert(error.message.startsWith("account 'ada' is not available: "), error.message)
    assert(error.message.contains(AppendError.ReadOnly("no space").message), error.message)
