package brine.actor

import brine.effort.{Effort, HeapInUse}
import scala.concurrent.duration.*

/** The heap that idle actors take, as the guide says it. Measured in a JVM of its own, as the difference of its heap
  * before and after many were spawned. Each collection compacts the heap: otherwise the serial collector leaves garbage
  * in it where moving what lives would cost more, and counts that as used.
  */
class ActorSizeSuite extends munit.FunSuite:
  override val munitTimeout: Duration = 30.minutes

  private def measured(kind: String): Double =
    val options      = List("-XX:+UseSerialGC", "-XX:MarkSweepAlwaysCompactCount=1", "-Xmx1g")
    val (text, code) = OtherJvm.run(options, "brine.actor.ActorSizes", kind, Effort.measuredActors.toString)
    assertEquals(code, 0, text)
    println(s"an idle actor, $kind: $text bytes")
    text.toDouble

  private def assertBytes(kind: String, bytes: Int): Unit =
    val found = measured(kind)
    assert(math.abs(found - bytes) < 2.0, s"an actor, $kind, takes $found bytes, not $bytes")

  test("an actor takes 48 bytes, as a class and as a behavior without variables"):
    assertBytes("class", 48)
    assertBytes("behavior", 48)

  test("an actor that is intercepted takes 304 bytes, and one that is measured 256"):
    assertBytes("intercepted", 304)
    assertBytes("measured", 256)

/** Prints the bytes of one idle actor of a kind, without the reference to it. */
object ActorSizes:
  private final class Plain extends Actor[Any]:
    protected def receive(message: Any): Unit = ()

  def main(arguments: Array[String]): Unit =
    val kind     = arguments(0)
    val count    = arguments(1).toInt
    val settings = ActorSystemSettings(workers = 2)
    val nothing  = Behavior.receive[Any](_ => ())
    val system   = ActorSystem(kind match
      case "intercepted" => settings.withInterceptor(new ActorInterceptor {})
      case "measured"    => settings.withMetricsEvery(100)
      case _             => settings)
    def spawn(): ActorRef[Any] = if kind == "behavior" then system.spawn(nothing) else system.spawn(new Plain)
    def awaitIdle(ref: ActorRef[Any]): Unit = while ref.targetCell.cellBusy do Thread.sleep(1)
    // Loads classes, and lets the threads reach the size of their queues.
    val warm = Array.fill(count / 10)(spawn())
    warm.foreach(awaitIdle)
    val refs   = new Array[ActorRef[Any]](count)
    val before = HeapInUse.settled()
    var i      = 0
    while i < count do
      refs(i) = spawn()
      i += 1
    refs.foreach(awaitIdle)
    println((HeapInUse.settled() - before).toDouble / count)
    if warm.length + refs.length == 0 then println("never") // both are alive until here
    system.close()
