package brine.entity.boundary

import brine.codec.{Codec, EncodeError}
import brine.entity.EntityError.Executed
import brine.journal.{AppendError, JournalException, Offset, ReadError}
import java.nio.file.Path
import java.time.Duration
import munit.FunSuite

class BoundaryErrorSuite extends FunSuite:
  test("the exception has what led to the error, also what led to an error of the log"):
    val failed = RuntimeException("no")
    assert(BoundaryException(BoundaryError.Failed("the boundary 'a'", "the decision", failed)).getCause eq failed)
    assert(BoundaryException(BoundaryError.Unfoldable("a", "a view", Offset(3), failed)).getCause eq failed)
    val unencodable = intercept[EncodeError](Codec.encodeBare[String](null))
    assert(BoundaryException(BoundaryError.Unencodable("a", unencodable)).getCause eq unencodable)
    val broken = java.io.IOException("broken")
    BoundaryException(BoundaryError.Unavailable("a", ReadError.Failed(Path.of("journal"), broken))).getCause match
      case ofLog: JournalException => assert(ofLog.getCause eq broken)
      case other                   => fail(s"$other")
    assertEquals(BoundaryException(BoundaryError.Closed("a")).getCause, null)

  test("messages say what to do"):
    val error = BoundaryError.Unavailable("the boundary 'a'", AppendError.ReadOnly("no space"))
    assert(error.message.startsWith("the boundary 'a' cannot decide: "), error.message)
    assert(error.message.contains(AppendError.ReadOnly("no space").message), error.message)
    val pending = BoundaryError.TimedOut("a", Duration.ofMillis(5), "waiting for its append", Executed.Unknown)
    assert(pending.message.contains("within 5 ms") && pending.message.contains("With a key"), pending.message)
    assertEquals(pending.executed, Executed.Unknown)
    val before = BoundaryError.TimedOut("a", Duration.ofMillis(5), "reading events", Executed.No)
    assert(before.message.contains("Nothing was written"), before.message)
