package brine.jdbc.internal.sql

import java.sql.{Connection, PreparedStatement, ResultSet, SQLException}

/** A connection with the statements that were prepared on it lately. For one thread at a time.
  *
  * What is run names its table, so that a failure can say where it was.
  *
  * @param dialect
  *   that of its database, if it is known
  */
private[jdbc] final class Session(val connection: Connection, dialect: Option[Dialect] = None) extends AutoCloseable:
  private val statements = java.util.LinkedHashMap[String, PreparedStatement](64, 0.75f, true)

  /** What was changed of the connection. */
  val borrowed: Borrowed = Borrowed(connection)

  /** The table of the last statement, for messages. */
  var table: String = ""

  // The connections of a log may be those of several servers, of which some lag.
  private var reached = Long.MaxValue

  /** Number of the log's last event for the statements since [[forgetReached]] that tell: the least of them. */
  def leastReached: Long = reached

  /** A statement has seen the log up to this event. */
  def reaches(last: Long): Unit = reached = math.min(reached, last)

  /** From now on statements count. */
  def forgetReached(): Unit = reached = Long.MaxValue

  private def prepared(sql: String): PreparedStatement =
    val known = statements.get(sql)
    if known != null then known
    else
      if statements.size >= Session.MostStatements then
        val eldest = statements.entrySet.iterator
        val entry  = eldest.next()
        eldest.remove()
        entry.getValue.close()
      val statement = connection.prepareStatement(sql)
      statements.put(sql, statement): Unit
      statement

  /** All rows of a query. */
  def query[A](table: String, sql: String)(bind: Binder => Any)(row: ResultSet => A): Vector[A] =
    this.table = table
    val statement = prepared(sql)
    bind(Binder(statement)): Unit
    val rows  = statement.executeQuery()
    val found = Vector.newBuilder[A]
    try while rows.next() do found += row(rows)
    finally rows.close()
    found.result()

  /** Calls a function with each row of a query, some rows at a time. Within a transaction: PostgreSQL's driver reads
    * all rows at once outside of one.
    */
  def stream(table: String, sql: String)(bind: Binder => Any)(row: ResultSet => Unit): Unit =
    this.table = table
    val statement = connection.prepareStatement(sql)
    try
      statement.setFetchSize(Session.RowsAtOnce)
      bind(Binder(statement)): Unit
      val rows = statement.executeQuery()
      try while rows.next() do row(rows)
      finally rows.close()
    finally statement.close()

  /** The first row of a query, if there is one. */
  def first[A](table: String, sql: String)(bind: Binder => Any)(row: ResultSet => A): Option[A] =
    query(table, sql)(bind)(row).headOption

  /** Runs a statement that changes rows. Returns how many.
    *
    * @throws TooLargeFailure
    *   if the database does not take a statement of this size
    */
  def update(table: String, sql: String)(bind: Binder => Any): Int =
    this.table = table
    val statement = prepared(sql)
    val binder    = Binder(statement)
    bind(binder): Unit
    val limit = if binder.size < Session.Large then None else statementLimit
    // Before it is sent: after that, the server would close the connection.
    limit.filter(_ <= binder.size).foreach(most => throw TooLargeFailure(table, binder.size, most))
    try statement.executeUpdate()
    catch
      case failure: SQLException if limit.isDefined && dialect.exists(_.mayBeTooLarge(failure)) =>
        val size = sql.length + binder.count * Session.LongestNumber + binder.escapedSize
        throw limit.filter(_ <= size).fold(failure)(most => TooLargeFailure(table, size, most, Some(failure)))

  // On a connection it does not change.
  private var knownLimit = Option.empty[Option[Long]]

  /** How many bytes a statement must stay below, if the database has such a limit. */
  private def statementLimit: Option[Long] =
    if knownLimit.isEmpty then
      val before = table
      knownLimit = Some(dialect.flatMap(_.statementLimit(this)))
      table = before
    knownLimit.get

  /** Runs a statement that is used once. */
  def execute(table: String, sql: String): Unit =
    this.table = table
    val statement = connection.createStatement()
    try statement.execute(sql): Unit
    finally statement.close()

  /** Inserts rows, many with one statement.
    *
    * @param size
    *   how many bytes a row has about, so that no statement grows beyond what databases take
    */
  def insert[A](table: String, columns: Vector[String], rows: collection.IndexedSeq[A])(size: A => Int)(
      bind: (Binder, A) => Any
  ): Unit =
    // Each byte may be sent as two.
    val limit = if rows.iterator.map(size(_).toLong).sum < Session.Large then None else statementLimit
    val most  = limit.fold(Session.MostBytes)(all => math.min(Session.MostBytes, (all - Session.LongestText) / 2))
    var at    = 0
    while at < rows.size do
      var count = 1
      var bytes = size(rows(at)).toLong
      while count < Session.MostRows && at + count < rows.size && bytes + size(rows(at + count)) <= most do
        bytes += size(rows(at + count))
        count += 1
      // Few forms of the statement, so that each is prepared once.
      val some = Integer.highestOneBit(count)
      val one  = columns.map(_ => "?").mkString("(", ", ", ")")
      val into = s"insert into $table ${columns.mkString("(", ", ", ")")}"
      val all  = at until at + some
      update(table, s"$into values ${List.fill(some)(one).mkString(", ")}")(binder =>
        all.foreach(row => bind(binder, rows(row)): Unit)
      ): Unit
      at += some

  /** Inserts rows, many with one statement. */
  def insert[A](rows: Insert[A]): Unit = insert(rows.table, rows.names, rows.rows)(rows.size)(rows.bind)

  /** Runs a query for values in lists of a few lengths: for each part of the values with the marks of its list. The
    * last value is repeated to fill a list up.
    */
  def inLists[A, B](values: Iterable[A])(run: (Vector[A], String) => Vector[B]): Vector[B] =
    values.grouped(Session.MostInList).toVector.flatMap(part => Session.list(part.toVector)(run))

  /** Runs a body as a transaction: commits it, or rolls it back if it throws. */
  def transaction[A](body: => A): A =
    connection.setAutoCommit(false)
    val result =
      try
        val result = body
        connection.commit()
        result
      catch
        case failed: Throwable =>
          try
            connection.rollback()
            connection.setAutoCommit(true)
          catch case more: SQLException => if more ne failed then failed.addSuppressed(more)
          throw failed
    connection.setAutoCommit(true)
    result

  /** Gives the connection back, as the DataSource gave it: without a transaction. */
  def close(): Unit =
    statements.values.forEach(statement => Session.quietly(statement.close()))
    statements.clear()
    Session.quietly(borrowed.giveBack())
    Session.quietly(connection.close())

private[jdbc] object Session:
  private final val MostStatements = 100
  private final val MostRows       = 64
  private final val RowsAtOnce     = 1_000
  private final val MostBytes      = 1L << 20

  // A statement with less is sent without asking for the limit of the server.
  private final val Large         = 1L << 13
  private final val LongestNumber = 21
  private final val LongestText   = 1L << 12

  /** The most values of a list. */
  final val MostInList = 256

  /** Marks for this number of parameters. */
  def marks(count: Int): String = Iterator.fill(count)("?").mkString(", ")

  /** The values, the last one repeated until their number is a power of two. */
  def padded[A](values: Vector[A]): Vector[A] =
    val highest = Integer.highestOneBit(values.size)
    values.padTo(if highest == values.size then highest else highest * 2, values.last)

  private def list[A, B](values: Vector[A])(run: (Vector[A], String) => Vector[B]): Vector[B] =
    val all = padded(values)
    run(all, marks(all.size))

  def quietly(body: => Unit): Unit =
    try body
    catch case _: Exception => () // what is closed is of no use any longer
