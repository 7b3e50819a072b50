package brine.journal

import brine.journal.storage.MemoryStorage
import brine.journal.tools.Verification
import java.nio.file.Path
import java.util.Locale
import scala.util.Using

/** The default locale changes no file: not its name, and not its content. */
class LocaleSuite extends munit.FunSuite:
  private val folder   = Path.of("data")
  private val settings = JournalSettings(segmentSize = 1 << 16)

  private def ok[E, A](result: Either[E, A]): A = result.fold(error => fail(s"$error"), identity)

  private def in[A](locale: Locale)(body: => A): A =
    val before = Locale.getDefault
    Locale.setDefault(locale)
    try body
    finally Locale.setDefault(before)

  // Arabic, Persian and Marathi have digits of their own; in Turkish the lowercase letter of I is not i.
  private val locales = List("ar-EG", "fa-IR", "mr-IN", "th-TH-u-nu-thai", "tr-TR").map(Locale.forLanguageTag)

  private def live(storage: MemoryStorage, round: Int): Unit =
    Using.resource(Journal.open(folder, settings, storage)): journal =>
      val last = ok(journal.append("s", round).await()).last.sequence
      journal.endSegment()
      assertEquals(ok(journal.snapshots.latest[Int]("total")).map(_.state), Option.when(round > 0)(round - 1))
      ok(journal.snapshots.save("total", Offset(last), round))
      assertEquals(ok(journal.snapshots.latest[Int]("total")).map(_.state), Some(round))
      assertEquals(journal.snapshots.offsets("total").head, Offset(last))
      assert(journal.snapshots.offsets("total").size <= 2)
    assert(ok(Verification.of(folder, settings, storage)).isSound)

  test("each locale continues what the others have written, and names its files as they do"):
    val storage = MemoryStorage()
    live(storage, 0)
    locales.zipWithIndex.foreach((locale, i) => in(locale)(live(storage, i + 1)))
    live(storage, locales.size + 1)
    val names = storage.list(folder)
    assertEquals(names.filterNot(_.forall(_ < 128)), Vector.empty)
    assertEquals(names.count(_.endsWith(".snap")), 2)
