package brine.lab.peers.scrooge

import brine.lab.model.records._
import brine.lab.peers.scrooge.Conversion.{bytes, uuid}
import brine.lab.peers.scrooge.generated._

/** Between the model's records and the generated structs. Thrift has no floating point numbers of four bytes, so a
  * `Float` is a `double` there.
  */
private object RecordsConversion {
  // The numbers of the enums are the ordinals of the model's.
  private val modes   = GameMode.values
  private val vessels = VesselKind.values

  // -- a mesh ----------------------------------------------------------------------------------

  def toThrift(mesh: Mesh): MeshT =
    MeshT(
      mesh.triangles.map(t => TriangleT(toThrift(t.a), toThrift(t.b), toThrift(t.c), toThrift(t.normal)))
    )

  def fromThrift(mesh: MeshT): Mesh =
    Mesh(
      mesh.triangles.map(t => Triangle(fromThrift(t.a), fromThrift(t.b), fromThrift(t.c), fromThrift(t.normal))).toList
    )

  private def toThrift(vector: Vector3): Vector3T   = Vector3T(vector.x, vector.y, vector.z)
  private def fromThrift(vector: Vector3T): Vector3 = Vector3(vector.x.toFloat, vector.y.toFloat, vector.z.toFloat)

  // -- a log -----------------------------------------------------------------------------------

  def toThrift(log: AccessLog): AccessLogT = AccessLogT(
    log.lines.map { line =>
      val address = AddressT(line.address.a, line.address.b, line.address.c, line.address.d)
      LogLineT(address, line.identity, line.userId, line.date, line.request, line.code, line.size)
    }
  )

  def fromThrift(log: AccessLogT): AccessLog = AccessLog(
    log.lines.map { line =>
      val address = Address(line.address.a, line.address.b, line.address.c, line.address.d)
      LogLine(address, line.identity, line.userId, line.date, line.request, line.code, line.size)
    }.toList
  )

  // -- updates of a game -----------------------------------------------------------------------

  def toThrift(updates: Updates): UpdatesT = UpdatesT(
    updates.updates.map(update =>
      UpdateT(
        update.contacts.map(contact => toThrift(contact)),
        update.score,
        update.worldRadius,
        update.terrain.map(terrain => TerrainT(terrain.x, terrain.y, terrain.heights))
      )
    )
  )

  def fromThrift(updates: UpdatesT): Updates = Updates(
    updates.updates
      .map(update =>
        Update(
          update.contacts.map(contact => fromThrift(contact)).toList,
          update.score,
          update.worldRadius.toFloat,
          update.terrain.map(terrain => Terrain(terrain.x, terrain.y, terrain.heights.toList)).toList
        )
      )
      .toList
  )

  private def toThrift(contact: Contact): ContactT = ContactT(
    contact.damage,
    contact.entityId,
    contact.kind.map(kind => VesselKindT(kind.ordinal)),
    GuidanceT(contact.guidance.angle, contact.guidance.velocity),
    contact.playerId,
    contact.reloads,
    TransformT(
      contact.transform.altitude,
      contact.transform.angle,
      PositionT(contact.transform.position.x, contact.transform.position.y),
      contact.transform.velocity
    ),
    contact.turretAngles
  )

  private def fromThrift(contact: ContactT): Contact = Contact(
    contact.damage,
    contact.entityId,
    contact.kind.map(kind => vessels(kind.value)),
    Guidance(contact.guidance.angle, contact.guidance.velocity),
    contact.playerId,
    contact.reloads.toList,
    Transform(
      contact.transform.altitude,
      contact.transform.angle,
      Position(contact.transform.position.x.toFloat, contact.transform.position.y.toFloat),
      contact.transform.velocity
    ),
    contact.turretAngles.toList
  )

  // -- saved players ---------------------------------------------------------------------------

  def toThrift(saves: Saves): SavesT   = SavesT(saves.players.map(player => toThrift(player)))
  def fromThrift(saves: SavesT): Saves = Saves(saves.players.map(player => fromThrift(player)).toList)

  private def toThrift(player: Player): PlayerT = PlayerT(
    GameModeT(player.mode.ordinal),
    GameModeT(player.previousMode.ordinal),
    player.score,
    player.dimension,
    player.selectedSlot,
    toThrift(player.selectedItem),
    player.spawn.map(spawn => SpawnT(spawn.dimension, spawn.x, spawn.y, spawn.z, spawn.angle, spawn.forced)),
    FoodT(player.food.level, player.food.exhaustion, player.food.saturation, player.food.timer),
    ExperienceT(
      player.experience.share,
      player.experience.level,
      player.experience.total,
      player.experience.seed
    ),
    player.inventory.map(item => toThrift(item)),
    player.chest.map(item => toThrift(item)),
    toThrift(player.abilities),
    player.lastPortal.map(location => toThrift(location)),
    player.vehicle.map(vehicle => VehicleT(bytes(vehicle.id), toThrift(vehicle.entity))),
    player.leftShoulder.map(entity => toThrift(entity)),
    player.rightShoulder.map(entity => toThrift(entity)),
    player.seenCredits,
    toThrift(player.recipes)
  )

  private def fromThrift(player: PlayerT): Player = Player(
    modes(player.mode.value),
    modes(player.previousMode.value),
    player.score,
    player.dimension,
    player.selectedSlot,
    fromThrift(player.selectedItem),
    player.spawn.map(spawn => Spawn(spawn.dimension, spawn.x, spawn.y, spawn.z, spawn.angle.toFloat, spawn.forced)),
    Food(player.food.level, player.food.exhaustion.toFloat, player.food.saturation.toFloat, player.food.timer),
    Experience(
      player.experience.share.toFloat,
      player.experience.level,
      player.experience.total,
      player.experience.seed
    ),
    player.inventory.map(item => fromThrift(item)).toList,
    player.chest.map(item => fromThrift(item)).toList,
    fromThrift(player.abilities),
    player.lastPortal.map(location => fromThrift(location)),
    player.vehicle.map(vehicle => Vehicle(uuid(vehicle.id), fromThrift(vehicle.entity))),
    player.leftShoulder.map(entity => fromThrift(entity)),
    player.rightShoulder.map(entity => fromThrift(entity)),
    player.seenCredits,
    fromThrift(player.recipes)
  )

  private def toThrift(item: Item): ItemT   = ItemT(item.count, item.slot, item.id)
  private def fromThrift(item: ItemT): Item = Item(item.count, item.slot, item.id)

  private def toThrift(abilities: Abilities): AbilitiesT = AbilitiesT(
    abilities.walkSpeed,
    abilities.flySpeed,
    abilities.mayFly,
    abilities.flying,
    abilities.invulnerable,
    abilities.mayBuild,
    abilities.instantBuild
  )

  private def fromThrift(abilities: AbilitiesT): Abilities = Abilities(
    abilities.walkSpeed.toFloat,
    abilities.flySpeed.toFloat,
    abilities.mayFly,
    abilities.flying,
    abilities.invulnerable,
    abilities.mayBuild,
    abilities.instantBuild
  )

  private def toThrift(location: Location): LocationT   = LocationT(location.x, location.y, location.z)
  private def fromThrift(location: LocationT): Location = Location(location.x, location.y, location.z)

  private def toThrift(entity: Entity): EntityT = EntityT(
    entity.kind,
    toThrift(entity.position),
    toThrift(entity.motion),
    RotationT(entity.rotation.yaw, entity.rotation.pitch),
    entity.fallDistance,
    entity.fire,
    entity.air,
    entity.onGround,
    entity.weightless,
    entity.invulnerable,
    entity.portalCooldown,
    bytes(entity.id),
    entity.name,
    entity.nameVisible,
    entity.silent,
    entity.glowing
  )

  private def fromThrift(entity: EntityT): Entity = Entity(
    entity.kind,
    fromThrift(entity.position),
    fromThrift(entity.motion),
    Rotation(entity.rotation.yaw.toFloat, entity.rotation.pitch.toFloat),
    entity.fallDistance.toFloat,
    entity.fire,
    entity.air,
    entity.onGround,
    entity.weightless,
    entity.invulnerable,
    entity.portalCooldown,
    uuid(entity.id),
    entity.name,
    entity.nameVisible,
    entity.silent,
    entity.glowing
  )

  private def toThrift(recipes: RecipeBook): RecipeBookT = RecipeBookT(
    recipes.known,
    recipes.toBeShown,
    recipes.craftingFiltered,
    recipes.craftingOpen,
    recipes.furnaceFiltered,
    recipes.furnaceOpen,
    recipes.smokerFiltered,
    recipes.smokerOpen
  )

  private def fromThrift(recipes: RecipeBookT): RecipeBook = RecipeBook(
    recipes.known.toList,
    recipes.toBeShown.toList,
    recipes.craftingFiltered,
    recipes.craftingOpen,
    recipes.furnaceFiltered,
    recipes.furnaceOpen,
    recipes.smokerFiltered,
    recipes.smokerOpen
  )
}
