package brine.actor

import java.util.concurrent.LinkedBlockingQueue

class BehaviorSuite extends ActorTest:
  test("a handler may end in any value that is no behavior, in every place that takes one"):
    withSystem: system =>
      val seen                                     = LinkedBlockingQueue[String]()
      def second: Behavior[String | ActorRef[Int]] = Behavior
        .receive[String | ActorRef[Int]]:
          case text: String                      => seen.add(s"second $text")
          case replyTo: ActorRef[Int] @unchecked => replyTo.tryTell(2)
        .onSignal:
          case Signal.Stopped => seen.add("stopped")
      def first: Behavior[String | ActorRef[Int]] = Behavior.receive:
        case "next"       => second
        case "stay"       => Behavior.same
        case "suspend"    => context.suspendUntil(scala.concurrent.Future.unit)(_ => seen.add("resumed"))
        case "map"        => scala.collection.mutable.Map(1 -> 2).put(1, 3)
        case text: String => if text.isEmpty then seen.size else seen.add(s"first $text")
        case _            => throw ActorTest.Boom()
      val ref = system.spawn(first)
      List("a", "", "stay", "map", "suspend", "b", "next", "c").foreach(ref ! _)
      assertEquals(seen.next(4), List("first a", "resumed", "first b", "second c"))
      assertEquals(ref.askBlocking[Int](replyTo => replyTo, ActorTest.Limit), 2)
      system.stop(ref)
      assertEquals(seen.next, "stopped")

  test("a behavior of another protocol, or a value that may be one, does not compile"):
    assert(compileErrors("Behavior.receive[String](_ => Behavior.receive[Int](_ => ()))").contains("Behavior[Int]"))
    assert(
      compileErrors("""Behavior.receive[String](m => if m == "" then Behavior.receive[Int](_ => ()) else 1)""").nonEmpty
    )
    assert(compileErrors("def any: Any = 1; Behavior.receive[String](_ => any)").contains("Any"))
    assert(compileErrors("def any: AnyRef = null; Behavior.receive[String](_ => any)").nonEmpty)
    assert(compileErrors("Behavior.setup[String](1)").nonEmpty)

  test("a behavior of another protocol that hides in a union fails its actor"):
    withRecorder: (system, recorder) =>
      def hidden: Behavior[Int] | Boolean = Behavior.receive[Int](_ => ())
      val ref                             = system.spawn(Behavior.receive[String](_ => hidden))
      ref ! ""
      eventually("the failure")(recorder.failures.size == 1)
      assert(recorder.failures.peek._2.getMessage.contains("another protocol"))
