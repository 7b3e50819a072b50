package brine.lab.model

class SiteGeneratorSuite extends munit.FunSuite:
  private val sites = SiteGenerator.Sizes.map(SiteGenerator.site)

  private def strings(value: Any): Vector[String] = value match
    case text: String     => Vector(text)
    case items: Seq[?]    => items.toVector.flatMap(strings)
    case Some(item)       => strings(item)
    case product: Product => product.productIterator.toVector.flatMap(strings)
    case _                => Vector.empty

  test("a site is the same each time it is generated"):
    assertEquals(SiteGenerator.Sizes.map(SiteGenerator.site), sites)

  test("the sites have the published numbers of pages, components and tags"):
    assertEquals(sites.map(_.pages.size), Vector(1, 1, 2, 10, 42))
    assertEquals(sites.map(_.pages.map(_.components.size).sum), Vector(1, 2, 8, 24, 168))
    assertEquals(sites.map(_.pages.map(_.metaTags.size).sum), Vector(0, 0, 1, 1, 401))
    assertEquals(sites.map(_.domains.size), Vector(0, 2, 2, 2, 2))
    assertEquals(sites.map(_.defaultMetaTags.size), Vector(1, 4, 4, 4, 5))
    assertEquals(sites.map(_.entryPoints.size), Vector(1, 3, 6, 6, 26))

  test("the sites repeat their texts as often as the published ones"):
    assertEquals(sites.map(strings(_).size), Vector(9, 21, 36, 76, 1178))
    assertEquals(sites.map(strings(_).distinct.size), Vector(8, 18, 31, 64, 236))

  test("a site's texts take the published number of bytes in UTF-8"):
    assertEquals(sites.map(strings(_).map(_.getBytes("UTF-8").length).sum), Vector(426, 938, 1354, 1594, 14849))

  test("half of a description is in Russian"):
    sites.foreach { site =>
      val cyrillic = site.description.count(c => Character.UnicodeScript.of(c) == Character.UnicodeScript.CYRILLIC)
      val latin    = site.description.count(c => c < 128 && c.isLetter)
      assert(cyrillic > latin * 0.4 && cyrillic < latin, s"$cyrillic Cyrillic and $latin Latin letters")
    }

  test("identifiers are random UUIDs, all different"):
    sites.foreach { site =>
      val ids     = Vector(site.id, site.ownerId) ++ site.pages.flatMap(_.components.map(_.id))
      val actions = site.pages.flatMap(_.components.map(_.data)).collect { case b: ButtonComponentData => b.action }
      assertEquals((ids ++ actions).distinct.size, (ids ++ actions).size)
      (ids ++ actions).foreach(id => assertEquals((id.version, id.variant), (4, 2)))
    }

  test("an unknown size is refused"):
    val e = intercept[IllegalArgumentException](SiteGenerator.site("3k"))
    assertEquals(e.getMessage, "there is no site of size 3k; the sizes are 1k, 2k, 4k, 8k, 64k")
