package brine.lab.peers.rocksdb

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}

import org.rocksdb.{Options, RocksDB, WriteBatch, WriteOptions}

import brine.lab.peer.KeyedRecords

/** Records by key. RocksDB itself writes those together that threads save at the same time. */
private final class RocksdbStates(folder: Path) extends KeyedRecords:
  private val options = Options().setCreateIfMissing(true).setRecycleLogFileNum(4)
  private val forced  = WriteOptions().setSync(true)
  private val later   = WriteOptions()
  private val db      = RocksDB.open(options, Files.createDirectories(folder).toString)

  def save(key: String, record: Array[Byte]): Unit = db.put(forced, key.getBytes(UTF_8), record)

  def saveAll(keys: Array[String], records: Array[Array[Byte]]): Unit =
    val batch = WriteBatch()
    try
      for at <- keys.indices do batch.put(keys(at).getBytes(UTF_8), records(at))
      db.write(later, batch)
    finally batch.close()

  def load(key: String): Array[Byte] = db.get(key.getBytes(UTF_8))

  def close(): Unit = List(db, later, forced, options).foreach(_.close())
