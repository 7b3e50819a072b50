package brine.journal.snapshot

import brine.journal.Offset
import brine.journal.snapshot.SnapshotError.*
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import scala.jdk.CollectionConverters.*

/** The snapshots of a store that fails: what is kept, and what is said. */
class EncodedSnapshotsSuite extends munit.FunSuite:
  private final class OfStore extends RuntimeException("the connection broke")

  private final class Table(kept: ConcurrentHashMap[(String, Offset), EncodedSnapshot] = ConcurrentHashMap())
      extends EncodedSnapshots("table", UUID(1, 2)):
    var unreadable         = Set.empty[Long]   // `get` fails
    var lost               = Set.empty[Long]   // `get` finds nothing, though they are listed
    var failing            = Set.empty[String] // calls that fail
    var gets: Vector[Long] = Vector.empty
    def again(): Table     = Table(kept)
    def at: Vector[Long]   = offsets("state").map(_.sequence)
    private def keys       = kept.keySet.asScala.toVector
    def names              = keys.map(_._1).distinct.sorted
    protected def reach    = Offset(100)
    protected def refusal  = None

    private def reach(call: String): Unit = if failing(call) then throw OfStore()

    protected def put(snapshot: EncodedSnapshot): Unit =
      reach("put")
      kept.put((snapshot.name, snapshot.offset), snapshot): Unit
    protected def get(name: String, offset: Offset): Option[EncodedSnapshot] =
      gets :+= offset.sequence
      if unreadable(offset.sequence) then throw OfStore()
      Option(kept.get((name, offset))).filterNot(_ => lost(offset.sequence))
    protected def list(name: String): Iterable[Offset] =
      reach("list")
      keys.collect { case (`name`, offset) => offset }
    protected def delete(name: String, offset: Offset): Unit =
      reach("delete")
      kept.remove((name, offset)): Unit

  private def saved(table: Table, offset: Long): Unit =
    table.save("state", Offset(offset), s"at $offset").fold(error => fail(error.message), _ => ())

  private def latest(table: Table): Option[String] =
    table.latest[String]("state").fold(error => fail(error.message), _.map(_.state))

  test("one to fall back on can be read: of those that cannot, and those before it, none is deleted for it"):
    for (unreadable, lost) <- Vector(Set(3L) -> Set.empty[Long], Set.empty[Long] -> Set(3L)) do
      val first = Table()
      for offset <- 1 to 3 do saved(first, offset)
      assertEquals(first.at, Vector(3L, 2L))
      // Another process does not know which ones can be read.
      val table = first.again()
      table.unreadable = unreadable
      table.lost = lost
      saved(table, 4)
      assertEquals(table.at, Vector(4L, 3L, 2L))
      assertEquals(latest(table), Some("at 4"))
      table.unreadable += 4
      assertEquals(latest(table), Some("at 2"))
      table.unreadable -= 4
      // With another that can be read, those before are not needed; what cannot be read stays.
      saved(table, 5)
      assertEquals(table.at, Vector(5L, 4L, 3L))

  test("nothing is deleted while no other one can be read"):
    val first = Table()
    for offset <- 1 to 2 do saved(first, offset)
    val table = first.again()
    table.unreadable = Set(1, 2)
    saved(table, 3)
    assertEquals(table.at, Vector(3L, 2L, 1L))
    assertEquals(latest(table), Some("at 3"))

  test("a snapshot is saved once it was put, whatever happens to older ones"):
    for call <- Vector("list", "delete") do
      val table = Table()
      for offset <- 1 to 2 do saved(table, offset)
      table.failing = Set(call)
      saved(table, 3)
      table.failing = Set.empty
      assertEquals(table.at, Vector(3L, 2L, 1L), call)
      // The next one deletes what was left.
      saved(table, 4)
      assertEquals(table.at, Vector(4L, 3L), call)

  test("what cannot be put is not saved, and deletes none"):
    val table = Table()
    for offset <- 1 to 2 do saved(table, offset)
    table.failing = Set("put")
    val result = table.save("state", Offset(3), "at 3")
    assert(result.left.exists { case Failed(_, _: OfStore) => true; case _ => false }, result)
    assertEquals(table.at, Vector(2L, 1L))

  test("snapshots that this store has put are not got again before older ones are deleted"):
    val table = Table()
    for offset <- 1 to 20 do saved(table, offset)
    assertEquals((table.at, table.gets), (Vector(20L, 19L), Vector.empty))

  test("errors name the store, the snapshot and what to do, and no file"):
    val table = Table()
    saved(table, 1)
    val absent = table.verify("state", Offset(2))
    assertEquals(absent, Left(NotFound("table", "state", Offset(2))))
    assertEquals(
      absent.left.map(_.message),
      Left("table has no snapshot 'state' at offset 2: SnapshotStore.offsets lists those of a name")
    )
    table.unreadable = Set(1)
    assertEquals(
      table.verify("state", Offset(1)).left.map(_.message),
      Left("table: snapshot 'state' at offset 1: OfStore: the connection broke")
    )
    assertEquals(
      table.latest[String]("state").left.map(_.message),
      Left("no snapshot 'state' can be read: table: snapshot 'state' at offset 1: OfStore: the connection broke")
    )
