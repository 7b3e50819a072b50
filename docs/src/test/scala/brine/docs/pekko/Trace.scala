package brine.docs.pekko

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, TimeUnit}
import scala.jdk.CollectionConverters.*

/** What a program shows to whoever looks at it, line by line, until it says that it is over. Thread-safe. */
final class Trace:
  private val said  = ConcurrentLinkedQueue[String]()
  private val ended = CountDownLatch(1)

  def say(line: String): Unit = said.add(line): Unit

  def end(): Unit = ended.countDown()

  /** All lines; waits for the end of the program. */
  def lines: Vector[String] =
    if !ended.await(20, TimeUnit.SECONDS) then say("the program did not end")
    said.asScala.toVector
