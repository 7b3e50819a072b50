package brine.codec.bench.datasets

/** Draws the updates of [[GameUpdates]] in the order of the benchmark, which decides what they are. */
private final class DrawnUpdates(random: RustRandom):
  import random.*

  private val ships       = Ship.values.toVector
  private val frequencies = Vector(2.14f, 0.52f, 0.97f, 1.46f, 13.16f, 1.55f, 0.83f, 7.25f, 4.06f, 12.92f)
  private val turrets     = Vector(1, 4, 4, 4, 0, 3, 1, 2, 0, 3)
  private val weapons     = Vector(20, 10, 16, 18, 2, 28, 15, 6, 14, 11)

  def next(): GameUpdate =
    val players       = range(200, 400)
    val radius        = math.sqrt((players * 15000f).toDouble).toFloat + floatRange(-50f, 50f)
    val terrainRadius = math.ceil((radius / 1600f).toDouble).toInt
    val contacts      = Vector.fill(range(20, 40))(contact(players))
    val share         = float()
    val square        = share * share
    val score         = (square * square * 5000f).toInt + range(0, 50)
    GameUpdate(contacts, score, radius, Vector.fill(range(3, 10))(terrain(terrainRadius)))

  private def contact(players: Int): Contact =
    val ship                                          = ships(weighted(frequencies))
    val visible                                       = chance(0.7)
    def shown[A](value: => A): Option[A]              = Option.when(visible)(value)
    def listed[A](count: Int)(value: => A): Vector[A] = if visible then Vector.fill(count)(value) else Vector.empty
    val damage                                        = if visible && chance(0.6) then 0 else shortRange(0, 200)
    val id                                            = range(0, players * 20)
    val guidance                                      = Guidance(char(), submerged(ship), velocity())
    val player                                        = shown(shortRange(0, players))
    val ready                                         = if visible then doubleRange(0, 1) else 0.0
    val reloads                                       = listed(weapons(ship.ordinal))(chance(ready))
    val altitude                                      = if submerged(ship) then shortRange(-120, -35) else 0
    val place                                         = Transform(
      altitude.toByte,
      char(),
      GamePlace(floatRange(-750f, 750f), floatRange(-750f, 750f)),
      velocity()
    )
    val base   = if visible then char() else 0
    val angles = listed(turrets(ship.ordinal))(if chance(0.75) then (base + shortRange(-200, 200)) & 0xffff else char())
    Contact(damage.toShort, id, shown(ship), guidance, player, reloads, place, angles)

  private def submerged(ship: Ship): Boolean = ship == Ship.YASEN && chance(0.9)

  private def velocity(): Short =
    val kind  = range(0, 100)
    val speed = if kind < 80 then shortRange(140, 900) else if kind < 90 then 0 else shortRange(-225, -35)
    speed.toShort

  private def terrain(radius: Int): TerrainUpdate =
    val isNew = chance(0.02)
    val x     = shortRange(-radius, radius)
    val y     = shortRange(-radius, radius)
    val size  = if isNew then longRange(900, 1100) else longRange(3, 9)
    TerrainUpdate(Chunk(x.toByte, y.toByte), Array.fill(size)(byte()))
