package brine.lab.peers.java

import java.io.{BufferedOutputStream, EOFException, FileOutputStream, ObjectInputStream, ObjectOutputStream}
import java.nio.file.{Files, Path}
import java.util.{List as JList, Set as JSet}
import scala.jdk.CollectionConverters.*

import brine.lab.peer.{EventLog, IntegerLog, Library, LogPeer, LogStore}

/** Java serialization appended to a file, as the program of 2001 did it. */
final class JavaLogPeer extends LogPeer:
  private def row(name: String, traits: JSet[String], settings: String) =
    Library(name, s"JDK ${Runtime.version.feature}", traits, settings, Library.LOG)

  private val direct = row(
    "java-direct-forced",
    JSet.of("binary", "self-describing", LogPeer.DURABLE),
    "as in 2001: ObjectOutputStream on a FileOutputStream, reset before each record, flushed, getFD().sync() after it"
  )
  private val buffered = row(
    "java-buffered-forced",
    JSet.of("binary", "self-describing", LogPeer.DURABLE),
    "the same with a BufferedOutputStream of 64 KiB between them"
  )
  private val unforced = row(
    "java-buffered-unforced",
    JSet.of("binary", "self-describing"),
    "the same, flushed to the operating system and not forced: a power cut loses it"
  )

  val libraries: JList[Library] = JList.of(direct, buffered, unforced)

  override def cases(library: String): JSet[String] = JSet.of("cunningham")

  def open(library: String, folder: Path): LogStore =
    JavaLogStore(folder, library != direct.name, library != unforced.name)

private final class JavaLogStore(folder: Path, buffered: Boolean, forced: Boolean) extends LogStore:
  private def file(name: String) = folder.resolve(name + ".ser")

  def events(name: String, level: LogStore.Level): EventLog =
    throw UnsupportedOperationException("a stream of objects for the program of 2001, not a log of events")

  def integers(name: String): IntegerLog = JavaIntegerLog(file(name), buffered, forced)

  def drop(name: String): Unit = { val _ = Files.deleteIfExists(file(name)) }

  def close(): Unit = ()

private final class JavaIntegerLog(file: Path, buffered: Boolean, forced: Boolean) extends IntegerLog:
  private val sink    = FileOutputStream(file.toFile)
  private val objects = ObjectOutputStream(if buffered then BufferedOutputStream(sink, 64 << 10) else sink)

  def append(values: Array[Integer]): Unit =
    objects.reset()
    objects.writeObject(values)
    objects.flush()
    if forced then sink.getFD.sync()

  def bytes: Long = Files.size(file)

  def read(): JList[Array[Integer]] =
    val in    = ObjectInputStream(java.io.BufferedInputStream(Files.newInputStream(file)))
    val found = List.newBuilder[Array[Integer]]
    try while true do found += in.readObject().asInstanceOf[Array[Integer]]
    catch case _: EOFException => ()
    finally in.close()
    found.result().asJava

  def close(): Unit = objects.close()
