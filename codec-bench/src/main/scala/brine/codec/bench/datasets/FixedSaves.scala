package brine.codec.bench.datasets

import brine.codec.bench.datasets.FixedCodec.{readAll, readOption, writeAll, writeOption}

import java.util.UUID

private[bench] object FixedSaves extends FixedCodec[Saves]:
  private val gameTypes = GameType.values

  def write(out: FixedBuffer, saves: Saves): Unit = writeAll(out, saves.players)(player(out, _))

  private def player(out: FixedBuffer, player: Player): Unit =
    out.room(10)
    out.putByte(player.gameType.ordinal)
    out.putByte(player.previousGameType.ordinal)
    out.putLong(player.score)
    out.putText(player.dimension, 4)
    out.putInt(player.selectedSlot)
    item(out, player.selectedItem)
    out.room(1)
    writeOption(out, player.spawnDimension)(out.putText(_, 0))
    out.room(60)
    out.putLong(player.spawnX)
    out.putLong(player.spawnY)
    out.putLong(player.spawnZ)
    writeOption(out, player.spawnForced)(out.putFlag(_))
    out.putShort(player.sleepTimer)
    out.putFloat(player.foodExhaustion)
    out.putFloat(player.foodSaturation)
    out.putInt(player.foodTimer)
    out.putInt(player.experienceLevel)
    out.putFloat(player.experienceShare)
    out.putInt(player.experienceTotal)
    out.putInt(player.experienceSeed)
    writeAll(out, player.inventory)(item(out, _))
    writeAll(out, player.enderItems)(item(out, _))
    out.room(40)
    abilities(out, player.abilities)
    writeOption(out, player.netherPlace)(place(out, _))
    out.room(17)
    writeOption(out, player.vehicle): vehicle =>
      uuid(out, vehicle.id)
      entity(out, vehicle.entity)
    out.room(1)
    writeOption(out, player.shoulderLeft)(entity(out, _))
    out.room(1)
    writeOption(out, player.shoulderRight)(entity(out, _))
    out.room(1)
    out.putFlag(player.seenCredits)
    book(out, player.recipeBook)

  private def item(out: FixedBuffer, item: Item): Unit =
    out.room(2)
    out.putByte(item.count)
    out.putByte(item.slot)
    out.putText(item.id, 0)

  private def abilities(out: FixedBuffer, abilities: Abilities): Unit =
    out.putFloat(abilities.walkSpeed)
    out.putFloat(abilities.flySpeed)
    out.putFlag(abilities.mayFly)
    out.putFlag(abilities.flying)
    out.putFlag(abilities.invulnerable)
    out.putFlag(abilities.mayBuild)
    out.putFlag(abilities.instantBuild)

  private def place(out: FixedBuffer, place: Place): Unit =
    out.putDouble(place.x)
    out.putDouble(place.y)
    out.putDouble(place.z)

  private def uuid(out: FixedBuffer, uuid: UUID): Unit =
    out.putLong(uuid.getMostSignificantBits)
    out.putLong(uuid.getLeastSignificantBits)

  private def entity(out: FixedBuffer, entity: Entity): Unit =
    out.putText(entity.id, 88)
    place(out, entity.place)
    place(out, entity.motion)
    out.putFloat(entity.rotation.yaw)
    out.putFloat(entity.rotation.pitch)
    out.putFloat(entity.fallDistance)
    out.putShort(entity.fire)
    out.putShort(entity.air)
    out.putFlag(entity.onGround)
    out.putFlag(entity.weightless)
    out.putFlag(entity.invulnerable)
    out.putInt(entity.portalCooldown)
    uuid(out, entity.uuid)
    writeOption(out, entity.customName)(out.putText(_, 3))
    out.putFlag(entity.customNameVisible)
    out.putFlag(entity.silent)
    out.putFlag(entity.glowing)

  private def book(out: FixedBuffer, book: RecipeBook): Unit =
    writeAll(out, book.recipes)(out.putText(_, 0))
    writeAll(out, book.toBeDisplayed)(out.putText(_, 0))
    out.room(8)
    out.putFlag(book.filteringCraftable)
    out.putFlag(book.open)
    out.putFlag(book.furnaceFilteringCraftable)
    out.putFlag(book.furnaceOpen)
    out.putFlag(book.blastingFilteringCraftable)
    out.putFlag(book.blastingOpen)
    out.putFlag(book.smokerFilteringCraftable)
    out.putFlag(book.smokerOpen)

  def read(in: FixedBuffer): Saves =
    val players = readAll(in)(player(in))
    Saves(players)

  private def player(in: FixedBuffer): Player = Player(
    gameTypes(in.getByte()),
    gameTypes(in.getByte()),
    in.getLong(),
    in.getText(),
    in.getInt(),
    item(in),
    readOption(in)(in.getText()),
    in.getLong(),
    in.getLong(),
    in.getLong(),
    readOption(in)(in.getFlag()),
    in.getShort() & 0xffff,
    in.getFloat(),
    in.getFloat(),
    in.getInt(),
    in.getInt(),
    in.getFloat(),
    in.getInt(),
    in.getInt(),
    readAll(in)(item(in)),
    readAll(in)(item(in)),
    abilities(in),
    readOption(in)(place(in)),
    readOption(in)(Vehicle(uuid(in), entity(in))),
    readOption(in)(entity(in)),
    readOption(in)(entity(in)),
    in.getFlag(),
    book(in)
  )

  private def item(in: FixedBuffer): Item = Item(in.getByte(), (in.getByte() & 0xff).toShort, in.getText())

  private def abilities(in: FixedBuffer): Abilities = Abilities(
    in.getFloat(),
    in.getFloat(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag()
  )

  private def place(in: FixedBuffer): Place = Place(in.getDouble(), in.getDouble(), in.getDouble())
  private def uuid(in: FixedBuffer): UUID   = UUID(in.getLong(), in.getLong())

  private def entity(in: FixedBuffer): Entity = Entity(
    in.getText(),
    place(in),
    place(in),
    Rotation(in.getFloat(), in.getFloat()),
    in.getFloat(),
    in.getShort() & 0xffff,
    in.getShort() & 0xffff,
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getInt(),
    uuid(in),
    readOption(in)(in.getText()),
    in.getFlag(),
    in.getFlag(),
    in.getFlag()
  )

  private def book(in: FixedBuffer): RecipeBook = RecipeBook(
    readAll(in)(in.getText()),
    readAll(in)(in.getText()),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag(),
    in.getFlag()
  )
