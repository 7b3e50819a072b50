package brine.entity.internal

import brine.actor.ActorSystem
import brine.entity.{EntityError, EntityException}
import brine.journal.ReadError
import java.io.IOException
import java.util.Set
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.locks.ReentrantLock

/** Loads the entities of this process in one pass over the log. Thread-safe; one caller at a time has it done, on a
  * [[PreloadThread]].
  *
  * An entity that was in memory meanwhile may have newer events than the pass has read. While it is in memory, it is
  * left as it is; one that has left memory since the pass began is loaded by its next command.
  */
private[internal] final class Preload[C[+_], E, S](
    runtime: EntityRuntime[C, E, S],
    inMemory: ConcurrentHashMap[String, EntityActor[C, E, S]],
    actors: ActorSystem
):
  private val turn = ReentrantLock()

  // The entities that have left memory since the pass began; null without one.
  @volatile private var left: Set[String] | Null = null

  /** Notes that an entity is about to leave memory. */
  def leaves(id: String): Unit =
    val noted = left
    if noted != null then noted.nn.add(id): Unit

  /** Loads them, and returns the number of those.
    *
    * @throws EntityException
    *   if the log cannot be read, the entities are closed, or there is no thread to be had
    * @throws InterruptedException
    *   if the calling thread is interrupted
    */
  def run(): Int =
    if PreloadThread.isWithin(this) then
      throw IllegalStateException(s"a function of ${runtime.entity.name} must not preload its entities")
    turn.lockInterruptibly()
    try
      val pass = PreloadPass(load(_))
      begin(pass)
      pass.await(interrupted)
    finally turn.unlock()

  private def begin(pass: PreloadPass): Unit =
    try PreloadThread(this, pass, s"brine-preload-${runtime.entity.name}").start()
    catch
      case lack: OutOfMemoryError =>
        val cause = IOException("preloading takes a thread, which is not to be had", lack)
        throw EntityException(EntityError.HistoryUnavailable(described, ReadError.Unavailable(runtime.log.name, cause)))

  private def described   = s"the entities of ${runtime.entity.name}"
  private def interrupted = s"interrupted while ${runtime.entity.name} is preloaded"

  private def load(pass: PreloadPass): Int =
    try
      proceed(pass)
      left = ConcurrentHashMap.newKeySet[String]()
      val states = AllStates(runtime.entity, runtime.log, runtime.settings.maxInMemory, () => proceed(pass))
      var count  = 0
      states.foreach((id, loaded) => if start(id, loaded) then count += 1)
      count
    finally left = null

  private def proceed(pass: PreloadPass): Unit =
    if pass.isStopped then throw InterruptedException(interrupted)
    val described = s"entities of ${runtime.entity.name}"
    if runtime.isClosed then throw EntityException(EntityError.Closed(described, "the entities are closed"))
    if actors.hasEnded then throw EntityException(EntityError.Closed(described, "the actor system has ended"))

  private def start(id: String, loaded: LoadedState[S]): Boolean =
    val hasRoom =
      inMemory.size < runtime.settings.maxInMemory && runtime.sizes.total <= runtime.settings.maxStateBytes
    if !hasRoom || left.nn.contains(id) || inMemory.containsKey(id) then false
    else
      val state = runtime.withSaved(id, loaded)
      val size  = runtime.sizes.measure(loaded.state)
      val actor = EntityActor(runtime, id)
      actors.detach(actor): Unit
      var isStarted = false
      // Nobody can begin the same entity meanwhile, or know the actor before it has its state.
      inMemory.computeIfAbsent(
        id,
        _ =>
          if left.nn.contains(id) then null
          else
            actor.startWith(state, size)
            isStarted = true
            actor
      ): Unit
      // Closing may have told all others by then.
      if isStarted && runtime.isClosed then actor.tell(EntityMessage.Close)
      isStarted
