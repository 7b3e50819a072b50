package brine.journal.state

import brine.codec.{Codec, Schemas}
import brine.journal.snapshot.SnapshotError
import brine.journal.{Level, Offset}
import java.util.concurrent.CompletableFuture

/** The newest state of each of many keys, such as millions of entities, computed from the records of a log. After a
  * restart you load the state of a key and replay only the records after it. Thread-safe.
  *
  * {{{
  * states.save("account-1", record.offset, account)          // replaces the state before
  * states.load[Account]("account-1").map(_.map(_.offset))    // read on after this offset
  * }}}
  *
  * A key has one state, which is loaded at the cost of one record. States are small: each is one value, and at most as
  * large as an append. For a few large states of a log use [[brine.journal.snapshot.SnapshotStore]].
  *
  * No state is ahead of its log, whatever fails: one of records that are not durable yet is refused with
  * [[SnapshotError.NotDurable]]. Save it when they are. A state that a power cut loses costs a longer replay, so the
  * level is [[Level.OsCache]] unless you say otherwise. If states decide what retention may delete, save them with
  * [[Level.Disk]].
  *
  * Of several saves of a key the last one counts, in the order in which they were accepted; those of one thread are
  * accepted in order. `load` finds a state once it is durable, and the one before until then. The first call opens the
  * store, which may read the disk.
  *
  * To store states elsewhere, extend [[EncodedStates]]; `brine.journal.testkit.EventLogContract` tests it.
  */
trait StateRecords:
  /** What messages call the store: its folder, or a URL without secrets. */
  def place: String

  /** Saves the state of a key, in place of the one before. In a journal in files it allocates a few bytes.
    *
    * @param key
    *   the key: any text of 1 to 1024 characters (UTF-16 units, without unpaired surrogates)
    * @param offset
    *   offset of the last record in the state
    * @param state
    *   the state; nobody changes it until this method returns
    * @param level
    *   what the state must survive before the listener is called
    * @param listener
    *   gets the result, exactly once
    * @param context
    *   a number of your choice, which the listener gets with the result
    * @param waits
    *   what to do when too many saves are in flight: wait, or fail with [[brine.journal.AppendError.Full]]. On a thread
    *   of a store it never waits
    * @throws IllegalArgumentException
    *   if the key is not valid
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; nothing was saved
    */
  def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit

  /** Deletes the state of a key: [[load]] finds none. Succeeds also if there is none.
    *
    * @param key
    *   the key, as of [[save]]
    */
  def delete(key: String, level: Level, listener: SaveListener, context: Long, waits: Boolean): Unit

  /** Loads the newest durable state of a key; None if it has none, or it was deleted. Replay the records after its
    * offset. Blocks while it reads.
    *
    * A state of records that the log does not have is none: somebody has restored an older log beneath it. A state of
    * another type is an error, even if its fields would fit. [[brine.codec.Schemas]] says which types are the same; a
    * program needs them only if a type has another name by now and does not say its former one by [[brine.codec.was]].
    *
    * @param key
    *   the key, as of [[save]]
    * @return
    *   `Undecodable` if the state is not a value of this type; then replay all records
    * @throws IllegalArgumentException
    *   if the key is not valid
    */
  def load[S](key: String)(using
      codec: Codec[S]
  )(using
      schemas: Schemas
  ): Either[SnapshotError, Option[SavedState[S]]]

  /** Saves the state of a key, as the other method does. Waits while too many saves are in flight.
    *
    * @return
    *   completes when the state has reached the level, on the common pool
    */
  final def save[S: Codec](
      key: String,
      offset: Offset,
      state: S,
      level: Level = Level.OsCache
  ): CompletableFuture[Either[SnapshotError, Unit]] =
    val future = SaveFuture()
    save(key, offset, state, level, future, 0, waits = true)
    future.result

  /** Deletes the state of a key, as the other method does. Waits while too many saves are in flight. */
  final def delete(key: String, level: Level = Level.OsCache): CompletableFuture[Either[SnapshotError, Unit]] =
    val future = SaveFuture()
    delete(key, level, future, 0, waits = true)
    future.result
