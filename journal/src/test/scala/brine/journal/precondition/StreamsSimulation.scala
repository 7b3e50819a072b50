package brine.journal.precondition

import scala.collection.mutable
import scala.util.Random

/** Callers and a writer that share [[Streams]], step by step in an order by chance, on one thread. The writer knows the
  * version of each stream and the events with each tag, and finds out whether an append has another state of a name.
  *
  * @param asks
  *   whether callers ask if their states are kept, as they must
  * @param waits
  *   whether the writer says truly how many slots it has handled
  */
private[precondition] final class StreamsSimulation(seed: Int, asks: Boolean = true, waits: Boolean = true):
  private val random  = Random(seed)
  private val home    = TestHome()
  private val most    = 1 + random.nextInt(4)
  private val streams = Streams(home, most)

  private final class Slot:
    var isPublished                             = false
    var stream: StreamState | Null              = null
    var tags: Array[TagState] | Null            = null
    var condition: (TagState, KindState) | Null = null

  private val slots      = mutable.ArrayBuffer.empty[Slot]
  private var next       = 0
  private var sequence   = 0L
  private val versions   = mutable.HashMap.empty[String, Long].withDefaultValue(0L)
  private var ended      = Map.empty[String, Long].withDefaultValue(0L)
  private val lastTagged = mutable.HashMap.empty[String, Long].withDefaultValue(0L)
  private val recent     = mutable.ArrayDeque.empty[(Long, Array[TagState])]
  private val definedIn  = mutable.HashMap.empty[String, Long]
  private var depth      = 0

  home.oldestRemembered = 1
  // Whoever knows that no event had a tag says so most of the time.
  home.unusedHashOf = name => if lastTagged(name) == 0 && random.nextInt(4) > 0 then name.hashCode else 0
  home.versionOf = name =>
    val before = random.nextInt(3)
    if depth < 3 then
      depth += 1
      for _ <- 1 to before * 4 do step()
      depth -= 1
    // What happens after the look at the indexes matters most.
    val found = ended(name)
    if depth < 3 then
      depth += 1
      for _ <- 1 to random.nextInt(30) do step()
      depth -= 1
    found

  /** An append on its way: each call is one step. */
  private final class Caller:
    private var at                    = 0
    private var isBusy                = false
    private var round                 = 0L
    private var name                  = ""
    private var stream: StreamState   = null
    private var tags: Array[TagState] = Array.empty
    private var condition: TagState   = null
    private var kind: KindState       = null
    private var slot: Slot            = null
    private var pins: Pins | Null     = null

    def step(): Unit = if !isBusy then
      isBusy = true
      at match
        case 0 => begin()
        case 1 => claim()
        case 2 => check()
        case _ => publish()
      isBusy = false

    private def begin(): Unit =
      round = streams.round
      name = s"s${random.nextInt(9)}"
      val known = streams.known(name, round)
      stream = if known == null then streams.of(name) else known
      tags = Array.fill(random.nextInt(3))(s"t${random.nextInt(9)}").distinct.map(streams.tag(_, round))
      condition = if random.nextInt(3) == 0 then streams.tag(s"t${random.nextInt(9)}", round) else null
      kind = if condition != null then streams.kind(s"k${random.nextInt(9)}", round) else null
      at = 1

    private def claim(): Unit =
      slot = Slot()
      slots += slot
      home.claimed = slots.size
      at = 2

    private def check(): Unit =
      val isKept = pins != null || !asks || {
        streams.round == round || stream.keep() && Pins.keep(tags) &&
        (condition == null || condition.keep() && kind.keep())
      }
      if isKept then at = 3
      else
        slot.isPublished = true
        val held = Pins(streams)
        stream = held.stream(name)
        tags = held.tags(tags).nn
        if condition != null then
          condition = held.tag(condition.name)
          kind = held.kind(kind.name)
        pins = held
        at = 1

    private def publish(): Unit =
      slot.stream = stream
      slot.tags = tags
      if condition != null then slot.condition = (condition, kind)
      slot.isPublished = true
      if pins != null then pins.nn.release()
      pins = null
      at = 0

  private val callers = Vector.fill(4)(Caller())

  private def step(): Unit = random.nextInt(14) match
    case 0 | 1 | 2 => write()
    case 3         => if waits then home.handled = next
    case 4         => if random.nextInt(4) == 0 then roll()
    case 5         => streams.trim(): Unit
    case 6         => if depth < 2 then streams.of(s"s${random.nextInt(9)}"): Unit
    case 7         => forgetRecent()
    case _         => callers(random.nextInt(callers.size)).step()

  private def write(): Unit = if next < slots.size && slots(next).isPublished then
    val slot = slots(next)
    val of   = slot.stream
    if of != null then append(slot, of.nn)
    next += 1
    if !waits then home.handled = slots.size

  private def check(condition: Boolean, what: => String): Unit =
    if !condition then throw AssertionError(s"seed $seed: $what")

  private def append(slot: Slot, stream: StreamState): Unit =
    check(streams.known(stream.name) eq stream, s"another state of ${stream.name} is the known one")
    check(
      stream.lastVersion == versions(stream.name),
      s"${stream.name} has version ${versions(stream.name)}, its state ${stream.lastVersion}"
    )
    if slot.condition != null then compare(slot.condition.nn)
    sequence += 1
    stream.lastVersion += 1
    versions(stream.name) += 1
    if !stream.isIn(home.segment) then
      define(stream)
      home.streamsInSegment += 1
    slot.tags.nn.foreach: tag =>
      check(streams.knownTag(tag.name) eq tag, s"another state of ${tag.name} is the known one")
      if !tag.isIn(home.segment) then
        define(tag)
        home.tagsInSegment += 1
      tag.last = sequence
      lastTagged(tag.name) = sequence
    recent += sequence -> slot.tags.nn

  private def define(state: NamedState): Unit =
    check(!definedIn.get(state.name).contains(home.segment), s"${state.name} is defined twice in ${home.segment}")
    definedIn(state.name) = home.segment
    state.define(home.segment, 0)

  private def compare(condition: (TagState, KindState)): Unit =
    val (tag, kind) = condition
    check(streams.kind(kind.name) eq kind, s"another state of ${kind.name} is the known one")
    check(tag.last >= lastTagged(tag.name), s"${tag.name} was last in ${lastTagged(tag.name)}, not ${tag.last}")
    if tag.knowsAll then check(tag.last == lastTagged(tag.name), s"${tag.name} was last in ${lastTagged(tag.name)}")
    for (at, tags) <- recent do
      check(!tags.exists(one => one.name == tag.name && (one ne tag)), s"event $at has another state of ${tag.name}")

  private def roll(): Unit =
    ended = versions.toMap.withDefaultValue(0L)
    home.segment += 1
    home.streamsInSegment = 0
    home.tagsInSegment = 0

  private def forgetRecent(): Unit = if recent.sizeIs > 2 then
    home.oldestRemembered = recent(1)._1
    recent.removeHead(): Unit

  def run(steps: Int): Unit =
    for _ <- 1 to steps do step()
    // Everything comes to rest.
    for _ <- 1 to 8; caller <- callers do caller.step()
    while next < slots.size && slots(next).isPublished do write()
    home.handled = next
