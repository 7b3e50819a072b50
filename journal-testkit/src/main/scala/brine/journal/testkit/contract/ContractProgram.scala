package brine.journal.testkit.contract

import brine.journal.*
import java.time.Instant
import java.util.UUID
import java.util.concurrent.ConcurrentLinkedQueue
import scala.jdk.CollectionConverters.*
import scala.util.Random

/** One random program of calls to a log, each of which is compared with a [[LogModel]]. For one thread. */
private[contract] final class ContractProgram(seed: Long, steps: Int, contract: CompositionContract):
  private val random        = Random(seed)
  private val model         = LogModel()
  private var log           = contract.opened()
  private var isOpen        = true
  private var subscriptions = Vector.empty[Following]
  private var cursors       = Vector.empty[Reading]
  private var snapshots     = Map.empty[Long, String] // that may be there, by offset
  private var states        = Map.empty[String, (Long, String)]
  private var done          = Vector.empty[String]

  private final class Following(val filter: Filter, val from: Long, selects: LogModel.Event => Boolean):
    private val seen         = ConcurrentLinkedQueue[LogModel.Event]()
    private val subscription =
      log.subscribeAfter[ContractEvent](Offset(from), filter)(record => seen.add(LogModel.of(record)): Unit)

    def check(): Unit =
      contract.becomes(s"the subscription to $filter after $from reaches ${model.last}")(
        subscription.isEnded || subscription.offset.sequence >= model.last
      )
      close()
      val want = model.read.filter(event => event.offset > from && selects(event))
      same(s"the subscription to $filter after $from", seen.asScala.toVector, want)

    def close(): Unit =
      subscription.close()
      contract.endOf(subscription)
      subscription.failure.foreach(throw _)

  private final class Reading(val what: String, records: Records[ContractEvent], want: () => Vector[LogModel.Event]):
    private var read      = 0
    private var isDeleted = false

    def continue(most: Int): Unit =
      var left = most
      while left > 0 do
        val expected = want().lift(read)
        val found    = records.next().map(_.map(LogModel.of))
        if isDeleted then same(what, found, Left(ReadError.Closed))
        else
          expected match
            case Some(deletion) if deletion.value.isEmpty =>
              isDeleted = true
              same(what, found, Left(ReadError.Deleted(deletion.stream, deletion.version, whileRead = true)))
            case other => same(what, found, Right(other))
        if expected.isDefined && !isDeleted then read += 1
        left = if expected.isEmpty || isDeleted then 0 else left - 1

    def close(): Unit = records.close()

  def run(): Unit =
    try
      for _ <- 1 to steps if isOpen do step()
      if isOpen then
        settle()
        subscriptions.foreach(_.check())
        same("all events", right("readAll", log.readAll[ContractEvent]().toVector).map(LogModel.of), model.read)
    catch case error: Throwable => throw AssertionError(s"${error.getMessage}\nafter:\n${done.mkString("\n")}", error)
    finally contract.closed(log)

  private def same(what: String, found: Any, want: Any): Unit =
    if found != want then throw AssertionError(s"$what: $found, not $want")

  private def right[A](what: String, result: Either[Any, A]): A =
    result.fold(error => throw AssertionError(s"$what: $error"), identity)

  private def step(): Unit = random.nextInt(20) match
    case 0 | 1 | 2 | 3 => appendOne()
    case 4 | 5         => appendSeveral()
    case 6             => appendEncoded()
    case 7             => readStream()
    case 8 | 9         => readFiltered()
    case 10            => ask()
    case 11            => if subscriptions.size < 4 then subscribe()
    case 12            => if cursors.size < 6 then beginReading()
    case 13 | 14       => continueReading()
    case 15            => if random.nextInt(3) == 0 then snapshot() else state()
    case 16            => readQuery()
    case 17 | 18       => if random.nextInt(4) == 0 then delete() else appendUnless()
    case _             => if random.nextInt(6) == 0 then reopen() else offsetAt()

  private def noted[A](what: String, body: => A): A =
    done :+= what
    body

  // ---- Choices ------------------------------------------------------------------------------------------------------

  private def pick[A](choices: A*): A = choices(random.nextInt(choices.size))
  private def stream(): String        = pick("a", "b", "c", s"rare-${random.nextInt(50)}")
  private def tags(): Set[String]     = Set("x", "y", "xy").filter(_ => random.nextInt(3) == 0)
  private def offset(): Long          = random.nextInt(model.last.toInt + 3).toLong
  private def filter(): Filter.Basic  =
    pick(Filter.All, Filter.Stream(stream()), Filter.Tagged(pick("x", "y", "xy", "z")))
  private def query(): RandomQuery            = RandomQuery.of(random, Vector("a", "b", "c", "rare-1", "rare-2"))
  private def level(): Level                  = pick(Level.Memory, Level.OsCache, Level.Disk, Level.Disk)
  private def events(): Vector[ContractEvent] = Vector.fill(1 + random.nextInt(4)):
    pick(
      ContractEvent.Text("t" * random.nextInt(if random.nextInt(20) == 0 then 3000 else 40)),
      ContractEvent.Number(random.nextLong()),
      ContractEvent.Pair("p", if random.nextBoolean() then None else Some(random.nextInt()))
    )

  private def expected(stream: String): ExpectedVersion = random.nextInt(4) match
    case 0 => ExpectedVersion(model.version(stream))
    case 1 => ExpectedVersion(math.max(0, model.version(stream) + random.nextInt(3) - 1))
    case _ => ExpectedVersion.Any

  private def key(): Option[UUID] = random.nextInt(4) match
    case 0                            => Some(UUID(random.nextLong(), random.nextLong()))
    case 1 if model.usedKeys.nonEmpty => Some(pick(model.usedKeys*))
    case _                            => None

  private def part(stream: String): StreamAppend[ContractEvent] =
    StreamAppend(stream, expected(stream), events(), tags())

  // ---- Appending ----------------------------------------------------------------------------------------------------

  private def compare(parts: Seq[StreamAppend[ContractEvent]], key: Option[UUID], level: Level)(
      append: => Completion
  ): Unit =
    val what =
      s"append to ${parts.map(part => s"${part.stream} ${part.expected} x${part.events.size}").mkString(", ")}, $key, $level"
    accepted(what, append)(model.append(parts, key, level))

  // The model takes the time from the result, and expects it of the records.
  private def accepted(what: String, append: Completion)(want: Instant => Either[AppendError, Appended]): Unit =
    val result = contract.resultOf(append)
    noted(what, same(what, result, want(result.fold(_ => Instant.EPOCH, _.at))))

  private def appendOne(): Unit =
    val (one, itsKey, itsLevel) = (part(stream()), key(), level())
    random.nextInt(4) match
      case 0 =>
        compare(Seq(one), itsKey, itsLevel)(
          log.append(one.stream, one.expected, one.events, itsKey, one.tags, itsLevel)
        )
      case 1 =>
        compare(Seq(one), itsKey, itsLevel):
          log.tryAppend(one.stream, one.expected, one.events, itsKey, one.tags, itsLevel)
      case 2 =>
        val event = one.events.head
        val short = StreamAppend(one.stream, ExpectedVersion.Any, Seq(event))
        compare(Seq(short), None, Level.Disk)(log.append(one.stream, event))
      case _ =>
        val event = one.events.head
        val short = StreamAppend(one.stream, ExpectedVersion.Any, Seq(event))
        compare(Seq(short), None, itsLevel):
          val completion = Completion(itsLevel)
          log.append(one.stream, event, itsLevel, completion, 0)
          completion

  private def appendSeveral(): Unit =
    val parts              = Seq.fill(1 + random.nextInt(3))(stream()).distinct.map(part)
    val (itsKey, itsLevel) = (key(), level())
    compare(parts, itsKey, itsLevel)(log.appendAll(parts, itsKey, itsLevel))

  private def appendEncoded(): Unit =
    val parts              = Seq.fill(1 + random.nextInt(3))(stream()).distinct.map(part)
    val (itsKey, itsLevel) = (key(), level())
    compare(parts, itsKey, itsLevel):
      if random.nextBoolean() then log.append(batched(parts, itsKey, itsLevel))
      else
        val completion = Completion(itsLevel)
        log.appendEncoded(EncodedAppend(parts, itsKey, itsLevel), completion, 0, waits = random.nextBoolean())
        completion

  private val batch = AppendBatch()

  private def batched(parts: Seq[StreamAppend[ContractEvent]], key: Option[UUID], level: Level): AppendBatch =
    batch.clear().withLevel(level)
    key.foreach(batch.withKey)
    parts.foreach: part =>
      batch.to(part.stream, part.expected, part.tags)
      part.events.foreach(batch.add(_))
    batch

  private def appendUnless(): Unit =
    val parts              = Seq.fill(1 + random.nextInt(3))(stream()).distinct.map(part)
    val (itsKey, itsLevel) = (key(), level())
    // Often the end of the log: otherwise nearly all are refused.
    def after      = if random.nextInt(3) == 0 then offset() else math.max(0, model.last - random.nextInt(3))
    val conditions = Seq.fill(1 + random.nextInt(2)):
      val one = query()
      one -> AppendCondition(one.query, Offset(after))
    val what = s"append to ${parts.map(_.stream).mkString(", ")} unless ${conditions.map(_._2).mkString(", ")}"
    accepted(what, log.appendAll(parts, itsKey, itsLevel, conditions.map(_._2))):
      model.append(parts, itsKey, itsLevel, conditions)

  private def delete(): Unit =
    val name                       = stream()
    val (wanted, itsKey, itsLevel) = (expected(name), key(), level())
    accepted(s"delete $name $wanted, $itsKey, $itsLevel", log.delete(name, wanted, itsKey, itsLevel)):
      model.delete(name, wanted, itsKey, itsLevel)

  // ---- Reading ------------------------------------------------------------------------------------------------------

  // What was appended at a lower level becomes durable by itself.
  private def settle(): Unit =
    contract.becomes(s"all ${model.last} events are durable, ${log.durable} is")(log.durable.sequence >= model.last)
    same("the last durable event", log.durable.sequence, model.last)

  private def ofStream(name: String, from: Long): Either[ReadError, Vector[LogModel.Event]] =
    val deleted = model.deletedUpTo(name)
    if from > 1 && from <= deleted then Left(ReadError.Deleted(name, deleted, whileRead = false))
    else Right(model.events.filter(event => event.stream == name && event.version >= math.max(from, deleted + 1)))

  private def readStream(): Unit =
    settle()
    val name = stream()
    val from = random.nextInt(model.version(name).toInt + 4) - 1L
    val what = s"read $name from $from"
    noted(
      what,
      same(what, log.read[ContractEvent](name, from).toVector.map(_.map(LogModel.of)), ofStream(name, from))
    )

  private def readFiltered(): Unit =
    settle()
    val after       = offset()
    val (what, all) = filter() match
      case Filter.Tagged(tag) =>
        (s"tag $tag after $after", log.readTaggedAfter[ContractEvent](tag, Offset(after)) -> Filter.Tagged(tag))
      case _ => (s"all after $after", log.readAllAfter[ContractEvent](Offset(after)) -> Filter.All)
    noted(what, same(what, right(what, all._1.toVector).map(LogModel.of), model.selected(all._2, after)))

  private def readQuery(): Unit =
    settle()
    val (one, after) = (query(), offset())
    val what         = s"read ${one.query} after $after"
    val want         = model.read.filter(event => event.offset > after && one.selects(event))
    val records      =
      if random.nextBoolean() then log.readQueryAfter[ContractEvent](one.query, Offset(after))
      else log.readQuery[ContractEvent](one.query, from = Offset(after + 1))
    noted(what, same(what, right(what, records.toVector).map(LogModel.of), want))
    if records.offset.sequence < math.max(want.lastOption.fold(after)(_.offset), after) then
      throw AssertionError(s"$what looked up to ${records.offset}")

  private def subscribe(): Unit =
    val one       = query()
    val following = random.nextInt(4) match
      case 0 => () => Following(Filter.Matching(one.query), offset(), one.selects)
      case 1 =>
        val name = stream()
        () => Following(Filter.Stream(name), offset(), _.stream == name)
      case 2 =>
        val tag = pick("x", "y", "xy", "z")
        () => Following(Filter.Tagged(tag), offset(), _.tags(tag))
      case _ => () => Following(Filter.All, offset(), _ => true)
    noted("subscribe", subscriptions :+= following())

  private def ask(): Unit =
    val name = stream()
    noted(s"version of $name", same(s"version of $name", log.version(name), Right(model.version(name))))

  private def offsetAt(): Unit =
    settle()
    if model.events.nonEmpty then
      val time = model.events(random.nextInt(model.events.size)).at.plusNanos(random.nextInt(3) - 1L)
      val want = model.events.find(!_.at.isBefore(time)).fold(model.last + 1)(_.offset)
      noted(s"offset at $time", same(s"offset at $time", log.offsetAt(time), Right(Offset(want))))

  private def beginReading(): Unit =
    val after   = offset()
    val name    = stream()
    val from    = random.nextInt(5).toLong
    val reading = random.nextInt(3) match
      case 0 =>
        Reading(s"held all after $after", log.readAllAfter(Offset(after)), () => model.selected(Filter.All, after))
      case 1 =>
        Reading(
          s"held x after $after",
          log.readTagged("x", from = Offset(after + 1)),
          () => model.selected(Filter.Tagged("x"), after)
        )
      case _ =>
        settle()
        // What is deleted from now on ends the reading.
        val begin = math.max(from, model.deletedUpTo(name) + 1)
        val want  = () => model.events.filter(event => event.stream == name && event.version >= begin)
        Reading(s"held $name from $begin", log.read(name, begin), want)
    noted(s"begin ${reading.what}", cursors :+= reading)

  private def continueReading(): Unit =
    if cursors.nonEmpty then
      settle()
      val reading = cursors(random.nextInt(cursors.size))
      noted(s"continue ${reading.what}", reading.continue(1 + random.nextInt(10)))

  private def snapshot(): Unit =
    settle()
    val at = random.nextInt(model.last.toInt + 1).toLong
    noted(s"snapshot at $at", right("save", log.snapshots.save("state", Offset(at), s"state at $at")): Unit)
    // The two newest are kept, and older ones that are newer than what was saved last.
    val newest = (snapshots.keySet + at).max
    snapshots = (snapshots + (at -> s"state at $at"))
    val found  = right("latest", log.snapshots.latest[String]("state"))
    same("the newest snapshot", found.map(_.state), Some(s"state at $newest"))

  private def state(): Unit =
    settle()
    val key = pick("a", "A", "b", s"k${random.nextInt(20)}")
    random.nextInt(4) match
      case 0 =>
        noted(s"delete state $key", right("delete", contract.savedOf(log.states.delete(key, Level.Disk))))
        states -= key
      case 1 => ()
      case _ =>
        val at   = random.nextInt(model.last.toInt + 1).toLong
        val text = s"$key at $at: ${random.nextInt()}"
        noted(s"save state $text", right("save", contract.savedOf(log.states.save(key, Offset(at), text, Level.Disk))))
        states += key -> (at, text)
    val found = right("load", log.states.load[String](key))
    noted(s"load state $key", same(s"state $key", found.map(s => (s.offset.sequence, s.state)), states.get(key)))

  // ---- Closing ------------------------------------------------------------------------------------------------------

  private def reopen(): Unit =
    settle()
    subscriptions.foreach(_.check())
    subscriptions = Vector.empty
    cursors.foreach(_.close())
    cursors = Vector.empty
    done :+= "close"
    contract.closed(log)
    contract.openedAgain() match
      case Some(again) =>
        log = again
        for stream <- model.events.map(_.stream).distinct do
          same(s"version of $stream", log.version(stream), Right(model.version(stream)))
        for (key, state) <- states do
          val found = right("load", log.states.load[String](key))
          same(s"state $key", found.map(s => (s.offset.sequence, s.state)), Some(state))
      case None => isOpen = false
