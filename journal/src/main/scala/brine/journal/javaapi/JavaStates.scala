package brine.journal.javaapi

import brine.codec.Codec
import brine.codec.javaapi.JavaCodec
import brine.journal.{Level, Offset}
import brine.journal.snapshot.SnapshotError
import brine.journal.state.{SaveListener, StateRecords}
import java.util.Optional
import java.util.concurrent.CompletableFuture

/** The newest state of each of many keys, of one type: [[brine.journal.state.StateRecords]] with Java's types.
  * Thread-safe.
  *
  * {{{
  * JavaStates<Account> states = journal.states(Account.CODEC);
  * states.save("account-1", record.offset(), account, Level.Disk).join();
  * Optional<JavaState<Account>> state = states.load("account-1");
  * }}}
  *
  * `load` throws a [[SnapshotException]] if it fails, an unchecked exception whose `error` says what failed; futures
  * complete with one. A negative offset is an `IllegalArgumentException`.
  */
final class JavaStates[S] private[javaapi] (store: StateRecords, state: JavaCodec[S]):
  private val codec: Codec[S] = Codecs.plain(state)

  /** Saves the state of a key, in place of the one before, with the level `OsCache`. Waits while too many saves are
    * in flight.
    *
    * @param key
    *   the key: any text of 1 to 1024 characters
    * @param offset
    *   offset of the last record in the state, which must be durable
    * @throws java.lang.IllegalArgumentException
    *   if the key is not valid, or the offset is negative
    */
  @throws[InterruptedException]
  def save(key: String, offset: Offset, state: S): CompletableFuture[Void] = save(key, offset, state, Level.OsCache)

  /** Saves the state of a key with a level: what it must survive before the future completes. */
  @throws[InterruptedException]
  def save(key: String, offset: Offset, state: S, level: Level): CompletableFuture[Void] =
    future(store.save(key, Results.checked(offset), state, level)(using codec))

  /** Saves the state of a key, and passes the result to a listener.
    *
    * @param context
    *   a number of your choice, which the listener gets with the result
    * @param waits
    *   what to do when too many saves are in flight: wait, or fail
    */
  @throws[InterruptedException]
  def save(
      key: String,
      offset: Offset,
      state: S,
      level: Level,
      listener: SaveListener,
      context: Long,
      waits: Boolean
  ): Unit = store.save(key, Results.checked(offset), state, level, listener, context, waits)(using codec)

  /** Deletes the state of a key, if there is one. */
  @throws[InterruptedException]
  def delete(key: String): CompletableFuture[Void] = delete(key, Level.OsCache)

  /** Deletes the state of a key, if there is one, with a level. */
  @throws[InterruptedException]
  def delete(key: String, level: Level): CompletableFuture[Void] = future(store.delete(key, level))

  /** Loads the newest durable state of a key; empty if it has none, or it was deleted. Replay the records after its
    * offset.
    */
  def load(key: String): Optional[JavaState[S]] =
    Results.orThrowSnapshot(store.load[S](key)(using codec)) match
      case Some(found) => Optional.of(JavaState(found.offset.sequence, found.state, found.hasSameSchema))
      case None        => Optional.empty

  private def future(result: CompletableFuture[Either[SnapshotError, Unit]]): CompletableFuture[Void] =
    result.thenAccept(Results.orThrowSnapshot(_))
