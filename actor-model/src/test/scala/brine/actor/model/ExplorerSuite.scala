package brine.actor.model

/** The explorer itself, on models whose states can be counted by hand. */
final class ExplorerSuite extends munit.FunSuite:
  /** Adds one to a shared word, by reading it and writing it back, or atomically. */
  private final class Increments(atomic: Boolean) extends Model:
    val layout        = Layout()
    private val total = layout.word("total")

    private final class Adder(number: Int) extends Process:
      val name         = s"adder $number"
      private val at   = layout.word(s"$name.at")
      private val read = layout.word(s"$name.read")

      def mayRest(memory: Memory): Boolean = memory(at) == 2
      def canStep(memory: Memory): Boolean = memory(at) < 2
      def step(memory: Memory): String     =
        if atomic then
          memory.add(total, 1)
          memory(at) = 2
        else
          if memory(at) == 0 then memory(read) = memory(total) else memory(total) = memory(read) + 1
          memory.add(at, 1)
        "add"

    val processes                      = Vector(Adder(0), Adder(1))
    def checkEnd(memory: Memory): Unit = Process.require(memory(total) == 2, "an addition is lost")

  /** Each of two takes two locks, in opposite order. */
  private object Locks extends Model:
    val layout        = Layout()
    private val locks = layout.words("lock", 2)

    private final class Locker(number: Int) extends Process:
      val name       = s"locker $number"
      private val at = layout.word(s"$name.at")

      def mayRest(memory: Memory): Boolean = memory(at) == 2
      def canStep(memory: Memory): Boolean = memory(at) < 2 && memory(locks((number + memory(at)) % 2)) == 0
      def step(memory: Memory): String     =
        memory(locks((number + memory(at)) % 2)) = 1
        memory.add(at, 1)
        if memory(at) == 2 then locks.foreach(memory(_) = 0)
        "lock"

    val processes                      = Vector(Locker(0), Locker(1))
    def checkEnd(memory: Memory): Unit = ()

  test("counts every state and step once"):
    // The start, either has added, both have; four ways to get there, each step once.
    assertEquals(Explorer(Increments(atomic = true)).explore(), Exploration.Holds(states = 4, steps = 4, ends = 1))

  test("finds a lost update by the fewest steps"):
    Explorer(Increments(atomic = false)).explore() match
      case Exploration.Broken(rule, trace) =>
        assertEquals(rule, "an addition is lost")
        assertEquals(trace.size, 4)
      case holds => fail(holds.toString)

  test("finds a deadlock"):
    Explorer(Locks).explore() match
      case Exploration.Broken(rule, trace) =>
        assert(rule.endsWith("waits for ever"), rule)
        assertEquals(trace.size, 2)
      case holds => fail(holds.toString)

  test("refuses to stop in the middle"):
    intercept[IllegalStateException](Explorer(Increments(atomic = false), maximumStates = 3).explore()): Unit
