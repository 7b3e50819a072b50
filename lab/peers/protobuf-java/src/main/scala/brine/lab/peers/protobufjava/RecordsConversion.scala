package brine.lab.peers.protobufjava

import brine.lab.model.records.*
import brine.lab.peers.pb.*

/** Between the model's records and the generated messages. */
private object RecordsConversion:
  private def toPb(vector3: Vector3): Vector3Pb =
    val message = Vector3Pb.newBuilder()
    message.setX(vector3.x)
    message.setY(vector3.y)
    message.setZ(vector3.z)
    message.build()

  private def fromPb(vector3: Vector3Pb): Vector3 = Vector3(vector3.getX, vector3.getY, vector3.getZ)

  private def toPb(triangle: Triangle): TrianglePb =
    val message = TrianglePb.newBuilder()
    message.setA(toPb(triangle.a))
    message.setB(toPb(triangle.b))
    message.setC(toPb(triangle.c))
    message.setNormal(toPb(triangle.normal))
    message.build()

  private def fromPb(triangle: TrianglePb): Triangle =
    Triangle(fromPb(triangle.getA), fromPb(triangle.getB), fromPb(triangle.getC), fromPb(triangle.getNormal))

  def toPb(mesh: Mesh): MeshPb =
    val message = MeshPb.newBuilder()
    mesh.triangles.foreach(one => message.addTriangles(toPb(one)))
    message.build()

  def fromPb(mesh: MeshPb): Mesh = Mesh(list(mesh.getTrianglesList)(fromPb(_)))

  private def toPb(address: Address): AddressPb =
    val message = AddressPb.newBuilder()
    message.setA(address.a)
    message.setB(address.b)
    message.setC(address.c)
    message.setD(address.d)
    message.build()

  private def fromPb(address: AddressPb): Address = Address(address.getA, address.getB, address.getC, address.getD)

  private def toPb(logLine: LogLine): LogLinePb =
    val message = LogLinePb.newBuilder()
    message.setAddress(toPb(logLine.address))
    message.setIdentity(logLine.identity)
    message.setUserId(logLine.userId)
    message.setDate(logLine.date)
    message.setRequest(logLine.request)
    message.setCode(logLine.code)
    message.setSize(logLine.size)
    message.build()

  private def fromPb(logLine: LogLinePb): LogLine = LogLine(
    fromPb(logLine.getAddress),
    logLine.getIdentity,
    logLine.getUserId,
    logLine.getDate,
    logLine.getRequest,
    logLine.getCode,
    logLine.getSize
  )

  def toPb(accessLog: AccessLog): AccessLogPb =
    val message = AccessLogPb.newBuilder()
    accessLog.lines.foreach(one => message.addLines(toPb(one)))
    message.build()

  def fromPb(accessLog: AccessLogPb): AccessLog = AccessLog(list(accessLog.getLinesList)(fromPb(_)))

  private def toPb(guidance: Guidance): GuidancePb =
    val message = GuidancePb.newBuilder()
    message.setAngle(guidance.angle)
    message.setVelocity(guidance.velocity)
    message.build()

  private def fromPb(guidance: GuidancePb): Guidance = Guidance(guidance.getAngle, guidance.getVelocity)

  private def toPb(position: Position): PositionPb =
    val message = PositionPb.newBuilder()
    message.setX(position.x)
    message.setY(position.y)
    message.build()

  private def fromPb(position: PositionPb): Position = Position(position.getX, position.getY)

  private def toPb(transform: Transform): TransformPb =
    val message = TransformPb.newBuilder()
    message.setAltitude(transform.altitude)
    message.setAngle(transform.angle)
    message.setPosition(toPb(transform.position))
    message.setVelocity(transform.velocity)
    message.build()

  private def fromPb(transform: TransformPb): Transform =
    Transform(transform.getAltitude, transform.getAngle, fromPb(transform.getPosition), transform.getVelocity)

  private def toPb(contact: Contact): ContactPb =
    val message = ContactPb.newBuilder()
    message.setDamage(contact.damage)
    message.setEntityId(contact.entityId)
    contact.kind.foreach(one => message.setKind(vesselKind(one)))
    message.setGuidance(toPb(contact.guidance))
    contact.playerId.foreach(one => message.setPlayerId(one))
    contact.reloads.foreach(one => message.addReloads(one))
    message.setTransform(toPb(contact.transform))
    contact.turretAngles.foreach(one => message.addTurretAngles(one))
    message.build()

  private def fromPb(contact: ContactPb): Contact = Contact(
    contact.getDamage,
    contact.getEntityId,
    if contact.hasKind then Some(vesselKind(contact.getKind)) else None,
    fromPb(contact.getGuidance),
    if contact.hasPlayerId then Some(contact.getPlayerId) else None,
    list(contact.getReloadsList)(_.booleanValue),
    fromPb(contact.getTransform),
    list(contact.getTurretAnglesList)(_.intValue)
  )

  private def toPb(terrain: Terrain): TerrainPb =
    val message = TerrainPb.newBuilder()
    message.setX(terrain.x)
    message.setY(terrain.y)
    terrain.heights.foreach(one => message.addHeights(one))
    message.build()

  private def fromPb(terrain: TerrainPb): Terrain =
    Terrain(terrain.getX, terrain.getY, list(terrain.getHeightsList)(_.intValue))

  private def toPb(update: Update): UpdatePb =
    val message = UpdatePb.newBuilder()
    update.contacts.foreach(one => message.addContacts(toPb(one)))
    message.setScore(update.score)
    message.setWorldRadius(update.worldRadius)
    update.terrain.foreach(one => message.addTerrain(toPb(one)))
    message.build()

  private def fromPb(update: UpdatePb): Update = Update(
    list(update.getContactsList)(fromPb(_)),
    update.getScore,
    update.getWorldRadius,
    list(update.getTerrainList)(fromPb(_))
  )

  def toPb(updates: Updates): UpdatesPb =
    val message = UpdatesPb.newBuilder()
    updates.updates.foreach(one => message.addUpdates(toPb(one)))
    message.build()

  def fromPb(updates: UpdatesPb): Updates = Updates(list(updates.getUpdatesList)(fromPb(_)))

  private def toPb(item: Item): ItemPb =
    val message = ItemPb.newBuilder()
    message.setCount(item.count)
    message.setSlot(item.slot)
    message.setId(item.id)
    message.build()

  private def fromPb(item: ItemPb): Item = Item(item.getCount, item.getSlot, item.getId)

  private def toPb(spawn: Spawn): SpawnPb =
    val message = SpawnPb.newBuilder()
    message.setDimension(spawn.dimension)
    message.setX(spawn.x)
    message.setY(spawn.y)
    message.setZ(spawn.z)
    message.setAngle(spawn.angle)
    spawn.forced.foreach(one => message.setForced(one))
    message.build()

  private def fromPb(spawn: SpawnPb): Spawn = Spawn(
    spawn.getDimension,
    spawn.getX,
    spawn.getY,
    spawn.getZ,
    spawn.getAngle,
    if spawn.hasForced then Some(spawn.getForced) else None
  )

  private def toPb(food: Food): FoodPb =
    val message = FoodPb.newBuilder()
    message.setLevel(food.level)
    message.setExhaustion(food.exhaustion)
    message.setSaturation(food.saturation)
    message.setTimer(food.timer)
    message.build()

  private def fromPb(food: FoodPb): Food = Food(food.getLevel, food.getExhaustion, food.getSaturation, food.getTimer)

  private def toPb(experience: Experience): ExperiencePb =
    val message = ExperiencePb.newBuilder()
    message.setShare(experience.share)
    message.setLevel(experience.level)
    message.setTotal(experience.total)
    message.setSeed(experience.seed)
    message.build()

  private def fromPb(experience: ExperiencePb): Experience =
    Experience(experience.getShare, experience.getLevel, experience.getTotal, experience.getSeed)

  private def toPb(abilities: Abilities): AbilitiesPb =
    val message = AbilitiesPb.newBuilder()
    message.setWalkSpeed(abilities.walkSpeed)
    message.setFlySpeed(abilities.flySpeed)
    message.setMayFly(abilities.mayFly)
    message.setFlying(abilities.flying)
    message.setInvulnerable(abilities.invulnerable)
    message.setMayBuild(abilities.mayBuild)
    message.setInstantBuild(abilities.instantBuild)
    message.build()

  private def fromPb(abilities: AbilitiesPb): Abilities = Abilities(
    abilities.getWalkSpeed,
    abilities.getFlySpeed,
    abilities.getMayFly,
    abilities.getFlying,
    abilities.getInvulnerable,
    abilities.getMayBuild,
    abilities.getInstantBuild
  )

  private def toPb(location: Location): LocationPb =
    val message = LocationPb.newBuilder()
    message.setX(location.x)
    message.setY(location.y)
    message.setZ(location.z)
    message.build()

  private def fromPb(location: LocationPb): Location = Location(location.getX, location.getY, location.getZ)

  private def toPb(rotation: Rotation): RotationPb =
    val message = RotationPb.newBuilder()
    message.setYaw(rotation.yaw)
    message.setPitch(rotation.pitch)
    message.build()

  private def fromPb(rotation: RotationPb): Rotation = Rotation(rotation.getYaw, rotation.getPitch)

  private def toPb(entity: Entity): EntityPb =
    val message = EntityPb.newBuilder()
    message.setKind(entity.kind)
    message.setPosition(toPb(entity.position))
    message.setMotion(toPb(entity.motion))
    message.setRotation(toPb(entity.rotation))
    message.setFallDistance(entity.fallDistance)
    message.setFire(entity.fire)
    message.setAir(entity.air)
    message.setOnGround(entity.onGround)
    message.setWeightless(entity.weightless)
    message.setInvulnerable(entity.invulnerable)
    message.setPortalCooldown(entity.portalCooldown)
    message.setId(Conversion.bytes(entity.id))
    entity.name.foreach(one => message.setName(one))
    message.setNameVisible(entity.nameVisible)
    message.setSilent(entity.silent)
    message.setGlowing(entity.glowing)
    message.build()

  private def fromPb(entity: EntityPb): Entity = Entity(
    entity.getKind,
    fromPb(entity.getPosition),
    fromPb(entity.getMotion),
    fromPb(entity.getRotation),
    entity.getFallDistance,
    entity.getFire,
    entity.getAir,
    entity.getOnGround,
    entity.getWeightless,
    entity.getInvulnerable,
    entity.getPortalCooldown,
    Conversion.uuid(entity.getId),
    if entity.hasName then Some(entity.getName) else None,
    entity.getNameVisible,
    entity.getSilent,
    entity.getGlowing
  )

  private def toPb(vehicle: Vehicle): VehiclePb =
    val message = VehiclePb.newBuilder()
    message.setId(Conversion.bytes(vehicle.id))
    message.setEntity(toPb(vehicle.entity))
    message.build()

  private def fromPb(vehicle: VehiclePb): Vehicle = Vehicle(Conversion.uuid(vehicle.getId), fromPb(vehicle.getEntity))

  private def toPb(recipeBook: RecipeBook): RecipeBookPb =
    val message = RecipeBookPb.newBuilder()
    recipeBook.known.foreach(one => message.addKnown(one))
    recipeBook.toBeShown.foreach(one => message.addToBeShown(one))
    message.setCraftingFiltered(recipeBook.craftingFiltered)
    message.setCraftingOpen(recipeBook.craftingOpen)
    message.setFurnaceFiltered(recipeBook.furnaceFiltered)
    message.setFurnaceOpen(recipeBook.furnaceOpen)
    message.setSmokerFiltered(recipeBook.smokerFiltered)
    message.setSmokerOpen(recipeBook.smokerOpen)
    message.build()

  private def fromPb(recipeBook: RecipeBookPb): RecipeBook = RecipeBook(
    list(recipeBook.getKnownList)(identity),
    list(recipeBook.getToBeShownList)(identity),
    recipeBook.getCraftingFiltered,
    recipeBook.getCraftingOpen,
    recipeBook.getFurnaceFiltered,
    recipeBook.getFurnaceOpen,
    recipeBook.getSmokerFiltered,
    recipeBook.getSmokerOpen
  )

  private def toPb(player: Player): PlayerPb =
    val message = PlayerPb.newBuilder()
    message.setMode(gameMode(player.mode))
    message.setPreviousMode(gameMode(player.previousMode))
    message.setScore(player.score)
    message.setDimension(player.dimension)
    message.setSelectedSlot(player.selectedSlot)
    message.setSelectedItem(toPb(player.selectedItem))
    player.spawn.foreach(one => message.setSpawn(toPb(one)))
    message.setFood(toPb(player.food))
    message.setExperience(toPb(player.experience))
    player.inventory.foreach(one => message.addInventory(toPb(one)))
    player.chest.foreach(one => message.addChest(toPb(one)))
    message.setAbilities(toPb(player.abilities))
    player.lastPortal.foreach(one => message.setLastPortal(toPb(one)))
    player.vehicle.foreach(one => message.setVehicle(toPb(one)))
    player.leftShoulder.foreach(one => message.setLeftShoulder(toPb(one)))
    player.rightShoulder.foreach(one => message.setRightShoulder(toPb(one)))
    message.setSeenCredits(player.seenCredits)
    message.setRecipes(toPb(player.recipes))
    message.build()

  private def fromPb(player: PlayerPb): Player = Player(
    gameMode(player.getMode),
    gameMode(player.getPreviousMode),
    player.getScore,
    player.getDimension,
    player.getSelectedSlot,
    fromPb(player.getSelectedItem),
    if player.hasSpawn then Some(fromPb(player.getSpawn)) else None,
    fromPb(player.getFood),
    fromPb(player.getExperience),
    list(player.getInventoryList)(fromPb(_)),
    list(player.getChestList)(fromPb(_)),
    fromPb(player.getAbilities),
    if player.hasLastPortal then Some(fromPb(player.getLastPortal)) else None,
    if player.hasVehicle then Some(fromPb(player.getVehicle)) else None,
    if player.hasLeftShoulder then Some(fromPb(player.getLeftShoulder)) else None,
    if player.hasRightShoulder then Some(fromPb(player.getRightShoulder)) else None,
    player.getSeenCredits,
    fromPb(player.getRecipes)
  )

  def toPb(saves: Saves): SavesPb =
    val message = SavesPb.newBuilder()
    saves.players.foreach(one => message.addPlayers(toPb(one)))
    message.build()

  def fromPb(saves: SavesPb): Saves = Saves(list(saves.getPlayersList)(fromPb(_)))

  private val gameModes                             = GameMode.values
  private def gameMode(value: GameMode): GameModePb = GameModePb.forNumber(value.ordinal)
  private def gameMode(value: GameModePb): GameMode = gameModes(value.getNumber)

  private val vesselKinds                                 = VesselKind.values
  private def vesselKind(value: VesselKind): VesselKindPb = VesselKindPb.forNumber(value.ordinal)
  private def vesselKind(value: VesselKindPb): VesselKind = vesselKinds(value.getNumber)

  private def list[A, B](from: java.util.List[A])(convert: A => B): List[B] =
    List.tabulate(from.size)(index => convert(from.get(index)))
