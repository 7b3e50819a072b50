package brine.entity.boundary.search

import brine.entity.Answer
import brine.entity.boundary.{Ask, BoundaryError, Seen}
import java.util.UUID

/** A command, and what its client knows of it. Its fields are of the client's thread, until it has ended. */
final class CampusCommand(val id: Long, val ask: Ask, val key: Option[UUID]):
  /** Up to where the log was durable when it was first sent; -1 before. */
  var began: Long                  = -1
  var answer: Option[Answer[Seen]] = None
  var error: Option[BoundaryError] = None
  var mayBeExecuted: Boolean       = false
  def isOver: Boolean              = answer.isDefined || error.isDefined
  override def toString: String    = s"$ask, id $id, key $key, began at $began: $answer, $error"
