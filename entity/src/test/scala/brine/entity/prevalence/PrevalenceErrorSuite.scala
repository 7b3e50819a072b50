package brine.entity.prevalence

import brine.codec.{Codec, EncodeError}
import brine.journal.{AppendError, JournalException, Offset, ReadError}
import java.nio.file.Path
import java.time.Duration
import munit.FunSuite

class PrevalenceErrorSuite extends FunSuite:
  import PrevalenceError.*

  private val failed                   = RuntimeException("no")
  private val unencodable: EncodeError = intercept[EncodeError](Codec.encodeBare[String](null))

  private val all = List(
    Failed("bank", "Open", failed),
    Unencodable("bank", "Open", unencodable),
    Unavailable("bank", AppendError.ReadOnly("no space")),
    Overloaded("bank", 16, Duration.ofSeconds(2)),
    TimedOut("bank", Duration.ofSeconds(2)),
    OutcomeUnknown("bank", "the disk is gone"),
    OtherWriter("bank"),
    Unreplayable("bank", 3, Offset(4), failed),
    Missing("bank", 3, 5, Offset(9)),
    NoInitialState("bank", failed),
    Closed("bank")
  )

  test("each message is a line that names the system, and is the one of the exception"):
    assertEquals(all.map(_.ordinal), List.tabulate(all.size)(identity))
    for error <- all do
      assert(error.message.contains("bank") && !error.message.exists(Character.isISOControl(_)), error.message)
      assertEquals(PrevalenceException(error).getMessage, error.message)

  test("a message says what led to the error, with units"):
    def says(error: PrevalenceError, parts: String*): Unit =
      parts.foreach(part => assert(error.message.contains(part), s"${error.message} without $part"))
    says(Failed("bank", "Open", failed), "Open", "RuntimeException: no")
    says(Unencodable("bank", "Open", unencodable), "Open", unencodable.getMessage)
    says(Unavailable("bank", AppendError.ReadOnly("no space")), AppendError.ReadOnly("no space").message)
    says(Overloaded("bank", 16, Duration.ofSeconds(2)), "2000 ms", "16")
    says(TimedOut("bank", Duration.ofSeconds(2)), "2000 ms")
    says(OutcomeUnknown("bank", "the disk is gone"), "the disk is gone")
    says(Unreplayable("bank", 3, Offset(4), failed), "transaction 3", "offset 4", "RuntimeException: no")
    says(NoInitialState("bank", failed), "RuntimeException: no")

  test("the exception has what led to the error, also what led to an error of the log"):
    def cause(error: PrevalenceError): Throwable = PrevalenceException(error).getCause
    assert(cause(Failed("bank", "Open", failed)) eq failed)
    assert(cause(Unencodable("bank", "Open", unencodable)) eq unencodable)
    assert(cause(Unreplayable("bank", 3, Offset(4), failed)) eq failed)
    assert(cause(NoInitialState("bank", failed)) eq failed)
    val broken = java.io.IOException("broken")
    cause(Unavailable("bank", ReadError.Failed(Path.of("journal"), broken))) match
      case ofLog: JournalException => assert(ofLog.getCause eq broken)
      case other                   => fail(s"$other")
    for error <- List(OtherWriter("bank"), Closed("bank"), TimedOut("bank", Duration.ofSeconds(2))) do
      assertEquals(cause(error), null)

  test("what an exception of a user says cannot break a line"):
    val hostile = RuntimeException("no\n2026-11-26 all is well\u001b[2J")
    for error <- List(Failed("bank", "Open", hostile), Unreplayable("bank", 3, Offset(4), hostile)) :+
        NoInitialState("bank", hostile)
    do
      assert(!error.message.exists(Character.isISOControl(_)), error.message)
      assert(error.message.contains("no\\n2026-11-26 all is well\\u001b[2J"), error.message)
