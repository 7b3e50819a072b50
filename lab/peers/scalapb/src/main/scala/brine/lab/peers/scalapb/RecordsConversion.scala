package brine.lab.peers.scalapb

import brine.lab.model.records.*
import brine.lab.peers.pb.*

/** Between the model's records and the generated messages. */
private object RecordsConversion:
  private def toPb(vector3: Vector3): Vector3Pb   = Vector3Pb(vector3.x, vector3.y, vector3.z)
  private def fromPb(vector3: Vector3Pb): Vector3 = Vector3(vector3.x, vector3.y, vector3.z)

  private def toPb(triangle: Triangle): TrianglePb =
    TrianglePb(Some(toPb(triangle.a)), Some(toPb(triangle.b)), Some(toPb(triangle.c)), Some(toPb(triangle.normal)))
  private def fromPb(triangle: TrianglePb): Triangle =
    Triangle(fromPb(triangle.getA), fromPb(triangle.getB), fromPb(triangle.getC), fromPb(triangle.getNormal))

  def toPb(mesh: Mesh): MeshPb   = MeshPb(mesh.triangles.map(toPb(_)))
  def fromPb(mesh: MeshPb): Mesh = Mesh(mesh.triangles.map(fromPb(_)))

  private def toPb(address: Address): AddressPb   = AddressPb(address.a, address.b, address.c, address.d)
  private def fromPb(address: AddressPb): Address = Address(address.a, address.b, address.c, address.d)

  private def toPb(logLine: LogLine): LogLinePb = LogLinePb(
    Some(toPb(logLine.address)),
    logLine.identity,
    logLine.userId,
    logLine.date,
    logLine.request,
    logLine.code,
    logLine.size
  )
  private def fromPb(logLine: LogLinePb): LogLine = LogLine(
    fromPb(logLine.getAddress),
    logLine.identity,
    logLine.userId,
    logLine.date,
    logLine.request,
    logLine.code,
    logLine.size
  )

  def toPb(accessLog: AccessLog): AccessLogPb   = AccessLogPb(accessLog.lines.map(toPb(_)))
  def fromPb(accessLog: AccessLogPb): AccessLog = AccessLog(accessLog.lines.map(fromPb(_)))

  private def toPb(guidance: Guidance): GuidancePb   = GuidancePb(guidance.angle, guidance.velocity)
  private def fromPb(guidance: GuidancePb): Guidance = Guidance(guidance.angle, guidance.velocity)

  private def toPb(position: Position): PositionPb   = PositionPb(position.x, position.y)
  private def fromPb(position: PositionPb): Position = Position(position.x, position.y)

  private def toPb(transform: Transform): TransformPb =
    TransformPb(transform.altitude, transform.angle, Some(toPb(transform.position)), transform.velocity)
  private def fromPb(transform: TransformPb): Transform =
    Transform(transform.altitude, transform.angle, fromPb(transform.getPosition), transform.velocity)

  private def toPb(contact: Contact): ContactPb = ContactPb(
    contact.damage,
    contact.entityId,
    contact.kind.map(vesselKind),
    Some(toPb(contact.guidance)),
    contact.playerId,
    contact.reloads,
    Some(toPb(contact.transform)),
    contact.turretAngles
  )
  private def fromPb(contact: ContactPb): Contact = Contact(
    contact.damage,
    contact.entityId,
    contact.kind.map(vesselKind),
    fromPb(contact.getGuidance),
    contact.playerId,
    contact.reloads,
    fromPb(contact.getTransform),
    contact.turretAngles
  )

  private def toPb(terrain: Terrain): TerrainPb   = TerrainPb(terrain.x, terrain.y, terrain.heights)
  private def fromPb(terrain: TerrainPb): Terrain = Terrain(terrain.x, terrain.y, terrain.heights)

  private def toPb(update: Update): UpdatePb =
    UpdatePb(update.contacts.map(toPb(_)), update.score, update.worldRadius, update.terrain.map(toPb(_)))
  private def fromPb(update: UpdatePb): Update =
    Update(update.contacts.map(fromPb(_)), update.score, update.worldRadius, update.terrain.map(fromPb(_)))

  def toPb(updates: Updates): UpdatesPb   = UpdatesPb(updates.updates.map(toPb(_)))
  def fromPb(updates: UpdatesPb): Updates = Updates(updates.updates.map(fromPb(_)))

  private def toPb(item: Item): ItemPb   = ItemPb(item.count, item.slot, item.id)
  private def fromPb(item: ItemPb): Item = Item(item.count, item.slot, item.id)

  private def toPb(spawn: Spawn): SpawnPb =
    SpawnPb(spawn.dimension, spawn.x, spawn.y, spawn.z, spawn.angle, spawn.forced)
  private def fromPb(spawn: SpawnPb): Spawn =
    Spawn(spawn.dimension, spawn.x, spawn.y, spawn.z, spawn.angle, spawn.forced)

  private def toPb(food: Food): FoodPb   = FoodPb(food.level, food.exhaustion, food.saturation, food.timer)
  private def fromPb(food: FoodPb): Food = Food(food.level, food.exhaustion, food.saturation, food.timer)

  private def toPb(experience: Experience): ExperiencePb =
    ExperiencePb(experience.share, experience.level, experience.total, experience.seed)
  private def fromPb(experience: ExperiencePb): Experience =
    Experience(experience.share, experience.level, experience.total, experience.seed)

  private def toPb(abilities: Abilities): AbilitiesPb = AbilitiesPb(
    abilities.walkSpeed,
    abilities.flySpeed,
    abilities.mayFly,
    abilities.flying,
    abilities.invulnerable,
    abilities.mayBuild,
    abilities.instantBuild
  )
  private def fromPb(abilities: AbilitiesPb): Abilities = Abilities(
    abilities.walkSpeed,
    abilities.flySpeed,
    abilities.mayFly,
    abilities.flying,
    abilities.invulnerable,
    abilities.mayBuild,
    abilities.instantBuild
  )

  private def toPb(location: Location): LocationPb   = LocationPb(location.x, location.y, location.z)
  private def fromPb(location: LocationPb): Location = Location(location.x, location.y, location.z)

  private def toPb(rotation: Rotation): RotationPb   = RotationPb(rotation.yaw, rotation.pitch)
  private def fromPb(rotation: RotationPb): Rotation = Rotation(rotation.yaw, rotation.pitch)

  private def toPb(entity: Entity): EntityPb = EntityPb(
    entity.kind,
    Some(toPb(entity.position)),
    Some(toPb(entity.motion)),
    Some(toPb(entity.rotation)),
    entity.fallDistance,
    entity.fire,
    entity.air,
    entity.onGround,
    entity.weightless,
    entity.invulnerable,
    entity.portalCooldown,
    Conversion.bytes(entity.id),
    entity.name,
    entity.nameVisible,
    entity.silent,
    entity.glowing
  )
  private def fromPb(entity: EntityPb): Entity = Entity(
    entity.kind,
    fromPb(entity.getPosition),
    fromPb(entity.getMotion),
    fromPb(entity.getRotation),
    entity.fallDistance,
    entity.fire,
    entity.air,
    entity.onGround,
    entity.weightless,
    entity.invulnerable,
    entity.portalCooldown,
    Conversion.uuid(entity.id),
    entity.name,
    entity.nameVisible,
    entity.silent,
    entity.glowing
  )

  private def toPb(vehicle: Vehicle): VehiclePb   = VehiclePb(Conversion.bytes(vehicle.id), Some(toPb(vehicle.entity)))
  private def fromPb(vehicle: VehiclePb): Vehicle = Vehicle(Conversion.uuid(vehicle.id), fromPb(vehicle.getEntity))

  private def toPb(recipeBook: RecipeBook): RecipeBookPb = RecipeBookPb(
    recipeBook.known,
    recipeBook.toBeShown,
    recipeBook.craftingFiltered,
    recipeBook.craftingOpen,
    recipeBook.furnaceFiltered,
    recipeBook.furnaceOpen,
    recipeBook.smokerFiltered,
    recipeBook.smokerOpen
  )
  private def fromPb(recipeBook: RecipeBookPb): RecipeBook = RecipeBook(
    recipeBook.known,
    recipeBook.toBeShown,
    recipeBook.craftingFiltered,
    recipeBook.craftingOpen,
    recipeBook.furnaceFiltered,
    recipeBook.furnaceOpen,
    recipeBook.smokerFiltered,
    recipeBook.smokerOpen
  )

  private def toPb(player: Player): PlayerPb = PlayerPb(
    gameMode(player.mode),
    gameMode(player.previousMode),
    player.score,
    player.dimension,
    player.selectedSlot,
    Some(toPb(player.selectedItem)),
    player.spawn.map(toPb(_)),
    Some(toPb(player.food)),
    Some(toPb(player.experience)),
    player.inventory.map(toPb(_)),
    player.chest.map(toPb(_)),
    Some(toPb(player.abilities)),
    player.lastPortal.map(toPb(_)),
    player.vehicle.map(toPb(_)),
    player.leftShoulder.map(toPb(_)),
    player.rightShoulder.map(toPb(_)),
    player.seenCredits,
    Some(toPb(player.recipes))
  )
  private def fromPb(player: PlayerPb): Player = Player(
    gameMode(player.mode),
    gameMode(player.previousMode),
    player.score,
    player.dimension,
    player.selectedSlot,
    fromPb(player.getSelectedItem),
    player.spawn.map(fromPb(_)),
    fromPb(player.getFood),
    fromPb(player.getExperience),
    player.inventory.map(fromPb(_)),
    player.chest.map(fromPb(_)),
    fromPb(player.getAbilities),
    player.lastPortal.map(fromPb(_)),
    player.vehicle.map(fromPb(_)),
    player.leftShoulder.map(fromPb(_)),
    player.rightShoulder.map(fromPb(_)),
    player.seenCredits,
    fromPb(player.getRecipes)
  )

  def toPb(saves: Saves): SavesPb   = SavesPb(saves.players.map(toPb(_)))
  def fromPb(saves: SavesPb): Saves = Saves(saves.players.map(fromPb(_)))

  private val gameModes                             = GameMode.values
  private val gameModesPb                           = GameMode.values.map(one => GameModePb.fromValue(one.ordinal))
  private def gameMode(value: GameMode): GameModePb = gameModesPb(value.ordinal)
  private def gameMode(value: GameModePb): GameMode = gameModes(value.value)

  private val vesselKinds   = VesselKind.values
  private val vesselKindsPb = VesselKind.values.map(one => VesselKindPb.fromValue(one.ordinal))
  private def vesselKind(value: VesselKind): VesselKindPb = vesselKindsPb(value.ordinal)
  private def vesselKind(value: VesselKindPb): VesselKind = vesselKinds(value.value)
