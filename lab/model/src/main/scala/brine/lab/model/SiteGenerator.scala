package brine.lab.model

import java.time.Instant
import java.util.{Random, UUID}

/** The five sites of the published study, built by rule. The published texts are not used: every string here is our
  * own. Each has the length, alphabet and number of repetitions of its counterpart, so that all formats give the
  * published sizes. Identifiers and the instants of generated pages are random with a fixed seed; the study drew new
  * ones for each run.
  */
object SiteGenerator {
  val Seed: Long            = 20160612L
  val Sizes: Vector[String] = Vector("1k", "2k", "4k", "8k", "64k")

  /** The site of that approximate JSON size, always the same.
    *
    * @throws IllegalArgumentException when `size` is none of [[Sizes]]
    */
  def site(size: String): Site = site(size, Seed)

  /** A site of the same shape with other texts, identifiers and instants.
    *
    * @throws IllegalArgumentException when `size` is none of [[Sizes]]
    */
  def site(size: String, seed: Long): Site = size match {
    case "1k"  => new SiteGenerator(seed + 1).small
    case "2k"  => new SiteGenerator(seed + 2).shop
    case "4k"  => new SiteGenerator(seed + 3).shopWithNews
    case "8k"  => new SiteGenerator(seed + 3).shopWithBoxes
    case "64k" => new SiteGenerator(seed + 3).shopWithGallery
    case other =>
      throw new IllegalArgumentException(
        "there is no site of size " + other + "; the sizes are " + Sizes.mkString(", ")
      )
  }
}

private final class SiteGenerator(seed: Long) {
  private val random  = new Random(seed)
  private val english = new Prose(Prose.english, random)
  private val russian = new Prose(Prose.russian, random)

  private val base    = Instant.parse("2016-05-24T10:00:00Z")
  private val nextDay = base.plusSeconds(86400)

  // -- the sites -------------------------------------------------------------------------------

  def small: Site = Site(
    id = uuid(),
    ownerId = uuid(),
    revision = 1,
    siteType = SiteType.Flash,
    flags = Seq(SiteFlag.Free),
    name = "my-first-store",
    description = Seq(english.line(76, 12, 2), english.line(77, 12, 2), russian.line(73, 19, 2)).mkString("\n"),
    domains = Seq(),
    defaultMetaTags = Seq(MetaTag("og:title", "http://example.com/cover.png")),
    pages = Seq(Page("start", "/", Seq(), Seq(text("Hello", None, nextDay, nextDay)))),
    entryPoints = Seq(FreeEntryPoint("olga", "my-first-store", primary = true)),
    published = true,
    dateCreated = base,
    dateUpdated = nextDay
  )

  def shop: Site = Site(
    id = uuid(),
    ownerId = uuid(),
    revision = 2,
    siteType = SiteType.Silverlight,
    flags = Seq(SiteFlag.Premium),
    name = "second-store-page",
    description = (englishLines :+ russian.line(105, 31, 4) :+ russian.line(50, 14, 3)).mkString("\n"),
    domains = shopDomains,
    defaultMetaTags = shopMetaTags,
    pages = Seq(startPage("A Second Headline")),
    entryPoints = Seq(
      DomainEntryPoint("example.net", primary = true),
      DomainEntryPoint("example.edu", primary = false),
      FreeEntryPoint("olga", "second-store-page", primary = false)
    ),
    published = true,
    dateCreated = base,
    dateUpdated = nextDay.plusSeconds(12)
  )

  def shopWithNews: Site = Site(
    id = uuid(),
    ownerId = uuid(),
    revision = 3,
    siteType = SiteType.Silverlight,
    flags = Seq(SiteFlag.Premium),
    name = "second-store-page-2",
    description = (englishLines :+ russian.line(105, 31, 4) :+ russian.line(86, 25, 5) :+ russian.line(50, 14, 3))
      .mkString("\n"),
    domains = shopDomains,
    defaultMetaTags = shopMetaTags,
    pages = Seq(startPage("New Headlines"), newsPage),
    entryPoints = Seq("", "", "workspace1.", "workspace2.", "workspace3.").zipWithIndex.map { case (part, index) =>
      DomainEntryPoint(part + "example-b" + (if (index == 0) ".net" else ".edu"), primary = index == 0)
    } :+ FreeEntryPoint("olga", "second-store-page-2", primary = false),
    published = true,
    dateCreated = base,
    dateUpdated = nextDay.plusSeconds(13)
  )

  /** The 4k site and eight pages of two components. */
  def shopWithBoxes: Site = {
    val site = shopWithNews
    site.copy(siteType = SiteType.Html5, pages = site.pages ++ List.tabulate(8)(boxPage))
  }

  /** The 4k site and forty pages of four components and ten meta tags, the same ten on every page. */
  def shopWithGallery: Site = {
    val site = shopWithNews
    site.copy(
      siteType = SiteType.Html5,
      defaultMetaTags = (1 to 5).map(n => MetaTag("og:house-style-" + n, "set by our editor " + n)),
      pages = site.pages ++ List.range(10, 50).map(galleryPage),
      entryPoints = site.entryPoints ++
        List.tabulate(20)(n => DomainEntryPoint("branch-" + n + ".example.net", primary = false))
    )
  }

  // -- their parts -----------------------------------------------------------------------------

  private def englishLines = Seq(english.line(89, 15, 2), english.line(88, 18, 2), english.line(92, 16, 2))

  private def shopDomains =
    Seq(Domain("example.net", primary = true), Domain("example.edu", primary = false))

  private def shopMetaTags = Seq(
    MetaTag("og:title", "https://pictures.example.net/spring/window-view.jpg"),
    MetaTag("og:region", "ru-KZ"),
    MetaTag("og:tag", "http://example.edu"),
    MetaTag("og:postal-code", "Все-товары")
  )

  private def startPage(headline: String) = Page(
    "start",
    "/",
    Seq(),
    Seq(text(headline, None), button("press_key", "Press Me!", Some(PageComponentPosition(1, 1))))
  )

  private def newsPage = {
    // A new object each time: Java serialization and others write a shared object once.
    def below = Some(PageComponentPosition(0, 100))
    def top   = Some(PageComponentPosition(0, 0))
    def early = base.plusSeconds(1)
    Page(
      "news",
      "/news",
      Seq(MetaTag("og:kind", "news")),
      Seq(
        text("Our news", None),
        PageComponent(
          uuid(),
          PageComponentType.Blog,
          BlogComponentData("NEWS", rss = true, tags = true),
          None,
          oneSecondLater,
          twoSecondsLater
        ),
        text("A first report, rather short as a text, long as any title.", below, early, early),
        button("send_opinion", "Opinion!", top),
        text("Our news", below),
        button("send_opinion", "Opinion!", top)
      )
    )
  }

  /** The button's text is the same on every page, as in the published data, where a number in it was forgotten. */
  private def boxPage(n: Int) = Page(
    "bx" + n,
    "/bx/" + n,
    Seq(),
    Seq(
      text("Box " + n, None, randomInstant(), randomInstant()),
      button("go" + n + "_box", "Add to bag", None, randomInstant(), randomInstant())
    )
  )

  /** Both buttons read the same on every page, as in the published data, where a number in them was forgotten. */
  private def galleryPage(n: Int) = {
    def at(y: Int) = Some(PageComponentPosition(100, y))
    Page(
      "section" + n,
      "/gallery" + n + "/section/" + n,
      (0 until 10).map(tag => MetaTag("data" + tag, "words-for-page-" + tag)),
      Seq(
        text("Gallery section topic " + n, None, randomInstant(), randomInstant()),
        button("press", "Please choose a size", at(500), randomInstant(), randomInstant()),
        text("See" + n + "further" + n + "image" + n, None, randomInstant(), randomInstant()),
        button("press", "Add to cart", at(1000), randomInstant(), randomInstant())
      )
    )
  }

  private def oneSecondLater  = nextDay.plusSeconds(1)
  private def twoSecondsLater = nextDay.plusSeconds(2)

  private def text(
      content: String,
      position: Option[PageComponentPosition],
      created: Instant = oneSecondLater,
      updated: Instant = twoSecondsLater
  ) = PageComponent(uuid(), PageComponentType.Text, TextComponentData(content), position, created, updated)

  private def button(
      name: String,
      content: String,
      position: Option[PageComponentPosition],
      created: Instant = oneSecondLater,
      updated: Instant = twoSecondsLater
  ) =
    PageComponent(
      uuid(),
      PageComponentType.Button,
      ButtonComponentData(name, content, uuid()),
      position,
      created,
      updated
    )

  // -- what is random --------------------------------------------------------------------------

  private def uuid(): UUID = {
    val version4 = (random.nextLong() & ~0xf000L) | 0x4000L
    val variant2 = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L
    new UUID(version4, variant2)
  }

  private def randomInstant(): Instant = base.plusSeconds(100000000L + random.nextInt(900000001))
}
