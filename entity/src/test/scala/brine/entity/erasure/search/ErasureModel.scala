package brine.entity.erasure.search

import brine.entity.erasure.{Opened, Sealed}
import scala.collection.mutable

/** What must hold of values and subjects, beside the keys that a program uses. A call that fails leaves open what it
  * has done; what is seen afterwards decides, and stays so.
  */
final class ErasureModel:
  import ErasureModel.*

  val values: mutable.ArrayBuffer[Value] = mutable.ArrayBuffer.empty

  // The subjects that are forgotten, and those of which nobody knows.
  private val forgotten = mutable.HashSet.empty[String]
  private val unknown   = mutable.HashSet.empty[String]

  private def of(subject: String) = values.filter(_.subject == subject)

  /** Whether a subject is forgotten; None if it is open. */
  def isForgotten(subject: String): Option[Boolean] =
    if unknown(subject) then None else Some(forgotten(subject))

  private def decide(subject: String, isForgotten: Boolean): Unit =
    unknown -= subject
    if isForgotten then forgotten += subject else forgotten -= subject

  def hasSealed(value: Value): Unit =
    require(!isForgotten(value.subject).contains(true), s"$value was sealed though its subject is forgotten")
    decide(value.subject, isForgotten = false)
    values += value

  def hasRefused(subject: String): Unit =
    require(!isForgotten(subject).contains(false), s"$subject was refused though it is not forgotten")
    sawForgotten(subject)

  def hasForgotten(subject: String): Unit = sawForgotten(subject)

  def mayHaveForgotten(subject: String): Unit =
    if !isForgotten(subject).contains(true) then
      unknown += subject
      of(subject).filter(_.fate == Fate.Alive).foreach(_.fate = Fate.Open)

  def hasReadmitted(subject: String, was: Boolean): Unit =
    require(!isForgotten(subject).contains(!was), s"readmitting $subject said $was")
    if was then sawForgotten(subject)
    decide(subject, isForgotten = false)

  def mayHaveReadmitted(subject: String): Unit =
    if isForgotten(subject).contains(true) then unknown += subject
    // It may have been forgotten by a call that failed, and by this one it is not any more.
    else if unknown(subject) then of(subject).filter(_.fate == Fate.Lost).foreach(_.fate = Fate.LostOrBuried)

  def hasSaid(subject: String, forgotten: Boolean, isGone: Boolean = true): Unit =
    require(!isForgotten(subject).contains(!forgotten), s"$subject is said to be forgotten: $forgotten")
    if forgotten then sawForgotten(subject, isGone) else decide(subject, isForgotten = false)

  def hasOpened(value: Value, opened: Opened[String]): Unit = opened match
    case Opened.Value(text) =>
      require(text == value.text, s"$value was opened as $text")
      require(value.fate == Fate.Alive || value.fate == Fate.Open, s"$value was opened")
      value.fate = Fate.Alive
    case Opened.Forgotten(_) =>
      val isGone = value.fate == Fate.Lost && !isForgotten(value.subject).contains(false) || value.fate == Fate.Buried
      require(value.fate != Fate.Alive && (value.fate != Fate.Lost || isGone), s"$value is said to be forgotten")
      if value.fate == Fate.Open then value.fate = Fate.Dead
      if value.fate == Fate.LostOrBuried then value.fate = Fate.Buried
      value.isGone = true

  def isMissing(value: Value): Unit =
    val isAway = value.fate == Fate.Lost || value.fate == Fate.LostOrBuried || value.fate == Fate.Buried
    require(
      isAway && !isForgotten(value.subject).contains(true),
      s"the key of $value is said to be missing"
    )

  /** A backup of the keys was restored, and there are these alone now. */
  def hasRestored(keys: Set[Int]): Unit = values.foreach: value =>
    val isThere = keys(value.sealedValue.key)
    require(!isThere || value.fate != Fate.Dead && value.fate != Fate.Buried, s"the key of $value came back")
    if !isThere && value.fate == Fate.Alive then value.fate = Fate.Lost
    if isThere && (value.fate == Fate.Lost || value.fate == Fate.LostOrBuried) then value.fate = Fate.Alive

  /** The numbers of the keys that no file may have. A list of the forgotten says nothing of that. */
  def goneKeys: Set[Int] = values.filter(_.isGone).map(_.sealedValue.key).toSet

  private def sawForgotten(subject: String, isGone: Boolean = true): Unit =
    decide(subject, isForgotten = true)
    of(subject).filter(value => value.fate == Fate.Alive || value.fate == Fate.Open).foreach(_.fate = Fate.Dead)
    of(subject)
      .filter(value => value.fate == Fate.Lost || value.fate == Fate.LostOrBuried)
      .foreach(_.fate = Fate.Buried)
    if isGone then of(subject).foreach(_.isGone = true)

object ErasureModel:
  enum Fate:
    /** It can be opened. */
    case Alive

    /** It is forgotten. */
    case Dead

    /** A call that may have forgotten it has failed. */
    case Open

    /** Its key is not in the backup that was restored. */
    case Lost

    /** Its key was lost when its subject was forgotten. */
    case Buried

    /** One of these two: calls that may have forgotten its subject, and may have readmitted it, have failed. */
    case LostOrBuried

  final class Value(val subject: String, val text: String, val sealedValue: Sealed[String]):
    var fate: Fate      = Fate.Alive
    var isGone: Boolean = false // whether no file may have its key

    override def toString: String = s"the value '$text' of $subject ($fate)"
