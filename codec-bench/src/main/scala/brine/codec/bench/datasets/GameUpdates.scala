package brine.codec.bench.datasets

import brine.codec.Codec

/** Set `mk48` of the Rust serialization benchmark: what a server tells the players of a naval game. */
final case class GameUpdates(updates: Vector[GameUpdate]) derives Codec

final case class GamePlace(x: Float, y: Float) derives Codec

final case class Transform(altitude: Byte, angle: Int, position: GamePlace, velocity: Short) derives Codec

final case class Guidance(angle: Int, submerge: Boolean, velocity: Short) derives Codec

final case class Contact(
    damage: Short,
    entityId: Int,
    ship: Option[Ship],
    guidance: Guidance,
    playerId: Option[Int],
    reloads: Vector[Boolean],
    transform: Transform,
    turretAngles: Vector[Int]
) derives Codec

final case class Chunk(x: Byte, y: Byte) derives Codec

final case class TerrainUpdate(chunk: Chunk, data: Array[Byte]) derives Codec:
  override def equals(other: Any): Boolean = other match
    case that: TerrainUpdate => chunk == that.chunk && java.util.Arrays.equals(data, that.data)
    case _                   => false
  override def hashCode: Int = 31 * chunk.hashCode + java.util.Arrays.hashCode(data)

final case class GameUpdate(
    contacts: Vector[Contact],
    score: Int,
    worldRadius: Float,
    terrain: Vector[TerrainUpdate]
) derives Codec

private[bench] object GameUpdates:
  /** @param count
    *   updates; the benchmark has 1,000
    */
  def generate(count: Int): GameUpdates =
    val random  = RustRandom()
    val updates = DrawnUpdates(random)
    GameUpdates(random.vector(count)(updates.next()))
