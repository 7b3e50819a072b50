package brine.actor

import java.util.concurrent.CountDownLatch

/** Prints what observing costs a message: from an outside thread to one actor, best of several rounds.
  *
  * {{{
  * BRINE_EFFORT=full ./brine sbt "actor/Test/runMain brine.actor.ObserverCosts"
  * }}}
  */
object ObserverCosts:
  private val Messages = 1000000
  private val Rounds   = 15

  private final class Last(done: CountDownLatch) extends Actor[Integer]:
    protected def receive(message: Integer): Unit = if message == Messages then done.countDown()

  private object Nothing extends ActorInterceptor

  def main(arguments: Array[String]): Unit =
    val plain = ActorSystemSettings(workers = 1)
    for (name, settings, adapted) <- List(
        ("plain", plain, false),
        ("contramap", plain, true),
        ("interceptor", plain.withInterceptor(Nothing), false),
        ("metrics, 1 in 100", plain.withMetricsEvery(100), false),
        ("metrics, 1 in 10", plain.withMetricsEvery(10), false),
        ("metrics, each", plain.withMetricsEvery(1), false),
        ("plain again", plain, false)
      )
    do
      val times = for _ <- 1 to Rounds yield round(settings, adapted)
      println(f"$name%-20s ${times.min.toDouble / Messages}%6.1f ns a message")

  private def round(settings: ActorSystemSettings, adapted: Boolean): Long =
    val system = ActorSystem(settings)
    try
      val done  = CountDownLatch(1)
      val ref   = system.spawn(new Last(done))
      val to    = if adapted then ref.contramap[Integer](identity) else ref
      val began = System.nanoTime
      var i     = 1
      while i <= Messages do
        to ! i
        i += 1
      done.await()
      System.nanoTime - began
    finally system.close()
