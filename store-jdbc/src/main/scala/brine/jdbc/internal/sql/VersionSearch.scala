package brine.jdbc.internal.sql

/** Finds the first event of a stream after a number by its versions, for PostgreSQL. Stateless.
  *
  * A stream is in two indexes, and its events are in that of all numbers. However the first event after a number is
  * asked for, there are statistics with which the planner walks another index, through the whole stream or log.
  * Versions are in one index alone. So this looks at a few of them: the last one, others further and further before it,
  * then by halves. It looks at some twice the logarithm of how many events there are after the number.
  */
private[sql] object VersionSearch:
  /** Selects the version as `version`, or the one after the last if there is no such event. Its parameters are the
    * stream and the number.
    */
  def of(event: String): String =
    // What is up to `low` is not after the number. There is nothing from `high` to before `found`, which is after it.
    // Where a version is left out, the next one tells.
    val begin = "select p.stream, p.seq, coalesce(" +
      s"(select max(m.version) from $event m where m.stream = p.stream), 0) + 1 as next " +
      "from (select ?::bigint as stream, ?::bigint as seq) p"
    val middle =
      "select t.*, greatest((t.low + t.high) / 2, t.high - t.step) as middle from s t where t.high - t.low > 1"
    val looked =
      s"select e.seq, e.version from $event e where e.stream = s.stream and e.version >= s.middle and " +
        "e.version < s.high order by e.version limit 1"
    val next =
      "select s.stream, s.seq, case when f.seq <= s.seq then f.version else s.low end, " +
        "case when f.seq <= s.seq then s.high else s.middle end, " +
        s"case when f.seq > s.seq then f.version else s.found end, s.step * 2 from ($middle) s " +
        s"left join lateral ($looked) f on true"
    "with recursive s(stream, seq, low, high, found, step) as (" +
      s"select g.stream, g.seq, 0::bigint, g.next, g.next, 1::bigint from ($begin) g union all $next) " +
      "select s.found as version from s order by s.high - s.low limit 1"
