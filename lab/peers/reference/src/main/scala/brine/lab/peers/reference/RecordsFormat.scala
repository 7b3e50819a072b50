package brine.lab.peers.reference

import brine.lab.model.records.*

/** Records, as [[SiteFormat]] writes sites; floating point numbers have four or eight bytes, and numbers that may be
  * negative are zigzag varints.
  */
private object RecordsFormat:
  private val modes   = GameMode.values
  private val vessels = VesselKind.values

  // -- a mesh ----------------------------------------------------------------------------------

  def write(out: Writer, mesh: Mesh): Unit = out.list(mesh.triangles) { triangle =>
    write(out, triangle.a)
    write(out, triangle.b)
    write(out, triangle.c)
    write(out, triangle.normal)
  }

  def mesh(in: Reader): Mesh = Mesh(in.list(Triangle(vector(in), vector(in), vector(in), vector(in))))

  private def write(out: Writer, vector: Vector3): Unit =
    out.float(vector.x)
    out.float(vector.y)
    out.float(vector.z)

  private def vector(in: Reader): Vector3 = Vector3(in.float(), in.float(), in.float())

  // -- a log -----------------------------------------------------------------------------------

  def write(out: Writer, log: AccessLog): Unit = out.list(log.lines) { line =>
    out.byte(line.address.a)
    out.byte(line.address.b)
    out.byte(line.address.c)
    out.byte(line.address.d)
    out.string(line.identity)
    out.string(line.userId)
    out.string(line.date)
    out.string(line.request)
    out.varInt(line.code)
    out.varLong(line.size)
  }

  def accessLog(in: Reader): AccessLog = AccessLog(
    in.list(
      LogLine(
        Address(in.unsigned(), in.unsigned(), in.unsigned(), in.unsigned()),
        in.string(),
        in.string(),
        in.string(),
        in.string(),
        in.varInt(),
        in.varLong()
      )
    )
  )

  // -- updates of a game -----------------------------------------------------------------------

  def write(out: Writer, updates: Updates): Unit = out.list(updates.updates) { update =>
    out.list(update.contacts)(write(out, _))
    out.varInt(update.score)
    out.float(update.worldRadius)
    out.list(update.terrain) { terrain =>
      out.signed(terrain.x)
      out.signed(terrain.y)
      out.list(terrain.heights)(out.varInt)
    }
  }

  def updates(in: Reader): Updates = Updates(
    in.list(
      Update(
        in.list(contact(in)),
        in.varInt(),
        in.float(),
        in.list(Terrain(in.signed(), in.signed(), in.list(in.varInt())))
      )
    )
  )

  private def write(out: Writer, contact: Contact): Unit =
    out.varInt(contact.damage)
    out.varInt(contact.entityId)
    out.option(contact.kind)(out.enumeration)
    out.varInt(contact.guidance.angle)
    out.signed(contact.guidance.velocity)
    out.option(contact.playerId)(out.varInt)
    out.list(contact.reloads)(out.boolean)
    out.signed(contact.transform.altitude)
    out.varInt(contact.transform.angle)
    out.float(contact.transform.position.x)
    out.float(contact.transform.position.y)
    out.signed(contact.transform.velocity)
    out.list(contact.turretAngles)(out.varInt)

  private def contact(in: Reader): Contact = Contact(
    in.varInt(),
    in.varInt(),
    in.option(vessels(in.byte())),
    Guidance(in.varInt(), in.signed()),
    in.option(in.varInt()),
    in.list(in.boolean()),
    Transform(in.signed(), in.varInt(), Position(in.float(), in.float()), in.signed()),
    in.list(in.varInt())
  )

  // -- saved players ---------------------------------------------------------------------------

  def write(out: Writer, saves: Saves): Unit = out.list(saves.players)(write(out, _))

  def saves(in: Reader): Saves = Saves(in.list(player(in)))

  private def write(out: Writer, player: Player): Unit =
    out.enumeration(player.mode)
    out.enumeration(player.previousMode)
    out.varLong(player.score)
    out.string(player.dimension)
    out.varInt(player.selectedSlot)
    write(out, player.selectedItem)
    out.option(player.spawn)(write(out, _))
    out.varInt(player.food.level)
    out.float(player.food.exhaustion)
    out.float(player.food.saturation)
    out.varInt(player.food.timer)
    out.float(player.experience.share)
    out.varInt(player.experience.level)
    out.varInt(player.experience.total)
    out.fixedInt(player.experience.seed)
    out.list(player.inventory)(write(out, _))
    out.list(player.chest)(write(out, _))
    out.float(player.abilities.walkSpeed)
    out.float(player.abilities.flySpeed)
    out.boolean(player.abilities.mayFly)
    out.boolean(player.abilities.flying)
    out.boolean(player.abilities.invulnerable)
    out.boolean(player.abilities.mayBuild)
    out.boolean(player.abilities.instantBuild)
    out.option(player.lastPortal)(write(out, _))
    out.option(player.vehicle) { vehicle =>
      out.uuid(vehicle.id)
      write(out, vehicle.entity)
    }
    out.option(player.leftShoulder)(write(out, _))
    out.option(player.rightShoulder)(write(out, _))
    out.boolean(player.seenCredits)
    write(out, player.recipes)

  private def player(in: Reader): Player = Player(
    modes(in.byte()),
    modes(in.byte()),
    in.varLong(),
    in.string(),
    in.varInt(),
    item(in),
    in.option(spawn(in)),
    Food(in.varInt(), in.float(), in.float(), in.varInt()),
    Experience(in.float(), in.varInt(), in.varInt(), in.fixedInt()),
    in.list(item(in)),
    in.list(item(in)),
    Abilities(in.float(), in.float(), in.boolean(), in.boolean(), in.boolean(), in.boolean(), in.boolean()),
    in.option(location(in)),
    in.option(Vehicle(in.uuid(), entity(in))),
    in.option(entity(in)),
    in.option(entity(in)),
    in.boolean(),
    recipes(in)
  )

  private def write(out: Writer, item: Item): Unit =
    out.varInt(item.count)
    out.varInt(item.slot)
    out.string(item.id)

  private def item(in: Reader): Item = Item(in.varInt(), in.varInt(), in.string())

  private def write(out: Writer, spawn: Spawn): Unit =
    out.string(spawn.dimension)
    out.signedLong(spawn.x)
    out.signedLong(spawn.y)
    out.signedLong(spawn.z)
    out.float(spawn.angle)
    out.option(spawn.forced)(out.boolean)

  private def spawn(in: Reader): Spawn =
    Spawn(in.string(), in.signedLong(), in.signedLong(), in.signedLong(), in.float(), in.option(in.boolean()))

  private def write(out: Writer, location: Location): Unit =
    out.double(location.x)
    out.double(location.y)
    out.double(location.z)

  private def location(in: Reader): Location = Location(in.double(), in.double(), in.double())

  private def write(out: Writer, entity: Entity): Unit =
    out.string(entity.kind)
    write(out, entity.position)
    write(out, entity.motion)
    out.float(entity.rotation.yaw)
    out.float(entity.rotation.pitch)
    out.float(entity.fallDistance)
    out.varInt(entity.fire)
    out.varInt(entity.air)
    out.boolean(entity.onGround)
    out.boolean(entity.weightless)
    out.boolean(entity.invulnerable)
    out.varInt(entity.portalCooldown)
    out.uuid(entity.id)
    out.option(entity.name)(out.string)
    out.boolean(entity.nameVisible)
    out.boolean(entity.silent)
    out.boolean(entity.glowing)

  private def entity(in: Reader): Entity = Entity(
    in.string(),
    location(in),
    location(in),
    Rotation(in.float(), in.float()),
    in.float(),
    in.varInt(),
    in.varInt(),
    in.boolean(),
    in.boolean(),
    in.boolean(),
    in.varInt(),
    in.uuid(),
    in.option(in.string()),
    in.boolean(),
    in.boolean(),
    in.boolean()
  )

  private def write(out: Writer, recipes: RecipeBook): Unit =
    out.list(recipes.known)(out.string)
    out.list(recipes.toBeShown)(out.string)
    out.boolean(recipes.craftingFiltered)
    out.boolean(recipes.craftingOpen)
    out.boolean(recipes.furnaceFiltered)
    out.boolean(recipes.furnaceOpen)
    out.boolean(recipes.smokerFiltered)
    out.boolean(recipes.smokerOpen)

  private def recipes(in: Reader): RecipeBook = RecipeBook(
    in.list(in.string()),
    in.list(in.string()),
    in.boolean(),
    in.boolean(),
    in.boolean(),
    in.boolean(),
    in.boolean(),
    in.boolean()
  )
