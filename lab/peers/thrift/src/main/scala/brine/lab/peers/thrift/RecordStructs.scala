package brine.lab.peers.thrift

import brine.lab.model.records.*

/** Records as structs, with the numbers of their fields in the order of the model. Thrift has no numbers of four bytes
  * with a fraction, so those are doubles.
  */
private object RecordStructs:
  private val modes   = GameMode.values
  private val vessels = VesselKind.values

  // -- a mesh ----------------------------------------------------------------------------------

  def write(out: StructWriter, mesh: Mesh): Unit =
    out.structs(1, mesh.triangles) { triangle =>
      out.struct(1)(write(out, triangle.a))
      out.struct(2)(write(out, triangle.b))
      out.struct(3)(write(out, triangle.c))
      out.struct(4)(write(out, triangle.normal))
    }

  def mesh(in: StructReader): Mesh = Mesh(
    in.structs(1)(
      Triangle(in.struct(1)(vector(in)), in.struct(2)(vector(in)), in.struct(3)(vector(in)), in.struct(4)(vector(in)))
    )
  )

  private def write(out: StructWriter, vector: Vector3): Unit =
    out.double(1, vector.x)
    out.double(2, vector.y)
    out.double(3, vector.z)

  private def vector(in: StructReader): Vector3 = Vector3(in.float(1), in.float(2), in.float(3))

  // -- a log -----------------------------------------------------------------------------------

  def write(out: StructWriter, log: AccessLog): Unit =
    out.structs(1, log.lines) { line =>
      out.struct(1) {
        out.int(1, line.address.a)
        out.int(2, line.address.b)
        out.int(3, line.address.c)
        out.int(4, line.address.d)
      }
      out.string(2, line.identity)
      out.string(3, line.userId)
      out.string(4, line.date)
      out.string(5, line.request)
      out.int(6, line.code)
      out.long(7, line.size)
    }

  def accessLog(in: StructReader): AccessLog = AccessLog(
    in.structs(1)(
      LogLine(
        in.struct(1)(Address(in.int(1), in.int(2), in.int(3), in.int(4))),
        in.string(2),
        in.string(3),
        in.string(4),
        in.string(5),
        in.int(6),
        in.long(7)
      )
    )
  )

  // -- updates of a game -----------------------------------------------------------------------

  def write(out: StructWriter, updates: Updates): Unit =
    out.structs(1, updates.updates) { update =>
      out.structs(1, update.contacts)(write(out, _))
      out.int(2, update.score)
      out.double(3, update.worldRadius)
      out.structs(4, update.terrain) { terrain =>
        out.int(1, terrain.x)
        out.int(2, terrain.y)
        out.ints(3, terrain.heights)
      }
    }

  def updates(in: StructReader): Updates = Updates(
    in.structs(1)(
      Update(
        in.structs(1)(contact(in)),
        in.int(2),
        in.float(3),
        in.structs(4)(Terrain(in.int(1), in.int(2), in.ints(3)))
      )
    )
  )

  private def write(out: StructWriter, contact: Contact): Unit =
    out.int(1, contact.damage)
    out.int(2, contact.entityId)
    contact.kind.foreach(out.enumeration(3, _))
    out.struct(4) {
      out.int(1, contact.guidance.angle)
      out.int(2, contact.guidance.velocity)
    }
    contact.playerId.foreach(out.int(5, _))
    out.booleans(6, contact.reloads)
    out.struct(7) {
      out.int(1, contact.transform.altitude)
      out.int(2, contact.transform.angle)
      out.struct(3) {
        out.double(1, contact.transform.position.x)
        out.double(2, contact.transform.position.y)
      }
      out.int(4, contact.transform.velocity)
    }
    out.ints(8, contact.turretAngles)

  private def contact(in: StructReader): Contact = Contact(
    in.int(1),
    in.int(2),
    in.optional(3)(in.enumeration(3, vessels)),
    in.struct(4)(Guidance(in.int(1), in.int(2))),
    in.optional(5)(in.int(5)),
    in.booleans(6),
    in.struct(7)(Transform(in.int(1), in.int(2), in.struct(3)(Position(in.float(1), in.float(2))), in.int(4))),
    in.ints(8)
  )

  // -- saved players ---------------------------------------------------------------------------

  def write(out: StructWriter, saves: Saves): Unit = out.structs(1, saves.players)(write(out, _))

  def saves(in: StructReader): Saves = Saves(in.structs(1)(player(in)))

  private def write(out: StructWriter, player: Player): Unit =
    out.enumeration(1, player.mode)
    out.enumeration(2, player.previousMode)
    out.long(3, player.score)
    out.string(4, player.dimension)
    out.int(5, player.selectedSlot)
    out.struct(6)(write(out, player.selectedItem))
    player.spawn.foreach(spawn => out.struct(7)(write(out, spawn)))
    out.struct(8) {
      out.int(1, player.food.level)
      out.double(2, player.food.exhaustion)
      out.double(3, player.food.saturation)
      out.int(4, player.food.timer)
    }
    out.struct(9) {
      out.double(1, player.experience.share)
      out.int(2, player.experience.level)
      out.int(3, player.experience.total)
      out.int(4, player.experience.seed)
    }
    out.structs(10, player.inventory)(write(out, _))
    out.structs(11, player.chest)(write(out, _))
    out.struct(12) {
      out.double(1, player.abilities.walkSpeed)
      out.double(2, player.abilities.flySpeed)
      out.boolean(3, player.abilities.mayFly)
      out.boolean(4, player.abilities.flying)
      out.boolean(5, player.abilities.invulnerable)
      out.boolean(6, player.abilities.mayBuild)
      out.boolean(7, player.abilities.instantBuild)
    }
    player.lastPortal.foreach(location => out.struct(13)(write(out, location)))
    player.vehicle.foreach { vehicle =>
      out.struct(14) {
        out.uuid(1, vehicle.id)
        out.struct(2)(write(out, vehicle.entity))
      }
    }
    player.leftShoulder.foreach(entity => out.struct(15)(write(out, entity)))
    player.rightShoulder.foreach(entity => out.struct(16)(write(out, entity)))
    out.boolean(17, player.seenCredits)
    out.struct(18)(write(out, player.recipes))

  private def player(in: StructReader): Player = Player(
    in.enumeration(1, modes),
    in.enumeration(2, modes),
    in.long(3),
    in.string(4),
    in.int(5),
    in.struct(6)(item(in)),
    in.optional(7)(in.struct(7)(spawn(in))),
    in.struct(8)(Food(in.int(1), in.float(2), in.float(3), in.int(4))),
    in.struct(9)(Experience(in.float(1), in.int(2), in.int(3), in.int(4))),
    in.structs(10)(item(in)),
    in.structs(11)(item(in)),
    in.struct(12)(
      Abilities(
        in.float(1),
        in.float(2),
        in.boolean(3),
        in.boolean(4),
        in.boolean(5),
        in.boolean(6),
        in.boolean(7)
      )
    ),
    in.optional(13)(in.struct(13)(location(in))),
    in.optional(14)(in.struct(14)(Vehicle(in.uuid(1), in.struct(2)(entity(in))))),
    in.optional(15)(in.struct(15)(entity(in))),
    in.optional(16)(in.struct(16)(entity(in))),
    in.boolean(17),
    in.struct(18)(recipes(in))
  )

  private def write(out: StructWriter, item: Item): Unit =
    out.int(1, item.count)
    out.int(2, item.slot)
    out.string(3, item.id)

  private def item(in: StructReader): Item = Item(in.int(1), in.int(2), in.string(3))

  private def write(out: StructWriter, spawn: Spawn): Unit =
    out.string(1, spawn.dimension)
    out.long(2, spawn.x)
    out.long(3, spawn.y)
    out.long(4, spawn.z)
    out.double(5, spawn.angle)
    spawn.forced.foreach(out.boolean(6, _))

  private def spawn(in: StructReader): Spawn =
    Spawn(in.string(1), in.long(2), in.long(3), in.long(4), in.float(5), in.optional(6)(in.boolean(6)))

  private def write(out: StructWriter, location: Location): Unit =
    out.double(1, location.x)
    out.double(2, location.y)
    out.double(3, location.z)

  private def location(in: StructReader): Location = Location(in.double(1), in.double(2), in.double(3))

  private def write(out: StructWriter, entity: Entity): Unit =
    out.string(1, entity.kind)
    out.struct(2)(write(out, entity.position))
    out.struct(3)(write(out, entity.motion))
    out.struct(4) {
      out.double(1, entity.rotation.yaw)
      out.double(2, entity.rotation.pitch)
    }
    out.double(5, entity.fallDistance)
    out.int(6, entity.fire)
    out.int(7, entity.air)
    out.boolean(8, entity.onGround)
    out.boolean(9, entity.weightless)
    out.boolean(10, entity.invulnerable)
    out.int(11, entity.portalCooldown)
    out.uuid(12, entity.id)
    entity.name.foreach(out.string(13, _))
    out.boolean(14, entity.nameVisible)
    out.boolean(15, entity.silent)
    out.boolean(16, entity.glowing)

  private def entity(in: StructReader): Entity = Entity(
    in.string(1),
    in.struct(2)(location(in)),
    in.struct(3)(location(in)),
    in.struct(4)(Rotation(in.float(1), in.float(2))),
    in.float(5),
    in.int(6),
    in.int(7),
    in.boolean(8),
    in.boolean(9),
    in.boolean(10),
    in.int(11),
    in.uuid(12),
    in.optional(13)(in.string(13)),
    in.boolean(14),
    in.boolean(15),
    in.boolean(16)
  )

  private def write(out: StructWriter, recipes: RecipeBook): Unit =
    out.strings(1, recipes.known)
    out.strings(2, recipes.toBeShown)
    out.boolean(3, recipes.craftingFiltered)
    out.boolean(4, recipes.craftingOpen)
    out.boolean(5, recipes.furnaceFiltered)
    out.boolean(6, recipes.furnaceOpen)
    out.boolean(7, recipes.smokerFiltered)
    out.boolean(8, recipes.smokerOpen)

  private def recipes(in: StructReader): RecipeBook = RecipeBook(
    in.strings(1),
    in.strings(2),
    in.boolean(3),
    in.boolean(4),
    in.boolean(5),
    in.boolean(6),
    in.boolean(7),
    in.boolean(8)
  )
