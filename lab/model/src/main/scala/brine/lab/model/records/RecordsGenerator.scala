package brine.lab.model.records

import java.util.{Random, UUID}

/** Fills the data sets of `records`. Every text is our own; how values are spread follows the shapes of the benchmark:
  * floats that use all their bits, integers that are mostly small, texts that repeat, optional parts that are rare.
  */
private final class RecordsGenerator(seed: Long) {
  private val random = new Random(seed)

  private def below(bound: Int): Int                 = random.nextInt(bound)
  private def chance(percent: Int): Boolean          = below(100) < percent
  private def pick[A](from: IndexedSeq[A]): A        = from(below(from.size))
  private def maybe[A](percent: Int, value: => A)    = if (chance(percent)) Some(value) else None
  private def float(from: Double, to: Double): Float = (from + random.nextDouble() * (to - from)).toFloat
  private def double(from: Double, to: Double)       = from + random.nextDouble() * (to - from)
  private def uuid(): UUID                           = new UUID(random.nextLong(), random.nextLong())

  /** A positive integer of up to that many bits, small ones as often as large ones. */
  private def skewed(bits: Int): Int = below(1 << (1 + below(bits)))

  // -- a mesh ----------------------------------------------------------------------------------

  /** A hilly square of 24 by 24 fields, two triangles each; neighbours share their corners. */
  def mesh: Mesh = {
    val side    = 24
    val corners = Vector.tabulate(side + 1, side + 1) { (x, y) =>
      Vector3(
        x + float(-0.3, 0.3),
        y + float(-0.3, 0.3),
        (math.sin(x / 4.0) * math.cos(y / 5.0)).toFloat + float(0, 0.2)
      )
    }
    val triangles = for (x <- Vector.range(0, side); y <- Vector.range(0, side); upper <- Vector(false, true)) yield {
      val a = corners(x)(y)
      val c = corners(x + 1)(y + 1)
      if (upper) triangle(a, c, corners(x)(y + 1)) else triangle(a, corners(x + 1)(y), c)
    }
    Mesh(triangles.toList)
  }

  private def triangle(a: Vector3, b: Vector3, c: Vector3): Triangle = {
    val (ux, uy, uz) = (b.x - a.x, b.y - a.y, b.z - a.z)
    val (vx, vy, vz) = (c.x - a.x, c.y - a.y, c.z - a.z)
    val (x, y, z)    = (uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx)
    val length       = math.sqrt((x * x + y * y + z * z).toDouble).toFloat
    Triangle(a, b, c, Vector3(x / length, y / length, z / length))
  }

  // -- a log -----------------------------------------------------------------------------------

  private val methods = Vector("GET", "GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD")
  private val paths   = Vector("orders", "customers", "articles", "search", "login", "images/harbour", "api/v2/stock")
  private val users   = Vector("-", "-", "-", "ida", "thornton", "miller", "lantern")
  private val codes   = Vector(200, 200, 200, 200, 201, 204, 301, 304, 400, 401, 403, 404, 500, 503)
  private val months  = Vector("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

  def accessLog: AccessLog = AccessLog(List.fill(500)(logLine()))

  private def logLine(): LogLine = LogLine(
    Address(below(256), below(256), below(256), below(256)),
    "-",
    pick(users),
    two(1 + below(28)) + "/" + pick(months) + "/2026:" + two(below(24)) + ":" + two(below(60)) + ":" + two(below(60)) +
      " +0000",
    pick(methods) + " /" + pick(paths) + "/" + below(100000) + " HTTP/1.1",
    pick(codes),
    skewed(28).toLong
  )

  private def two(number: Int): String = if (number < 10) "0" + number else number.toString

  // -- updates of a game -----------------------------------------------------------------------

  def updates: Updates = Updates(List.fill(60)(update()))

  private def update(): Update = Update(
    List.fill(8 + below(24))(contact()),
    skewed(20),
    float(500, 5000),
    List.fill(below(3))(Terrain(below(256) - 128, below(256) - 128, List.fill(64)(below(256))))
  )

  private def contact(): Contact = {
    val kind    = maybe(90, pick(VesselKind.values.toVector))
    val turrets = if (chance(30)) below(5) else 0
    Contact(
      skewed(8),
      1 + below(1 << 20),
      kind,
      Guidance(below(1 << 16), below(200) - 40),
      maybe(20, below(1 << 16)),
      List.fill(turrets)(chance(50)),
      Transform(
        if (chance(20)) -skewed(7) else 0,
        below(1 << 16),
        Position(float(-2000, 2000), float(-2000, 2000)),
        below(200) - 40
      ),
      List.fill(turrets)(below(1 << 16))
    )
  }

  // -- saved players ---------------------------------------------------------------------------

  private val stuffs = Vector("oak", "iron", "copper", "glass", "wool", "slate", "amber", "birch", "clay", "salt")
  private val things = Vector("plank", "sword", "ladder", "lamp", "door", "bowl", "axe", "rope", "fence", "boots")
  private val worlds = Vector("game:surface", "game:surface", "game:depths", "game:clouds")
  private val beasts = Vector("game:boat", "game:horse", "game:parrot", "game:mule", "game:cart")
  private val names  = Vector("Bertha", "Old Tom", "Señor Gris", "Эльза", "x")

  private def id(): String = "game:" + pick(stuffs) + "_" + pick(things)

  private def item(slot: Int): Item = Item(1 + below(64), slot, id())

  def saves: Saves = Saves(List.fill(40)(player()))

  private def player(): Player = Player(
    pick(GameMode.values.toVector),
    pick(GameMode.values.toVector),
    skewed(30).toLong << below(8),
    pick(worlds),
    below(9),
    item(0),
    maybe(
      60,
      Spawn(
        pick(worlds),
        below(60000) - 30000L,
        below(256).toLong,
        below(60000) - 30000L,
        angle(),
        maybe(30, chance(50))
      )
    ),
    Food(below(21), float(0, 4), float(0, 20), below(80)),
    Experience(float(0, 1), skewed(7), skewed(16), random.nextInt()),
    List.tabulate(below(37))(item),
    List.tabulate(below(28))(item),
    Abilities(0.1f, 0.05f, chance(30), chance(10), chance(10), chance(90), chance(10)),
    maybe(20, location(30000)),
    maybe(15, Vehicle(uuid(), entity())),
    maybe(10, entity()),
    maybe(10, entity()),
    chance(5),
    RecipeBook(
      List.fill(below(30))(id()),
      List.fill(below(10))(id()),
      chance(50),
      chance(50),
      chance(50),
      chance(50),
      chance(50),
      chance(50)
    )
  )

  private def angle(): Float = float(-180, 180)

  private def location(far: Double): Location = Location(double(-far, far), double(0, 256), double(-far, far))

  private def entity(): Entity = Entity(
    pick(beasts),
    location(30000),
    location(1),
    Rotation(angle(), float(-90, 90)),
    float(0, 8),
    skewed(8),
    below(301),
    chance(70),
    chance(5),
    chance(5),
    below(300),
    uuid(),
    maybe(20, pick(names)),
    chance(20),
    chance(10),
    chance(5)
  )
}
