package brine.codec.evolution

import brine.codec.*

/** Cases of enums and sealed traits. */
object CaseChanges extends Changes("Cases of enums and sealed traits"):
  enum Event derives Codec:
    case Opened(name: String, on: Boolean)
    case Closed
    case Moved(to: Int)
  enum More derives Codec:
    case Jumped(height: Double)
    case Opened(name: String, on: Boolean)
    case Closed
    case Slept
    case Moved(to: Int)
  enum Reordered derives Codec:
    case Moved(to: Int)
    case Opened(name: String, on: Boolean)
    case Closed
  enum Renamed derives Codec:
    case Began(name: String, on: Boolean)
    case Ended
    case Moved(to: Int)
  enum Marked derives Codec:
    @was("Opened") case Began(name: String, on: Boolean)
    @was("Closed") case Ended
    case Moved(to: Int)
  enum Open derives Codec:
    case Opened(name: String, on: Boolean)
    case Closed
    case Moved(to: Int)
    @fallback case Other(event: UnknownCase)
  enum Grown derives Codec:
    case Opened(name: String, on: Boolean, times: Int = 1)
    case Closed(reason: Option[String], final_ : Boolean = true)
    case Moved(to: Long)
  enum Demanding derives Codec:
    case Opened(name: String, on: Boolean)
    case Closed(reason: String)
    case Moved(to: Int)

  enum Nested derives Codec:
    case Opened(name: String, on: Boolean)
    case Closed
    case Moved(to: Int)
    case Both(events: List[Event], main: Event)

  final case class Opened(name: String, on: Boolean) derives Codec

  enum Light derives Codec:
    case Red, Amber, Green
  enum Lights derives Codec:
    case Off, Green, Amber, Red
  enum Only derives Codec:
    case Red
  enum Coloured derives Codec:
    case Red(deep: Boolean = false)
    case Amber
    case Green(shade: Int = 3)

  private val old = List[(Event, More)](
    Event.Opened("a", true) -> More.Opened("a", true),
    Event.Opened("", false) -> More.Opened("", false),
    Event.Closed            -> More.Closed,
    Event.Moved(-1000)      -> More.Moved(-1000)
  )
  private val events                           = old.map(_._1)
  private def lacks(name: String, sum: String) = s"a $name, a case that $sum does not have here"

  change("Cases are added", "Readers first; `@fallback` keeps what older readers do not know.")(
    read(old*),
    read(old.map(_.swap)*)
      .except(More.Jumped(1.5), lacks("Jumped", "Event"))
      .except(More.Slept, lacks("Slept", "Event"))
  )
  change("Cases are added, and the version before has a case marked by `@fallback`")(
    read[Open, More](Open.Opened("a", true) -> More.Opened("a", true), Open.Closed -> More.Closed),
    read[More, Open](
      More.Opened("a", true) -> Open.Opened("a", true),
      More.Jumped(1.5)       -> unknown(More.Jumped(1.5)),
      More.Slept             -> unknown(More.Slept)
    )
  )
  change("A case that an older version kept by `@fallback` comes back")(
    read[Open, More](
      unknown(More.Jumped(1.5)) -> More.Jumped(1.5),
      unknown(More.Slept)       -> More.Slept,
      Open.Moved(5)             -> More.Moved(5)
    ),
    read[Open, Open](unknown(More.Jumped(1.5)) -> unknown(More.Jumped(1.5)))
  )
  change("Cases are removed", "Keep them as long as data contain them, or add a case marked by `@fallback`.")(
    read(old.map(_.swap)*)
      .except(More.Jumped(1.5), lacks("Jumped", "Event"))
      .except(More.Slept, lacks("Slept", "Event")),
    read(old*)
  )
  change("Cases are reordered")(
    read[Event, Reordered](
      Event.Opened("a", true) -> Reordered.Opened("a", true),
      Event.Closed            -> Reordered.Closed,
      Event.Moved(7)          -> Reordered.Moved(7)
    ),
    read[Reordered, Event](Reordered.Moved(7) -> Event.Moved(7), Reordered.Closed -> Event.Closed)
  )
  change("Cases are renamed", "Mark them by `@was`.")(
    read[Event, Renamed](Event.Moved(1) -> Renamed.Moved(1))
      .except(Event.Closed, lacks("Closed", "Renamed"))
      .except(Event.Opened("a", true), lacks("Opened", "Renamed")),
    read[Renamed, Event](Renamed.Moved(1) -> Event.Moved(1))
      .except(Renamed.Ended, lacks("Ended", "Event"))
  )
  change("Cases are renamed and marked by `@was`", "Readers first.")(
    read[Event, Marked](
      Event.Opened("a", true) -> Marked.Began("a", true),
      Event.Closed            -> Marked.Ended,
      Event.Moved(1)          -> Marked.Moved(1)
    ),
    read[Marked, Event](Marked.Moved(1) -> Event.Moved(1)).except(Marked.Ended, lacks("Ended", "Event"))
  )
  change("Cases get fields with defaults or Options, singletons too")(
    read[Event, Grown](
      Event.Opened("a", true) -> Grown.Opened("a", true, 1),
      Event.Closed            -> Grown.Closed(None, true),
      Event.Moved(9)          -> Grown.Moved(9L)
    ),
    refuse[Grown, Event]("Moved.to: it was written as Long")(Grown.Moved(9L))
  )
  change("Singletons of an enum get fields with defaults")(
    read[Light, Coloured](
      Light.Red   -> Coloured.Red(false),
      Light.Amber -> Coloured.Amber,
      Light.Green -> Coloured.Green(3)
    ),
    read[Coloured, Light](
      Coloured.Red(true) -> Light.Red,
      Coloured.Amber     -> Light.Amber,
      Coloured.Green(5)  -> Light.Green
    )
  )
  change("A singleton gets a field without a default", "Give it a default, mark it by `@added`, or make it an Option.")(
    refuse[Event, Demanding]("Closed.reason: it is missing")(events*),
    read[Demanding, Event](Demanding.Closed("x") -> Event.Closed, Demanding.Moved(1) -> Event.Moved(1))
  )
  change("A plain enum gets values, in another order", "Readers first.")(
    read[Light, Lights](Light.Red -> Lights.Red, Light.Amber -> Lights.Amber, Light.Green -> Lights.Green),
    read[Lights, Light](Lights.Red -> Light.Red, Lights.Green -> Light.Green).except(Lights.Off, lacks("Off", "Light"))
  )
  change("A plain enum loses all values but one", "Keep the others as long as data contain them.")(
    read[Light, Only](Light.Red -> Only.Red).except(Light.Green, lacks("Green", "Only")),
    read[Only, Light](Only.Red -> Light.Red)
  )
  change("A case that contains values of the same type is added", "Readers first.")(
    read[Event, Nested](Event.Closed -> Nested.Closed, Event.Moved(1) -> Nested.Moved(1)),
    read[Nested, Event](Nested.Closed -> Event.Closed)
      .except(Nested.Both(events, Event.Closed), lacks("Both", "Event"))
  )
  change("A case class becomes a case of a sealed type", "Readers first.")(
    read[Opened, Event](Opened("a", true) -> Event.Opened("a", true), Opened("", false) -> Event.Opened("", false)),
    refuse[Event, Opened]("Event is a sum")(Event.Opened("a", true))
  )

  final case class Ended(at: Long, by: String) derives Codec
  final case class Stopped(at: Long) derives Codec
  enum Ending derives Codec:
    case Running(since: Long)
    case Ended, Stopped
  change("A case class becomes a case without fields", "Readers first. Keep the fields if you need them.")(
    read[Ended, Ending](Ended(1, "a") -> Ending.Ended, Ended(0, "") -> Ending.Ended),
    refuse[Ending, Ended]("Ending is a sum")(Ending.Ended)
  )
  change("A class of one field becomes a case without fields", "Readers first. Keep the field if you need it.")(
    read[Stopped, Ending](Stopped(1) -> Ending.Stopped, Stopped(0) -> Ending.Stopped),
    refuse[Ending, Stopped]("cannot be read as")(Ending.Stopped)
  )

  private def unknown(value: More): Open =
    Codec.decodeBare[Open](Codec.encodeBare(value), Codec[More].schema).fold(throw _, identity)
