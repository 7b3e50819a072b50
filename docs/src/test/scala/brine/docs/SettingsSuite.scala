package brine.docs

import brine.actor.*
import brine.codec.Compression
import brine.entity.EntitySettings
import brine.entity.erasure.MasterKey
import brine.entity.projection.ProjectionSettings
import brine.entity.testkit.SimulatedStore
import brine.journal.ExpectedVersion
import java.lang.reflect.{InvocationTargetException, Method}
import java.time.{Clock, Duration, Instant, InstantSource, ZoneOffset}
import java.util.function.{Function, Predicate}
import java.util.{List as JavaList, Optional, Set as JavaSet, UUID}
import scala.util.Try

/** Java programs can set every field of every settings class: each has a wither that changes it and nothing else. */
class SettingsSuite extends munit.FunSuite:
  private val classes = SettingsClasses.all

  test("the search finds the settings"):
    val names    = classes.map(_.getSimpleName).toSet
    val expected = Set(
      "MessageOptions",
      "Limits",
      "Effort",
      "ActorOptions",
      "ActorSystemSettings",
      "Supervision",
      "Backoff",
      "Batch",
      "TestSettings",
      "JournalSettings",
      "RetentionRules",
      "CompactionRules",
      "AppendOptions",
      "EntitySettings",
      "SavePolicy"
    )
    assertEquals(expected -- names, Set.empty[String])

  for one <- classes do
    test(s"${one.getName} has a wither for each field"):
      val before = SettingsClasses.sample(one)
      val fields = SettingsClasses.fields(before)
      assert(fields.nonEmpty)
      for field <- fields do
        val withers = SettingsClasses.withers(one, field)
        assert(withers.nonEmpty, s"${one.getSimpleName} has no with${field.capitalize}")
        for wither <- withers do
          val old            = fieldOf(before, field)
          val (value, after) = changed(before, old, wither)
          val isSet          = asStored(value).contains(fieldOf(after, field))
          assert(isSet, s"$wither does not set $field to $value: $after")
          for other <- fields.filterNot(_ == field) do
            assertEquals(fieldOf(after, other), fieldOf(before, other), s"$wither changes $other")

  private def fieldOf(settings: Product, name: String): Any = settings.getClass.getMethod(name).invoke(settings)

  /** What a field may hold for the argument of its wither. */
  private def asStored(value: Any): List[Any] = value match
    case version: Long => List(version, ExpectedVersion(version))
    case other         => List(other, Optional.of(other))

  /** Calls a wither with a value that is new to the field and in its range. */
  private def changed(settings: Product, old: Any, wither: Method): (Any, Product) =
    val kind   = wither.getParameterTypes.head
    val values = candidates(kind, old).filterNot(value => value == old || Optional.of(value) == old)
    assert(values.nonEmpty, s"the suite knows no value for $wither")
    values
      .flatMap(value => call(wither, settings, value).map(value -> _))
      .headOption
      .getOrElse(fail(s"$wither refuses all of $values"))

  private def call(wither: Method, settings: Product, value: Any): Option[Product] =
    try Some(wither.invoke(settings, value).asInstanceOf[Product])
    catch
      case refused: InvocationTargetException =>
        refused.getCause match
          // Of a list, only its elements tell what it may hold.
          case _: (IllegalArgumentException | ClassCastException) => None
          case other                                              => throw other

  private def candidates(kind: Class[?], old: Any): List[Any] = old match
    case flag: Boolean  => List(!flag)
    case number: Int    => List(number + 1, number / 2, 1)
    case number: Long   => List(number / 2, number + 1, 1L)
    case number: Double => List(number / 2, 0.5)
    case text: String   => List(text + "x")
    case time: Duration => Try(time.plusMillis(1)).toOption.toList :+ Duration.ofSeconds(5)
    case _              =>
      if kind == classOf[Long] then List(3L)
      else if kind.isEnum || classOf[java.lang.Enum[?]].isAssignableFrom(kind) then kind.getEnumConstants.toList
      else values.getOrElse(kind, Nil)

  private val values: Map[Class[?], List[Any]] = Map(
    classOf[Mailbox]             -> List(Mailbox.Bounded(1, WhenFull.Fail)),
    classOf[Supervision]         -> List(Supervision.resume),
    classOf[Backoff]             -> List(Backoff(Duration.ofMillis(1), Duration.ofMillis(2), 0.5)),
    classOf[Batch]               -> List(Batch(3)),
    classOf[ActorListener]       -> List(JfrListener()),
    classOf[ActorInterceptor]    -> List(new ActorInterceptor {}),
    classOf[Dispatcher]          -> List(Dispatcher.Blocking),
    classOf[java.util.Map[?, ?]] -> List(java.util.Map.of("io", Integer.valueOf(2))),
    classOf[Compression]         -> List(Compression.Deflate),
    classOf[Clock]               -> List(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC)),
    classOf[InstantSource]       -> List(InstantSource.fixed(Instant.EPOCH)),
    classOf[UUID]                -> List(UUID(1, 2)),
    classOf[MasterKey]           -> List(MasterKey.of("master", new Array[Byte](32))),
    classOf[ExpectedVersion]     -> List(ExpectedVersion(3)),
    classOf[Instant]             -> List(Instant.EPOCH),
    classOf[String]              -> List("text"),
    classOf[EntitySettings]      -> List(EntitySettings(maxAttempts = 3)),
    classOf[ProjectionSettings]  -> List(ProjectionSettings.defaults.withBatchSize(3)),
    classOf[SimulatedStore]      -> List(SimulatedStore.Files),
    classOf[JavaList[?]]         -> List(
      JavaList.of(Compression.Deflate),
      JavaList.of(MasterKey.of("former", new Array[Byte](32)))
    ),
    classOf[JavaSet[?]]     -> List(JavaSet.of("tag")),
    classOf[Predicate[?]]   -> List((_ => false): Predicate[String]),
    classOf[Function[?, ?]] -> List((_ => Optional.of(Directive.Resume)): Function[Throwable, Optional[Directive]])
  )
