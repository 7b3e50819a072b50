package brine.journal.reading

import brine.effort.Effort
import brine.journal.failure.Gone
import brine.journal.*
import brine.journal.storage.MemoryStorage
import java.nio.file.Path
import scala.collection.mutable
import scala.util.Random

/** Readers while the writer appends, rolls, deletes and compacts: a search over the places at which a reader looks at
  * shared state. Before its n-th look the writer does its next steps. The oracle is the plain list of records.
  */
class InterleavingSuite extends munit.FunSuite:
  override def munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(10, "min")

  private val settings = JournalSettings(segmentSize = 1 << 16)
  private val folder   = Path.of("interleaved")

  private enum Step:
    case Append(stream: String, tags: Set[String])
    case Roll, Retain, Compact

  private final case class Appended(sequence: Long, stream: String, tags: Set[String])

  /** One journal, used for many runs, and what is in it. */
  private final class World(followed: Boolean):
    private val storage  = MemoryStorage()
    private val journal  = Journal.open(folder, settings, storage)
    var step: () => Unit = () => ()
    private val reader   =
      if !followed then journal
      else JournalReader.open(folder, settings, Stepping.storage(storage, () => step()))
    val records           = mutable.ArrayBuffer.empty[Appended]
    var deletedUpTo       = 0L
    var runs              = 0
    def view: JournalView = reader.view
    def close(): Unit     =
      if reader ne journal then reader.close()
      journal.close()

    def act(step: Step): Unit = step match
      case Step.Append(stream, tags) =>
        val offset = ok(journal.append(stream, ExpectedVersion.Any, Seq("x"), tags = tags).await()).last.sequence
        records += Appended(offset, stream, tags)
      case Step.Roll =>
        val last = journal.view.segments.last
        if last.firstSequence <= records.last.sequence then
          journal.endSegment()
          while journal.view.segments.last.number == last.number do Thread.onSpinWait()
      case Step.Retain =>
        deletedUpTo = ok(journal.retain(RetentionRules(bytes = 0))).first.sequence - 1
      case Step.Compact =>
        ok(journal.compact(CompactionRules(_ == "other", leastGain = 0))): Unit

  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(error.toString), identity)

  private val mine  = Step.Append("mine", Set("tag"))
  private val other = Step.Append("other", Set.empty)
  private val solo  = Step.Append("solo", Set.empty)

  private val scripts = Vector(
    "append, roll, append"                  -> Vector(mine, Step.Roll, mine),
    "roll, append twice, roll"              -> Vector(Step.Roll, mine, mine, Step.Roll, mine),
    "append, roll, another stream's append" -> Vector(mine, Step.Roll, other, mine),
    "two rolls and retention"               -> Vector(mine, Step.Roll, mine, Step.Roll, mine, Step.Retain, mine),
    "a roll and compaction" -> Vector(other, mine, other, other, Step.Roll, other, mine, Step.Compact, other)
  )

  private val selections = Vector[(String, Long => Selection)](
    "all"               -> (Selection.All(_)),
    "a stream, kept"    -> (_ => Selection.Stream("mine", 0)),
    "a stream, whole"   -> (_ => Selection.Stream("mine", 1)),
    "a stream, onwards" -> (Selection.StreamAfter("mine", _)),
    "a tag"             -> (Selection.Tagged("tag", _))
  )

  // Both names are used again in the next segment.
  private val ofTwoNames = Vector(solo, mine, solo, mine, Step.Roll, solo, mine)

  private val ofNames = Vector(
    "two names"                      -> ofTwoNames,
    "two names and compaction"       -> Vector(other, solo, mine, solo, Step.Roll, other, mine, Step.Compact, solo),
    "two names, rolls and retention" -> Vector(solo, mine, Step.Roll, solo, mine, Step.Roll, mine, Step.Retain, solo)
  )

  private val queries = Vector(
    "a tag of no kind or a stream" -> (Query.tagged("tag") and Query.kinds("None") or Query.stream("solo")),
    "a tag or a stream"            -> (Query.tagged("tag") or Query.stream("solo")),
    "a stream or a tag"            -> (Query.stream("solo") or Query.tagged("tag"))
  ).map((name, query) => name -> (Selection.Matching(query, _)))

  private def selects(selection: Selection, record: Appended): Boolean = selection match
    case Selection.All(_)             => true
    case Selection.Tagged(tag, _)     => record.tags(tag)
    case Selection.Matching(query, _) => query.matches(record.stream, record.tags, None)
    case other                        => record.stream == other.stream

  /** Runs a script with its first steps before one look of the reader, or for 0 before all, and the others before a
    * later one; returns how often the reader looked.
    */
  private def run(followed: Boolean)(world: World, steps: Vector[Step], split: Int, first: Int, second: Int)(
      select: Long => Selection
  ): Int =
    val start                 = world.records.last.sequence
    val selection             = select(start)
    var looks                 = 0
    var isActing              = false
    val todo                  = mutable.Queue.from(steps)
    def act(until: Int): Unit =
      isActing = true
      while todo.nonEmpty && steps.size - todo.size < until do world.act(todo.dequeue())
      isActing = false
    def look(): Unit =
      if !isActing then
        looks += 1
        if looks == first then act(split)
        if looks == second then act(steps.size)
    if first == 0 then act(split)
    world.step = () => look()
    val view          = Stepping.view(world.view, () => look())
    val seen          = mutable.ArrayBuffer.empty[Long]
    var cursor        = RecordCursor(view, selection)
    var isGone        = false
    def drain(): Unit =
      var more = true
      while more do
        try
          more = cursor.next()
          if more then seen += cursor.sequence
        catch
          case gone: Gone =>
            assert(gone.sequence <= world.deletedUpTo, s"$gone, but only ${world.deletedUpTo} was deleted")
            cursor.close()
            isGone = true
            cursor = RecordCursor(
              view,
              selection match
                case Selection.Stream(name, _) =>
                  val deleted =
                    world.records.filter(record => selects(selection, record) && record.sequence <= gone.sequence)
                  assert(!deleted.forall(record => seen.contains(record.sequence)), s"$gone, but all was read: $seen")
                  Selection.StreamAfter(name, gone.sequence)
                case _ => select(gone.sequence)
            )
    drain()
    while todo.nonEmpty do
      act(steps.size - todo.size + 1)
      view.refresh()
      drain()
    world.step = () => ()
    // Another process sees that a record is durable once there is a later one.
    if followed then world.act(other)
    val last = if followed then world.records.last.sequence - 1 else world.records.last.sequence
    view.refresh()
    drain()
    cursor.close()
    assert(world.view.visible >= last)
    val expected = world.records.filter: record =>
      record.sequence > selection.afterSequence && record.sequence <= world.view.visible && selects(selection, record)
    val missing = expected.filterNot(record => seen.contains(record.sequence))
    // What was deleted may have been read before, or not; what compaction removes, too.
    // But a stream that is read from its first version lacks nothing, unless the reader was told.
    val mayLack = selection.firstVersion == 0 || isGone
    val lost = missing.filterNot(record => mayLack && record.sequence <= world.deletedUpTo || record.stream == "other")
    assert(lost.isEmpty, s"$lost were skipped; seen $seen")
    assertEquals(seen.toVector, seen.toVector.distinct.sorted)
    assertEquals(seen.toSet.diff(expected.map(_.sequence).toSet), Set.empty[Long])
    looks

  private def search(followed: Boolean): Int =
    var count = 0
    var begun = 0
    val runs  =
      for
        (scriptName, steps)     <- scripts
        (selectionName, select) <- selections
      yield (s"$scriptName; $selectionName", steps, select)
    val ofQueries =
      for
        (scriptName, steps)     <- ofNames
        (selectionName, select) <- queries
      yield (s"$scriptName; $selectionName", steps, select)
    for (name, steps, select) <- runs ++ ofQueries do
      var world         = World(followed)
      def fresh(): Unit =
        if world.runs == 50 then
          world.close()
          world = World(followed)
        world.runs += 1
        if world.runs == 1 then
          world.act(mine)
          world.act(other)
      def tried(split: Int, first: Int, second: Int): Int =
        fresh()
        count += 1
        try run(followed)(world, steps, split, first, second)(select)
        catch
          case error: Throwable =>
            throw AssertionError(
              s"$name; $split steps before look $first, the others before $second: $error",
              error
            )
      try
        // All steps at each single place, or at some that are others for the next script.
        begun += 1
        var place = 1 + begun % Effort.placesApart
        while tried(steps.size, place, Int.MaxValue) >= place do place += Effort.placesApart
        // And parts of them at two places.
        val random = Random(steps.size)
        val pairs  =
          for
            split  <- 1 until steps.size
            first  <- 0 to place
            second <- math.max(first, 1) to place + 10
          yield (split, first, second)
        val most = Effort.interleavings / scripts.size
        val some = if pairs.size <= most then pairs else random.shuffle(pairs).take(most)
        some.foreach((split, first, second) => tried(split, first, second): Unit)
      finally world.close()
    count

  test("readers in the writer's process skip nothing, wherever the writer goes on"):
    println(s"places at which a writer went on: ${search(followed = false)}")

  test("readers in another process skip nothing, wherever the writer goes on"):
    println(s"places at which another process's writer went on: ${search(followed = true)}")

  // A segment that ends is no longer asked by name, so that one name may be found in it, and the next one not.
  test("a query of several names skips nothing, wherever a segment ends that has events of each"):
    for
      (name, select) <- queries
      split          <- 1 to 4
    do
      var place = 0
      var looks = Int.MaxValue
      while place < looks do
        place += 1
        val world = World(followed = false)
        try
          world.act(other)
          looks = run(followed = false)(world, ofTwoNames, split, first = 0, second = place)(select)
        catch
          case error: Throwable => throw AssertionError(s"$name; $split steps, the others before look $place", error)
        finally world.close()
