package brine.lab.model.records

/** What a game's server tells a player, update by update: small integers, flags and few floats. */
final case class Updates(updates: Seq[Update])

/** One update.
  *
  * @param worldRadius
  *   in metres
  */
final case class Update(contacts: Seq[Contact], score: Int, worldRadius: Float, terrain: Seq[Terrain])

/** Something that the player sees.
  *
  * @param damage
  *   from 0 to 255
  * @param kind
  *   unknown if it is far away
  * @param reloads
  *   whether each weapon is ready
  * @param turretAngles
  *   from 0 to 65,535, a whole turn
  */
final case class Contact(
    damage: Int,
    entityId: Int,
    kind: Option[VesselKind],
    guidance: Guidance,
    playerId: Option[Int],
    reloads: Seq[Boolean],
    transform: Transform,
    turretAngles: Seq[Int]
)

/** Where a vessel is steered to: an angle from 0 to 65,535, and a speed that is negative astern. */
final case class Guidance(angle: Int, velocity: Int)

/** Where a vessel is: depths are negative altitudes. */
final case class Transform(altitude: Int, angle: Int, position: Position, velocity: Int)

final case class Position(x: Float, y: Float)

/** The heights of a piece of the map, each from 0 to 255. */
final case class Terrain(x: Int, y: Int, heights: Seq[Int])
