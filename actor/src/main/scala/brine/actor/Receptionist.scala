package brine.actor

import brine.actor.internal.routing.RefsByActor
import java.util.{HashMap, LinkedHashSet, Objects}
import scala.jdk.CollectionConverters.*

/** A receptionist: an actor that knows others by the services they offer. [[ActorSystem.receptionist]] is the one of a
  * system; spawn [[apply]] for one of your own.
  *
  * {{{
  * val Printers = ServiceKey[Print]("printers")
  * system.receptionist ! Receptionist.Register(Printers, printer)
  * system.receptionist.ask[Receptionist.Listing[Print]](Receptionist.Find(Printers, _), 1.second)
  * }}}
  *
  * Actors that stop are removed. It knows the actors of one process only.
  *
  * A change costs one message to each subscriber of its key, and a listing in proportion to the services of the key. So
  * a key is for tens or hundreds of services, not for each of a million actors.
  */
object Receptionist:
  sealed trait Command

  /** Registers a service. Each further registration of the same reference changes nothing. A later [[Find]] of the same
    * sender finds it.
    */
  final case class Register[M](key: ServiceKey[M], service: ActorRef[M]) extends Command:
    Objects.requireNonNull(key, "key"): Unit
    Objects.requireNonNull(service, "service"): Unit

  /** Undoes [[Register]]: for the same reference. */
  final case class Deregister[M](key: ServiceKey[M], service: ActorRef[M]) extends Command:
    Objects.requireNonNull(key, "key"): Unit
    Objects.requireNonNull(service, "service"): Unit

  /** Asks for the services of a key. */
  final case class Find[M](key: ServiceKey[M], replyTo: ActorRef[Listing[M]]) extends Command:
    Objects.requireNonNull(key, "key"): Unit
    Objects.requireNonNull(replyTo, "replyTo"): Unit

  /** Sends a listing now, and another after each change, until the subscriber stops. */
  final case class Subscribe[M](key: ServiceKey[M], subscriber: ActorRef[Listing[M]]) extends Command:
    Objects.requireNonNull(key, "key"): Unit
    Objects.requireNonNull(subscriber, "subscriber"): Unit

  /** Undoes [[Subscribe]]: for the same reference. */
  final case class Unsubscribe[M](key: ServiceKey[M], subscriber: ActorRef[Listing[M]]) extends Command:
    Objects.requireNonNull(key, "key"): Unit
    Objects.requireNonNull(subscriber, "subscriber"): Unit

  /** The services of a key, in the order of their registration. An actor in it may have stopped since. */
  final case class Listing[M](key: ServiceKey[M], services: Vector[ActorRef[M]]):
    /** The services for Java. */
    def toJava: java.util.List[ActorRef[M]] = services.asJava

  /** The behavior of a receptionist. If its actor restarts, it has forgotten all. */
  def apply(): Behavior[Command] = Behavior.setup:
    val state = ReceptionistState(context)
    Behavior
      .receive[Command](state.handle)
      .onSignal { case Signal.Terminated(ended, _) => state.ended(ended) }

/** What a receptionist knows. Owned by its actor. */
private final class ReceptionistState(context: ActorContext[Receptionist.Command]):
  import Receptionist.*

  private val entries = HashMap[ServiceKey[?], Entry]()
  private val actors  = RefsByActor[ActorRef[?], Place](_.endedRef)

  /** The services and subscribers of one key. The types of its references are those of the key. */
  private final class Entry(val key: ServiceKey[Any]):
    val services    = LinkedHashSet[ActorRef[Any]]()
    val subscribers = LinkedHashSet[ActorRef[Listing[Any]]]()

    def listing: Listing[Any] = Listing(key, services.asScala.toVector)

    def changed(): Unit = if !subscribers.isEmpty then
      val now = listing
      subscribers.removeIf(!Topic.send(context.system, _, now)): Unit

    def isEmpty: Boolean = services.isEmpty && subscribers.isEmpty

  /** Where a reference is kept. */
  private final case class Place(entry: Entry, ref: ActorRef[?], isService: Boolean):
    def remove(): Boolean = if isService then entry.services.remove(ref) else entry.subscribers.remove(ref)

  def handle(command: Command): Unit = command match
    case Register(key, service) =>
      val entry = entryOf(key)
      if entry.services.add(service.asInstanceOf[ActorRef[Any]]) then
        keep(Place(entry, service, isService = true))
        entry.changed()
    case Deregister(key, service) =>
      val entry = entryOf(key)
      if forget(Place(entry, service, isService = true)) then entry.changed()
      dropIfEmpty(entry)
    case Find(key, replyTo) =>
      val entry = entries.get(key)
      val found = if entry == null then Listing(key, Vector.empty) else entry.listing
      Topic.send(context.system, replyTo.asInstanceOf[ActorRef[Any]], found): Unit
    case Subscribe(key, subscriber) =>
      val entry = entryOf(key)
      val ref   = subscriber.asInstanceOf[ActorRef[Listing[Any]]]
      if entry.subscribers.add(ref) then keep(Place(entry, ref, isService = false))
      if !Topic.send(context.system, ref, entry.listing) then
        entry.subscribers.remove(ref): Unit
        dropIfEmpty(entry)
    case Unsubscribe(key, subscriber) =>
      val entry = entryOf(key)
      forget(Place(entry, subscriber, isService = false)): Unit
      dropIfEmpty(entry)
    case null => context.unhandled(command)

  def ended(ref: ActorRef[?]): Unit =
    val changed = LinkedHashSet[Entry]()
    actors.removeAll(ref): place =>
      if place.remove() && place.isService then changed.add(place.entry): Unit
      dropIfEmpty(place.entry)
    changed.forEach(_.changed())

  private def entryOf(key: ServiceKey[?]): Entry =
    entries.computeIfAbsent(key, key => Entry(key.asInstanceOf[ServiceKey[Any]]))

  private def keep(place: Place): Unit = if actors.add(place.ref, place) then context.watch(place.ref)

  private def forget(place: Place): Boolean =
    val removed = place.remove()
    if removed && actors.remove(place.ref, place) then context.unwatch(place.ref)
    removed

  // Not another one of that key, which came when this one had been dropped.
  private def dropIfEmpty(entry: Entry): Unit = if entry.isEmpty then entries.remove(entry.key, entry): Unit
