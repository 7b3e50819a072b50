package brine.journal.javaapi

import brine.journal.{Offset, Subscription}
import java.util.Optional
import scala.jdk.OptionConverters.*

/** Passes records to a function one after the other: [[brine.journal.Subscription]] with Java's types. Thread-safe. */
final class JavaSubscription private[javaapi] (underlying: Subscription) extends AutoCloseable:
  /** Every selected record up to this offset was passed to the function. Store it with the function's effect, and
    * continue after it.
    */
  def offset: Offset = underlying.offset

  /** Whether the subscription has ended. */
  def isEnded: Boolean = underlying.isEnded

  /** Why it ended, unless it was closed: a [[brine.journal.JournalException]], or what the function threw. */
  def failure: Optional[Throwable] = underlying.failure.toJava

  /** Waits until it has ended.
    *
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted
    */
  @throws[InterruptedException]
  def awaitEnd(): Unit = underlying.awaitEnd()

  /** Ends it after the record that the function is processing. Does not wait for that. */
  def close(): Unit = underlying.close()
