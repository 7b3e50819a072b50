package brine.journal.javaapi

import brine.journal.{Offset, ReadError, Record, Records}
import java.lang.Iterable as JavaIterable
import java.time.Duration
import java.util.function.{BiFunction, Consumer}
import java.util.{Iterator as JavaIterator, List as JavaList, Optional}
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** Records in order, read as you go, up to the last durable one: [[brine.journal.Records]] with Java's types. Threads
  * may take turns. If two read at once, one of them gets an `IllegalStateException`. Any thread may [[close]] them.
  *
  * {{{
  * Site site = journal.read("site-42").fold(Site.EMPTY, (state, record) -> state.after(record.value()));
  * }}}
  *
  * Close it after use; the methods that read to the end close it themselves. All methods that read throw a
  * [[brine.journal.JournalException]] with a `ReadError` if a record cannot be read.
  */
final class JavaRecords[A] private[javaapi] (records: Records[A]) extends AutoCloseable, JavaIterable[JavaRecord[A]]:

  /** The next record, or empty at the end. Call it again later to read records appended since. */
  def next(): Optional[JavaRecord[A]] = read().map(Results.record).toJava

  /** The next record; waits for one at most this long. Empty if there is none by then.
    *
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits; no record is lost
    */
  @throws[InterruptedException]
  def await(atMost: Duration): Optional[JavaRecord[A]] =
    Results.orThrow(records.await(atMost)).map(Results.record).toJava

  /** What there is now, at least one record unless there is none.
    *
    * @param most
    *   the most records
    * @param mostBytes
    *   ends with the record that reaches this number of bytes
    */
  def nextBatch(most: Int, mostBytes: Long): JavaList[JavaRecord[A]] = batch(records.nextBatch(most, mostBytes))

  /** Like [[nextBatch]]; waits for a record at most this long.
    *
    * @throws java.lang.InterruptedException
    *   if the thread is interrupted while it waits; no record is lost
    */
  @throws[InterruptedException]
  def awaitBatch(atMost: Duration, most: Int, mostBytes: Long): JavaList[JavaRecord[A]] =
    batch(records.awaitBatch(atMost, most, mostBytes))

  private def batch(result: Either[ReadError, Vector[Record[A]]]): JavaList[JavaRecord[A]] =
    Results.batch(Results.orThrow(result))

  private def read(): Option[Record[A]] = Results.orThrow(records.next())

  /** Offset of the last record that was read or passed: continue after it. Before any it is the one before the first
    * that can be read, or 0.
    */
  def offset: Offset = records.offset

  /** The rest of the records, read as you go; closes at the end. */
  def iterator(): JavaIterator[JavaRecord[A]] = rest().asJava

  private def rest(): Iterator[JavaRecord[A]] =
    Iterator
      .continually(read())
      .takeWhile: record =>
        if record.isEmpty then close()
        record.isDefined
      .flatten
      .map(Results.record)

  /** Passes each record to a function, and closes. */
  override def forEach(body: Consumer[? >: JavaRecord[A]]): Unit =
    try rest().foreach(record => body.accept(record))
    finally close()

  /** Folds all records, and closes. */
  def fold[B](zero: B, step: BiFunction[? >: B, ? >: JavaRecord[A], ? <: B]): B =
    try rest().foldLeft(zero)((sum, record) => step(sum, record))
    finally close()

  /** All records, read into memory; closes. */
  def toList: JavaList[JavaRecord[A]] =
    val all = java.util.ArrayList[JavaRecord[A]]()
    forEach(record => all.add(record): Unit)
    all

  /** Releases the files. Later reading fails with `ReadError.Closed`. */
  def close(): Unit = records.close()
