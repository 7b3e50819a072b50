package brine.actor.model

/** How the workers of a pool search, sleep and are woken.
  *
  * Each worker has a queue and a slot for the actor to run next. Other workers take from both. A worker may run a
  * handler that does not return, and what is in its slot must not wait for it.
  *
  * The rules: nobody sleeps forever while work waits, and the counts of searching and sleeping workers are right at the
  * end. The monitor, which may also wake a worker, is left out, because nothing may depend on it.
  *
  * @param injectors
  *   for each thread outside of the pool, how many actors it schedules one after the other
  * @param pushes
  *   how many running actors add another one to their worker's queue
  * @param fills
  *   how many running actors schedule another one, which goes to the slot of their worker
  * @param endless
  *   how many handlers, the first ones, never return
  * @param spares
  *   how many of the workers stand in for a stuck worker, which continues at some time
  */
final class SleepModel(
    workers: Int,
    injectors: List[Int],
    pushes: Int = 0,
    fills: Int = 0,
    endless: Int = 0,
    spares: Int = 0,
    faults: Set[Fault] = Set.empty
) extends Model:
  val layout: Layout = Layout()

  private val words  = SleepWords(layout, workers, injectors.sum + pushes + fills, fills + pushes > 0, faults)
  private val toCome = WorkToCome(layout, fills, pushes, endless)

  private final class Injector(number: Int, count: Int) extends Process:
    val name         = s"injector $number"
    private val left = layout.word(s"$name.left", count)
    private val wake = WakeOne(layout, name, words)

    def mayRest(memory: Memory): Boolean = memory(left) == 0 && wake.isDone(memory)
    def canStep(memory: Memory): Boolean = !mayRest(memory)
    def step(memory: Memory): String     =
      if !wake.isDone(memory) then wake.step(memory)
      else
        memory.add(left, -1)
        memory.add(words.injected, 1)
        wake.begin(memory)
        "inject"

  private object stuck extends Process:
    val name                             = "stuck worker"
    def mayRest(memory: Memory): Boolean = true
    def canStep(memory: Memory): Boolean = spares > 0 && memory(words.unstuck) == 0
    def step(memory: Memory): String     =
      memory(words.unstuck) = 1
      "go on"

  val processes: IndexedSeq[Process] =
    stuck +: (injectors.zipWithIndex.map((count, number) => Injector(number, count)).toVector ++
      Vector.tabulate(workers)(number => Sleeper(number, layout, words, toCome, spare = number >= workers - spares)) ++
      Vector.tabulate(workers)(StoreBuffer(_, words)))

  def checkEnd(memory: Memory): Unit = words.checkEnd(memory)
