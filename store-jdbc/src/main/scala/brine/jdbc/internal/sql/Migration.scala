package brine.jdbc.internal.sql

/** A change of the tables.
  *
  * @param version
  *   the version of the tables after it
  * @param statements
  *   what it does first, given the names of the tables. Each can be repeated: a database may commit each at once, and
  *   stop between two
  * @param additions
  *   what it adds to tables then, of which not every database can say that it adds only what is missing
  * @param fill
  *   what it changes in the rows at last, under the lock of the head, in the transaction that also says that it is
  *   done. It can be repeated as well
  */
private[jdbc] final class Migration(
    val version: Int,
    val statements: (Dialect, Tables) => Vector[String] = (_, _) => Vector.empty,
    val additions: (Dialect, Tables) => Vector[Migration.Addition] = (_, _) => Vector.empty,
    val fill: (Session, Tables) => Unit = (_, _) => ()
)

private[jdbc] object Migration:
  /** All of them, oldest first. One that was released is never changed. */
  val all: Vector[Migration] = Vector(
    Migration(1, first),
    Migration(2, additions = (_, tables) => indexes(tables), fill = Categories.fill),
    Migration(Roles.Since, additions = (dialect, tables) => Roles.additions(tables, dialect.nameType))
  )

  /** What is added to a table. */
  enum Addition:
    case Column(table: String, name: String, kind: String)
    case Index(table: String, name: String, columns: String)

  // Categories by themselves, and streams in the order of events: so that a page of either costs no more than it has.
  private def indexes(tables: Tables): Vector[Addition] = Vector(
    Addition.Column(tables.event, "category", "bigint"),
    Addition.Index(tables.event, tables.byStream, "stream, seq"),
    Addition.Index(tables.event, tables.byCategory, "category, seq")
  )

  private def first(dialect: Dialect, tables: Tables): Vector[String] =
    import dialect.{blob, hash, long, nameType, uuid}
    def table(name: String, options: String)(columns: String) = s"create table if not exists $name ($columns)$options"
    def plain(name: String)(columns: String)                  = table(name, dialect.tableOptions)(columns)
    Vector(
      plain(tables.head)(
        s"id $long primary key, next_seq bigint not null, next_name bigint not null, next_schema bigint not null, " +
          s"last_micros bigint not null, epoch bigint not null, log_id $uuid not null"
      ),
      plain(tables.name)(
        s"id $long primary key, hash $hash not null unique, name $nameType not null${dialect.nameConstraints}"
      ),
      plain(tables.schema)(s"id $long primary key, hash $hash not null unique, canonical $blob not null"),
      plain(tables.event)(
        s"seq $long primary key, stream bigint not null, version bigint not null, kind bigint, " +
          s"micros bigint not null, schema_id bigint not null, tags $blob, size int not null, append_key $uuid, " +
          s"append_last bigint, append_version bigint, payload $blob not null, " +
          s"unique (stream, version)${dialect.eventConstraints}"
      ),
      table(tables.tag, dialect.keyedOptions)("tag bigint not null, seq bigint not null, primary key (tag, seq)"),
      table(tables.deletion, dialect.keyedOptions)(
        "stream bigint not null, version bigint not null, primary key (stream, version)"
      ),
      plain(tables.state)(
        s"hash $hash not null primary key, name $nameType not null, seq bigint not null, schema_id bigint not null, " +
          s"state $blob not null"
      ),
      plain(tables.snapshot)(
        "name varchar(64) not null, seq bigint not null, part int not null, micros bigint not null, " +
          s"parts int not null, is_parts int not null, content $blob not null, primary key (name, seq, part)"
      )
    ) ++ dialect.indexes(tables)
