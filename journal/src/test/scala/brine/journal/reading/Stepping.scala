package brine.journal.reading

import brine.codec.{Compression, Schema}
import brine.journal.format.SegmentHeader
import brine.journal.index.{IndexedSegment, KeyedAppend, KnownUnits, Places, UnitCursor}
import brine.journal.storage.{Storage, StorageFile}
import java.nio.ByteBuffer
import java.nio.file.Path

/** Lets a test do something before each call of a view, its indexes and its files: every place at which a reader looks
  * at what a writer changes.
  */
object Stepping:
  def view(of: JournalView, step: () => Unit): JournalView =
    def stepping[A](body: => A): A =
      step()
      body
    new JournalView:
      def folder: Path                                            = of.folder
      def segments: Vector[SegmentHeader]                         = stepping(of.segments)
      def visible: Long                                           = stepping(of.visible)
      override def refresh(): Unit                                = stepping(of.refresh())
      override def relist(): Unit                                 = stepping(of.relist())
      def awaitBeyond(sequence: Long, nanos: Long): Boolean       = stepping(of.awaitBeyond(sequence, nanos))
      def isClosed: Boolean                                       = stepping(of.isClosed)
      def index(segment: SegmentHeader): IndexedSegment           = stepping(Stepping.index(of.index(segment), step))
      def retiredVersion(stream: String): Long                    = stepping(of.retiredVersion(stream))
      def changed(segment: SegmentHeader): Unit                   = stepping(of.changed(segment))
      def open(segment: SegmentHeader): StorageFile               = stepping(file(of.open(segment), step))
      def compressionOf(kind: Int): Option[Compression]           = of.compressionOf(kind)
      override def holding(selection: Selection): HoldingSegments = stepping(of.holding(selection))

  private def index(of: IndexedSegment, step: () => Unit): IndexedSegment =
    def stepping[A](body: => A): A =
      step()
      body
    new IndexedSegment:
      def salt: Long                                         = stepping(of.salt)
      def streamName(number: Int): String                    = stepping(of.streamName(number))
      def versionBefore(number: Int): Long                   = stepping(of.versionBefore(number))
      def schema(number: Int): Schema                        = stepping(of.schema(number))
      def tag(number: Int): String                           = stepping(of.tag(number))
      def streamNumber(name: String): Int                    = stepping(of.streamNumber(name))
      def tagNumber(tag: String): Int                        = stepping(of.tagNumber(tag))
      def lastVersion(name: String): Long                    = stepping(of.lastVersion(name))
      def streamUnits(name: String): Array[Long]             = stepping(of.streamUnits(name))
      def tagUnits(tag: String): Array[Long]                 = stepping(of.tagUnits(tag))
      def offsetBefore(sequence: Long): Long                 = stepping(of.offsetBefore(sequence))
      def offsetAt(time: Long): Long                         = stepping(of.offsetAt(time))
      def key(high: Long, low: Long): KeyedAppend | Null     = stepping(of.key(high, low))
      def nameCount(table: Int): Int                         = stepping(of.nameCount(table))
      def hashes(table: Int): Array[Long]                    = stepping(of.hashes(table))
      override def isOutdated: Boolean                       = of.isOutdated
      override def streamPlaces(name: String): Places | Null = stepping(of.streamPlaces(name))
      override def tagPlaces(tag: String): Places | Null     = stepping(of.tagPlaces(tag))
      override def placesOf(stream: String | Null, tags: Vector[String]): Places | Null = stepping(
        of.placesOf(stream, tags)
      )
      override def knownUnits: KnownUnits | Null                       = stepping(of.knownUnits)
      override def unitsOfStream(name: String, from: Long): UnitCursor =
        stepping(units(of.unitsOfStream(name, from), step))
      override def unitsOfTag(tag: String, from: Long): UnitCursor = stepping(units(of.unitsOfTag(tag, from), step))

  private def units(of: UnitCursor, step: () => Unit): UnitCursor = new UnitCursor:
    def number: Int =
      step()
      of.number
    def next(): Long =
      step()
      of.next()

  private def file(of: StorageFile, step: () => Unit): StorageFile = new StorageFile:
    export of.{close, force, size, truncate, write}
    def read(buffer: ByteBuffer, position: Long): Int =
      step()
      of.read(buffer, position)

  def storage(of: Storage, step: () => Unit): Storage =
    def stepping[A](body: => A): A =
      step()
      body
    new Storage:
      export of.{create, createFolder, delete, forceFolder, lock, move, openWrite, usableSpace}
      def openRead(path: Path): StorageFile  = stepping(file(of.openRead(path), step))
      def list(folder: Path): Vector[String] = stepping(of.list(folder))
      def exists(path: Path): Boolean        = stepping(of.exists(path))
