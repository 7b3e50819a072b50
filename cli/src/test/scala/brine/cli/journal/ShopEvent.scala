package brine.cli.journal

import brine.codec.Codec
import brine.journal.*
import java.nio.file.{Files, Path}
import java.time.{Clock, Instant, ZoneOffset}
import java.util.UUID

/** What the journals of these tests hold. */
enum ShopEvent derives Codec:
  case Opened(name: String, owner: Option[String])
  case Sold(item: String, count: Int, price: BigDecimal)
  case Closed

object ShopEvent:
  val start: Instant = Instant.parse("2026-11-20T10:00:00Z")

  /** Steps a second with each question. */
  private final class Seconds extends Clock:
    private val asked                             = java.util.concurrent.atomic.AtomicLong()
    def getZone                                   = ZoneOffset.UTC
    override def withZone(zone: java.time.ZoneId) = this
    def instant: Instant                          = start.plusSeconds(asked.getAndIncrement())

  def settings: JournalSettings = JournalSettings(segmentSize = 1 << 16, clock = Seconds())

  /** Three streams of sales in several segments, each append a second after the one before, or later. */
  def write(folder: Path, sales: Int = 600): Unit =
    val journal = Journal.open(folder, settings)
    try
      for shop <- 1 to 3 do append(journal, s"shop-$shop", Opened(s"Shop $shop", Option.when(shop == 2)("Ada")))
      for i <- 1 to sales do
        val tags = if i % 10 == 0 then Set("round") else Set.empty[String]
        val key  = Option.when(i % 100 == 0)(UUID(1, i))
        journal
          .append(
            s"shop-${i % 3 + 1}",
            ExpectedVersion.Any,
            Seq(Sold(s"item-$i ${"x" * 300}", i, BigDecimal(i) / 4): ShopEvent),
            key,
            tags,
            Level.OsCache
          )
          .await()
      append(journal, "shop-1", Closed)
    finally journal.close()

  def append(journal: Journal, stream: String, event: ShopEvent): Unit =
    journal.append(stream, event).await().fold(error => throw JournalException(error), _ => ())

  def segments(folder: Path): Vector[Path] =
    val all = Files.list(folder)
    try
      all.toArray.toVector
        .map(_.asInstanceOf[Path])
        .filter(file => file.getFileName.toString.matches("\\d{20}\\.seg"))
        .sorted
    finally all.close()

  def damage(file: Path, at: Int): Unit =
    val bytes = Files.readAllBytes(file)
    bytes(at) = (bytes(at) ^ 4).toByte
    Files.write(file, bytes): Unit
