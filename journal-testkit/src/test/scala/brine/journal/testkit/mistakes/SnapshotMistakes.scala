package brine.journal.testkit.mistakes

import brine.codec.{Codec, Schemas}
import brine.journal.*
import brine.journal.testkit.MemoryEventLog
import brine.journal.snapshot.{EncodedSnapshot, EncodedSnapshots, Snapshot, SnapshotError, SnapshotInfo, SnapshotStore}
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** Mistakes in keeping snapshots. */
object SnapshotMistakes:
  /** Snapshots that are right, for mistakes to change. */
  private class Kept(log: EventLog, kept: ConcurrentHashMap[(String, Offset), EncodedSnapshot] = ConcurrentHashMap())
      extends EncodedSnapshots("kept", UUID(1, 2)):
    private def keys                                   = kept.keySet.asScala.toVector
    protected def put(snapshot: EncodedSnapshot): Unit = kept.put((snapshot.name, snapshot.offset), snapshot): Unit
    protected def get(name: String, offset: Offset): Option[EncodedSnapshot] = Option(kept.get((name, offset)))
    protected def list(name: String): Iterable[Offset]                       = keys.collect { case (`name`, at) => at }
    protected def delete(name: String, offset: Offset): Unit                 = kept.remove((name, offset)): Unit
    protected def reach: Offset                                              = log.durable
    def names: Vector[String]                                                = keys.map(_._1).distinct.sorted
    protected def refusal: Option[Exception]                                 =
      Option.when(log.source.isClosed)(IllegalStateException("the log is closed"))

  private def snapshots(name: String, rule: String)(make: EventLog => SnapshotStore): Mistake =
    Mistake(name, s"snapshot: $rule"): log =>
      new Forwarding(log):
        override val snapshots: SnapshotStore = make(log)

  /** No mistake, for the harness to show that the others are. */
  def none: Mistake =
    var kept                             = ConcurrentHashMap[(String, Offset), EncodedSnapshot]()
    def keeping(log: EventLog): EventLog =
      val known = kept
      new Forwarding(log):
        override val snapshots: SnapshotStore = Kept(log, known)
    val make: EventLog => EventLog = log =>
      kept = ConcurrentHashMap()
      keeping(log)
    new Mistake("keeps snapshots as it should", "")(make):
      override def again(log: MemoryEventLog): EventLog = keeping(log.openAgain())

  val all: Vector[Mistake] = Vector(
    snapshots("lists the offsets of names that begin so", "two of each name are kept"): log =>
      new Kept(log):
        override protected def list(name: String): Iterable[Offset] =
          names.filter(_.startsWith(name)).flatMap(super.list).distinct
    ,
    snapshots("lists the offsets of names that are like it", "two of each name are kept"): log =>
      new Kept(log):
        override protected def list(name: String): Iterable[Offset] =
          names.filter(_.matches(name.replace('_', '.'))).flatMap(super.list).distinct
    ,
    snapshots("saves states of events that are not durable", "one of records that are not durable"): log =>
      new Kept(log):
        override protected def reach: Offset = Offset(Long.MaxValue)
    ,
    snapshots("reads the parts of what it refuses", "one of records that are not durable"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def saveParts[A: Codec](
            name: String,
            offset: Offset,
            parts: Iterator[A]
        ): Either[SnapshotError, SnapshotInfo] = super.saveParts(name, offset, parts.take(3).toVector.iterator)
    ,
    snapshots("keeps all", "two of each name are kept"): log =>
      new Kept(log):
        override protected def delete(name: String, offset: Offset): Unit = ()
    ,
    snapshots("keeps one", "two of each name are kept"): log =>
      new Kept(log):
        override protected def put(snapshot: EncodedSnapshot): Unit =
          list(snapshot.name).foreach(delete(snapshot.name, _))
          super.put(snapshot)
    ,
    snapshots("keeps the first of two at the same offset", "one of the same name and offset is replaced"): log =>
      new Kept(log):
        override protected def put(snapshot: EncodedSnapshot): Unit =
          if get(snapshot.name, snapshot.offset).isEmpty then super.put(snapshot)
    ,
    snapshots("confuses names", "two of each name are kept"): log =>
      new Kept(log):
        override def names: Vector[String] = super.names.map(_.takeRight(1)).distinct
    ,
    snapshots("loses the last part", "parts come back in order"): log =>
      new Kept(log):
        override protected def put(s: EncodedSnapshot): Unit =
          val parts = if s.parts.size > 5 then s.parts.dropRight(1) else s.parts
          super.put(EncodedSnapshot(s.name, s.offset, s.savedAt, s.isParts, s.schema, parts))
    ,
    snapshots("saves in a closed log", "a closed log saves none"): log =>
      new Kept(log):
        override protected def refusal: Option[Exception] = None
    ,
    snapshots("says the same fingerprint of all", "equal states have equal fingerprints"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo] =
          super.save(name, offset, state).map(_.copy(fingerprint = 0))
    ,
    snapshots("does not say what it skipped", "a state of another type or kind"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def latest[S](name: String, upTo: Offset)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[Snapshot[S]]] =
          super.latest[S](name, upTo).map(_.map(_.copy(skipped = Vector.empty)))
    ,
    snapshots("reads a state as whatever type has its fields", "one of another type"): log =>
      new Kept(log):
        override def latest[S](name: String, upTo: Offset)(using
            codec: Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[Snapshot[S]]] =
          val history = list(name).flatMap(get(name, _)).foldLeft(Schemas.none)((all, at) => all.add("any", at.schema))
          super.latest[S](name, upTo)(using codec)(using history.add("any", codec.schema))
    ,
    snapshots("knows no histories of types", "one of another type"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def latest[S](name: String, upTo: Offset)(using
            Codec[S]
        )(using
            Schemas
        ): Either[SnapshotError, Option[Snapshot[S]]] =
          super.latest[S](name, upTo)(using summon[Codec[S]])(using Schemas.none)
    ,
    snapshots("keeps what was written before a failure", "what cannot be saved leaves nothing"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def saveParts[A: Codec](
            name: String,
            offset: Offset,
            parts: Iterator[A]
        ): Either[SnapshotError, SnapshotInfo] =
          super.save(name, offset, "begun"): Unit
          super.saveParts(name, offset, parts)
    ,
    snapshots("takes any name", "a name that is none"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def save[S: Codec](name: String, offset: Offset, state: S): Either[SnapshotError, SnapshotInfo] =
          super.save(if name.isEmpty then "empty" else name.toLowerCase, offset, state)
    ,
    snapshots("confuses states that are saved at once", "several threads save and load"): log =>
      new Kept(log):
        @volatile private var current: Option[EncodedSnapshot]      = None
        override protected def put(snapshot: EncodedSnapshot): Unit =
          current = Some(snapshot)
          Thread.sleep(1)
          val s = current.get
          super.put(EncodedSnapshot(snapshot.name, snapshot.offset, s.savedAt, s.isParts, s.schema, s.parts))
    ,
    snapshots("finds nothing", "the newest one counts"): log =>
      new Kept(log):
        override protected def list(name: String): Iterable[Offset] = Nil
    ,
    snapshots("verifies the newest one instead of one that is not there", "what is not there cannot be verified"):
      log =>
        new ForwardingSnapshots(Kept(log)):
          override def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo] =
            super.verify(name, super.offsets(name).headOption.getOrElse(offset))
    ,
    snapshots("says that a database has no such file", "what is not there cannot be verified"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def verify(name: String, offset: Offset): Either[SnapshotError, SnapshotInfo] =
          super.verify(name, offset).left.map(_ => SnapshotError.Failed(name, java.nio.file.NoSuchFileException(name)))
    ,
    snapshots("mixes the parts of states that are saved at once", "several threads save parts"): log =>
      new ForwardingSnapshots(Kept(log)):
        private val parts = java.util.concurrent.ConcurrentLinkedQueue[Any]()
        override def saveParts[A: Codec](
            name: String,
            offset: Offset,
            of: Iterator[A]
        ): Either[SnapshotError, SnapshotInfo] =
          of.foreach(parts.add(_))
          val taken = Vector.unfold(parts)(parts => Option(parts.poll()).map(_.asInstanceOf[A] -> parts))
          super.saveParts(name, offset, taken.iterator)
    ,
    snapshots("saves what the parts of a state save in between", "parts that save another state"): log =>
      new ForwardingSnapshots(Kept(log)):
        override def saveParts[A: Codec](
            name: String,
            offset: Offset,
            of: Iterator[A]
        ): Either[SnapshotError, SnapshotInfo] = super.saveParts(name, offset, of.toVector.iterator)
  )
