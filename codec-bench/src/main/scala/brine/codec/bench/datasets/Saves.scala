package brine.codec.bench.datasets

import brine.codec.Codec

import java.util.UUID

/** Set `minecraft_savedata` of the Rust serialization benchmark: nested records of every kind. */
final case class Saves(players: Vector[Player]) derives Codec

final case class Item(count: Byte, slot: Short, id: String) derives Codec

final case class Abilities(
    walkSpeed: Float,
    flySpeed: Float,
    mayFly: Boolean,
    flying: Boolean,
    invulnerable: Boolean,
    mayBuild: Boolean,
    instantBuild: Boolean
) derives Codec

final case class Place(x: Double, y: Double, z: Double) derives Codec
final case class Rotation(yaw: Float, pitch: Float) derives Codec

final case class Entity(
    id: String,
    place: Place,
    motion: Place,
    rotation: Rotation,
    fallDistance: Float,
    fire: Int,
    air: Int,
    onGround: Boolean,
    weightless: Boolean,
    invulnerable: Boolean,
    portalCooldown: Int,
    uuid: UUID,
    customName: Option[String],
    customNameVisible: Boolean,
    silent: Boolean,
    glowing: Boolean
) derives Codec

final case class Vehicle(id: UUID, entity: Entity) derives Codec

final case class RecipeBook(
    recipes: Vector[String],
    toBeDisplayed: Vector[String],
    filteringCraftable: Boolean,
    open: Boolean,
    furnaceFilteringCraftable: Boolean,
    furnaceOpen: Boolean,
    blastingFilteringCraftable: Boolean,
    blastingOpen: Boolean,
    smokerFilteringCraftable: Boolean,
    smokerOpen: Boolean
) derives Codec

/** Numbers of 32 bits without a sign are the `Int` of the same bits. */
final case class Player(
    gameType: GameType,
    previousGameType: GameType,
    score: Long,
    dimension: String,
    selectedSlot: Int,
    selectedItem: Item,
    spawnDimension: Option[String],
    spawnX: Long,
    spawnY: Long,
    spawnZ: Long,
    spawnForced: Option[Boolean],
    sleepTimer: Int,
    foodExhaustion: Float,
    foodSaturation: Float,
    foodTimer: Int,
    experienceLevel: Int,
    experienceShare: Float,
    experienceTotal: Int,
    experienceSeed: Int,
    inventory: Vector[Item],
    enderItems: Vector[Item],
    abilities: Abilities,
    netherPlace: Option[Place],
    vehicle: Option[Vehicle],
    shoulderLeft: Option[Entity],
    shoulderRight: Option[Entity],
    seenCredits: Boolean,
    recipeBook: RecipeBook
) derives Codec

private[bench] object Saves:
  /** @param count
    *   players; the benchmark has 500
    */
  def generate(count: Int): Saves =
    val random  = RustRandom()
    val players = SavedPlayers(random)
    Saves(random.vector(count)(players.next()))
