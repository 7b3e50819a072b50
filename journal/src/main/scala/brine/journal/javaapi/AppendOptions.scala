package brine.journal.javaapi

import brine.journal.{AppendCondition, ExpectedVersion, Level, Offset, Query}
import java.util.{List as JavaList, Objects, Optional, Set as JavaSet, UUID}

/** Options of an append in Java. The defaults append to any version, durably, without a key and without tags.
  *
  * {{{
  * AppendOptions.defaults().withExpectedVersion(7).withKey(request).withTags(Set.of("billing"))
  * }}}
  *
  * @param expectedVersion
  *   the version that the stream must have before the append
  * @param key
  *   an idempotency key, so that a retry appends only once: a second append with the same key writes nothing and fails
  *   with `AppendError.Duplicate`
  * @param tags
  *   further names to read the events by
  * @param level
  *   what the events must survive before the append completes
  * @param unless
  *   conditions: the append fails with `AppendError.Conflict` if an event matches one
  */
final case class AppendOptions private (
    expectedVersion: ExpectedVersion,
    key: Optional[UUID],
    tags: JavaSet[String],
    level: Level,
    unless: JavaList[AppendCondition]
):
  /** Returns the options with this [[expectedVersion]]. */
  def withExpectedVersion(expectedVersion: ExpectedVersion): AppendOptions =
    copy(expectedVersion = Objects.requireNonNull(expectedVersion, "expectedVersion"))

  /** Returns the options with this expected version; 0 for a stream without events.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the version is negative
    */
  def withExpectedVersion(expectedVersion: Long): AppendOptions = withExpectedVersion(ExpectedVersion(expectedVersion))

  /** Returns the options for a stream of any version. */
  def withAnyVersion(): AppendOptions = withExpectedVersion(ExpectedVersion.Any)

  /** Returns the options with this [[key]]. */
  def withKey(key: UUID): AppendOptions = copy(key = Optional.of(key))

  /** Returns the options without a key. */
  def withoutKey(): AppendOptions = copy(key = Optional.empty)

  /** Returns the options with a copy of these [[tags]]. */
  def withTags(tags: JavaSet[String]): AppendOptions = copy(tags = JavaSet.copyOf(tags))

  /** Returns the options with this [[level]].
    *
    * @throws java.lang.NullPointerException
    *   if it is null
    */
  def withLevel(level: Level): AppendOptions = copy(level = Objects.requireNonNull(level, "level"))

  /** Returns the options with one more condition: no event after this offset may match the query.
    *
    * @throws java.lang.IllegalArgumentException
    *   if the offset is negative
    */
  def withUnless(query: Query, after: Offset): AppendOptions =
    val all = java.util.ArrayList[AppendCondition](unless)
    all.add(AppendCondition(query, Results.checked(after)))
    withUnless(all)

  /** Returns the options with a copy of these conditions. */
  def withUnless(unless: JavaList[AppendCondition]): AppendOptions = copy(unless = JavaList.copyOf(unless))

object AppendOptions:
  /** Any version, no key, no tags, no conditions, and durable when it completes. */
  val defaults: AppendOptions =
    new AppendOptions(ExpectedVersion.Any, Optional.empty, JavaSet.of(), Level.Disk, JavaList.of())
