package brine.lab.model.records

import java.util.UUID

/** The saved players of a game: nested records of every scalar type, most optional parts absent. */
final case class Saves(players: Seq[Player])

final case class Player(
    mode: GameMode,
    previousMode: GameMode,
    score: Long,
    dimension: String,
    selectedSlot: Int,
    selectedItem: Item,
    spawn: Option[Spawn],
    food: Food,
    experience: Experience,
    inventory: Seq[Item],
    chest: Seq[Item],
    abilities: Abilities,
    lastPortal: Option[Location],
    vehicle: Option[Vehicle],
    leftShoulder: Option[Entity],
    rightShoulder: Option[Entity],
    seenCredits: Boolean,
    recipes: RecipeBook
)

final case class Item(count: Int, slot: Int, id: String)

final case class Spawn(dimension: String, x: Long, y: Long, z: Long, angle: Float, forced: Option[Boolean])

final case class Food(level: Int, exhaustion: Float, saturation: Float, timer: Int)

final case class Experience(share: Float, level: Int, total: Int, seed: Int)

final case class Abilities(
    walkSpeed: Float,
    flySpeed: Float,
    mayFly: Boolean,
    flying: Boolean,
    invulnerable: Boolean,
    mayBuild: Boolean,
    instantBuild: Boolean
)

final case class Vehicle(id: UUID, entity: Entity)

/** An animal or a thing that moves. */
final case class Entity(
    kind: String,
    position: Location,
    motion: Location,
    rotation: Rotation,
    fallDistance: Float,
    fire: Int,
    air: Int,
    onGround: Boolean,
    weightless: Boolean,
    invulnerable: Boolean,
    portalCooldown: Int,
    id: UUID,
    name: Option[String],
    nameVisible: Boolean,
    silent: Boolean,
    glowing: Boolean
)

final case class Location(x: Double, y: Double, z: Double)

/** In degrees. */
final case class Rotation(yaw: Float, pitch: Float)

final case class RecipeBook(
    known: Seq[String],
    toBeShown: Seq[String],
    craftingFiltered: Boolean,
    craftingOpen: Boolean,
    furnaceFiltered: Boolean,
    furnaceOpen: Boolean,
    smokerFiltered: Boolean,
    smokerOpen: Boolean
)
