package brine.pekko.rig

/** A command whose outcome a client knows.
  *
  * @param client
  *   who sent it
  * @param number
  *   of the commands of this client, from 1
  * @param version
  *   what it was told: number of the events of the entity with this one
  * @param at
  *   when the client had the outcome, in ns of this process
  */
final case class Acknowledged(entity: String, client: Int, number: Long, version: Long, at: Long)
