package brine.codec.bench.datasets

import brine.codec.bench.datasets.FixedCodec.{readAll, readOption, writeAll, writeOption}

private[bench] object FixedGameUpdates extends FixedCodec[GameUpdates]:
  private val ships = Ship.values

  def write(out: FixedBuffer, updates: GameUpdates): Unit = writeAll(out, updates.updates): update =>
    writeAll(out, update.contacts)(contact(out, _))
    out.room(8)
    out.putInt(update.score)
    out.putFloat(update.worldRadius)
    writeAll(out, update.terrain): terrain =>
      out.room(2)
      out.putByte(terrain.chunk.x)
      out.putByte(terrain.chunk.y)
      out.putBytes(terrain.data, 0)

  private def contact(out: FixedBuffer, contact: Contact): Unit =
    out.room(15)
    out.putByte(contact.damage)
    out.putInt(contact.entityId)
    writeOption(out, contact.ship)(ship => out.putByte(ship.ordinal))
    out.putShort(contact.guidance.angle)
    out.putFlag(contact.guidance.submerge)
    out.putShort(contact.guidance.velocity)
    writeOption(out, contact.playerId)(out.putShort(_))
    out.room(4 + contact.reloads.length)
    writeAll(out, contact.reloads)(out.putFlag(_))
    out.room(17 + 2 * contact.turretAngles.length)
    out.putByte(contact.transform.altitude)
    out.putShort(contact.transform.angle)
    out.putFloat(contact.transform.position.x)
    out.putFloat(contact.transform.position.y)
    out.putShort(contact.transform.velocity)
    writeAll(out, contact.turretAngles)(out.putShort(_))

  def read(in: FixedBuffer): GameUpdates =
    val updates = readAll(in)(update(in))
    GameUpdates(updates)

  private def update(in: FixedBuffer): GameUpdate =
    val contacts = readAll(in)(contact(in))
    val score    = in.getInt()
    val radius   = in.getFloat()
    val terrain  = readAll(in)(TerrainUpdate(Chunk(in.getByte(), in.getByte()), in.getBytes()))
    GameUpdate(contacts, score, radius, terrain)

  private def contact(in: FixedBuffer): Contact = Contact(
    (in.getByte() & 0xff).toShort,
    in.getInt(),
    readOption(in)(ships(in.getByte())),
    Guidance(in.getShort() & 0xffff, in.getFlag(), in.getShort()),
    readOption(in)(in.getShort() & 0xffff),
    readAll(in)(in.getFlag()),
    Transform(in.getByte(), in.getShort() & 0xffff, GamePlace(in.getFloat(), in.getFloat()), in.getShort()),
    readAll(in)(in.getShort() & 0xffff)
  )
