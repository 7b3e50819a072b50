package brine.effort

/** How far the searching tests search: every bound in one place, each a count, for two efforts.
  *
  * `./brine test` runs with effort quick: every suite on the JVM, every kind of fault, few of each. `./brine test
  * --effort full` runs the long searches as well, which is what a release runs. The build compiles this file into the
  * tests of the modules that search; it reads the environment variable `BRINE_EFFORT`, which that command sets; without
  * it the effort is quick.
  */
object Effort:
  private def count(quick: Int, full: Int): Int = if isFull then full else quick

  /** One of two counts: JavaScript takes several times as long for the same test, of code that the JVM runs too. */
  private def here(jvm: Int, javaScript: Int): Int = if EffortVariable.isJavaScript then javaScript else jvm

  private def set(property: String, count: Int): Int = Option(System.getProperty(property)).fold(count)(_.toInt)

  /** Whether the long searches run.
    *
    * @throws IllegalArgumentException
    *   if the variable is neither `quick` nor `full`
    */
  lazy val isFull: Boolean = EffortVariable.value match
    case null | "" | "quick" => false
    case "full"              => true
    case other               =>
      throw IllegalArgumentException(s"the environment variable BRINE_EFFORT is '$other'; use quick or full")

  // --- journal ------------------------------------------------------------------------------------------------------

  /** How many faults of each kind are injected into a simulated disk; `-Dbrine.faults=N` sets another count. */
  val faults: Int = set("brine.faults", count(quick = 100, full = 20_000))

  /** How many different disks one closed or resting journal is damaged on. */
  val damagedDisks: Int = count(quick = 10, full = 40)

  /** Of how many bytes of an index or snapshot at rest one is changed. */
  val bytesPerChange: Int = count(quick = 5, full = 1)

  /** How many power cuts happen during retention, compaction, backups and snapshots. */
  val maintenanceFaults: Int = count(quick = 25, full = 150)

  /** How many disks are recovered of those that a crash may leave of unforced sectors. */
  val crashedDisks: Int = count(quick = 1_500, full = 20_000)

  /** Up to how many unforced sectors every subset of them is tried. */
  val sectorSubsets: Int = count(quick = 6, full = 12)

  /** Of how many places between the steps of a reader all of the writer's steps are put at one. */
  val placesApart: Int = count(quick = 2, full = 1)

  /** At how many pairs of places the writer's steps are put between the steps of each reader. */
  val interleavings: Int = count(quick = 25, full = 20_000)

  /** How many journals are read again and again, and a twentieth of how many units many readers read meanwhile. */
  val knownUnits: Int = count(quick = 6, full = 100)

  /** How many units the long segment has whose reads must cost no more than those of one with 1,000. */
  val longSegment: Int = count(quick = 5_000, full = 50_000)

  /** How many calls of each kind are interrupted at a random place. */
  val interrupts: Int = count(quick = 40, full = 5_000)

  /** How often a journal is closed while others append to it. */
  val overtakingCloses: Int = count(quick = 20, full = 200)

  /** How often everything that opens files is opened and closed. */
  val openings: Int = count(quick = 50, full = 1_000)

  /** How often a journal that is written may open no more files. */
  val fewDescriptors: Int = count(quick = 10, full = 1_000)

  /** How many subscriptions follow a journal while it begins new segments. */
  val followers: Int = count(quick = 30, full = 400)

  /** How many processes are killed while they write one journal. */
  val crashRounds: Int = count(quick = 3, full = 200)

  /** How many system calls of each kind fail, each in a process of its own: the first, a late one, then others. */
  val struckCalls: Int = count(quick = 2, full = 4)

  /** How many random walks over the settings of a journal are taken, each of eight openings. */
  val settingsWalks: Int = count(quick = 15, full = 1_000)

  /** How many journals live through all that may happen to them, each through six openings. */
  val journalLives: Int = count(quick = 8, full = 2_000)

  /** How often the files of an open journal are damaged, with each kind of damage. */
  val liveDamage: Int = count(quick = 8, full = 1_000)

  /** How many random programs of calls to an event log are compared with a list, of each store. */
  val logPrograms: Int = count(quick = 25, full = 3_000)

  /** How many rounds each race for an event log has, of each store. */
  val logRounds: Int = count(quick = 20, full = 400)

  /** How many random programs of calls to a log in a database are compared with a list, of each database. */
  val sqlPrograms: Int = count(quick = 8, full = 500)

  /** How many rounds each race for a log in a database has, of each database. */
  val sqlRounds: Int = count(quick = 8, full = 100)

  /** How many random programs use two logs of one database at once, beside a log in memory. */
  val sqlTwins: Int = count(quick = 10, full = 1_000)

  /** How many random programs have another log append, or a connection cut, between their statements, of each database.
    */
  val sqlInterleavings: Int = count(quick = 4, full = 500)

  /** How many rounds several logs of one database append to one boundary, of whom one wins. */
  val sqlBoundaries: Int = count(quick = 20, full = 2_000)

  /** How many rounds 16 racers in several logs of one database append to one boundary, of whom one wins. */
  val sqlRaces: Int = count(quick = 20, full = 20_000)

  /** How many processes are killed while they append to one log in a database, of each database. */
  val sqlKills: Int = count(quick = 2, full = 200)

  /** How often a server is killed and started again while programs append to a log in it, of each server. */
  val serverKills: Int = count(quick = 1, full = 200)

  /** How many rounds 16 racers append to one boundary of a journal in files, of whom one wins. */
  val boundaryRounds: Int = count(quick = 200, full = 100_000)

  /** How many imports end before they are whole, and are continued. */
  val importLives: Int = count(quick = 400, full = 20_000)

  /** How often the follower of a log is ended, killed or cut off while programs append to the log. */
  val followerLives: Int = count(quick = 100, full = 10_000)

  /** How many processes of followers are killed. */
  val followerKills: Int = count(quick = 2, full = 100)

  /** How many power cuts happen while states are saved, deleted and moved. */
  val stateFaults: Int = count(quick = 30, full = 2_000)

  /** How often a state is saved while others load it and segments are emptied. */
  val stateRounds: Int = count(quick = 200, full = 20_000)

  /** How many schedules Lincheck runs for each scenario of the ring of pending appends. */
  val lincheckOfRing: Int = count(quick = 4, full = 20_000)

  /** How many programs of appends are interleaved with the forgetting of their streams and tags. */
  val nameInterleavings: Int = count(quick = 100, full = 100_000)

  /** How many random programs a log in files is compared in that remembers one stream. */
  val fewNamesPrograms: Int = count(quick = 10, full = 3_000)

  /** How many rounds each race has for a log in files that remembers one stream. */
  val fewNamesRounds: Int = count(quick = 5, full = 400)

  /** How many appends each of several callers makes to few streams that are forgotten meanwhile. */
  val forgottenStreams: Int = count(quick = 400, full = 50_000)

  /** How many streams a journal has that has few of them in memory. */
  val manyStreams: Int = count(quick = 20_000, full = 10_000_000)

  /** How many random segments have their index compared with a list of their events. */
  val sketchedSegments: Int = count(quick = 15, full = 1_000)

  // --- actors -------------------------------------------------------------------------------------------------------

  /** How many schedules Lincheck runs for each scenario of the runtime. */
  val lincheckOfRuntime: Int = count(quick = 3, full = 500)

  /** How many schedules Lincheck runs for each scenario of unanswered requests. One takes it ten times as long as one
    * of the rest of the runtime.
    */
  val lincheckOfAsks: Int = count(quick = 2, full = 500)

  /** How many schedules Lincheck runs for each scenario of the twin. */
  val lincheckOfTwin: Int = count(quick = 1, full = 200)

  /** How many mistakes put into a twin on purpose Lincheck has to find, of each suite; the cheapest come first. */
  val lincheckFaults: Int = count(quick = 1, full = 100)

  /** With how many sizes of a batch each scenario of the mailbox is explored whole: 1, then 64, then 2. */
  val batchSizes: Int = count(quick = 1, full = 3)

  /** How many scenarios of each kind of the mailbox are explored whole: the first of its list. */
  val mailboxScenarios: Int = count(quick = 1, full = 100)

  /** Up to how many workers every scenario of the model of sleeping workers is explored whole; larger ones are explored
    * until they show the mistake that was put into them on purpose.
    */
  val modelledWorkers: Int = count(quick = 2, full = 3)

  /** How many random programs of timers are compared with a sorted list. */
  val timerPrograms: Int = count(quick = 150, full = 20_000)

  /** How many storms the soak runs. */
  val storms: Int = count(quick = 4, full = 50)

  /** How many random programs are searched whole, to compare their final states with those of a reduced search or of
    * real systems.
    */
  val searchedPrograms: Int = count(quick = 20, full = 150)

  /** With how many random mixes of actors the order in which workers run them is searched. */
  val workerMixes: Int = count(quick = 50, full = 3_000)

  /** How many rounds of senders overflow their stack while they send, for each kind of sender and receiver; and of
    * threads that call a journal, for each call.
    */
  val overflows: Int = count(quick = 8, full = 200)

  /** How many messages are sent before stacks overflow, so that the second compiler has compiled the senders' code; in
    * effort quick, the JVM of the tests has no such compiler.
    */
  val warmSends: Int = count(quick = 0, full = 10_000_000)

  /** How many actors are spawned to measure the heap that one takes. */
  val measuredActors: Int = count(quick = 50_000, full = 1_000_000)

  /** With how many seeds actors lack what schedules them, for each kind of actor. */
  val lacks: Int = count(quick = 3, full = 500)

  /** How many random programs put messages aside and take them back. */
  val stashes: Int = count(quick = 3_000, full = 300_000)

  /** How many random programs start actors with a node for the start and without. */
  val starts: Int = count(quick = 20_000, full = 2_000_000)

  /** How many cycles of systems, asks, timers, watches and stops must leave nothing behind. */
  val cycles: Int = count(quick = 50, full = 1_000)

  // --- entities -----------------------------------------------------------------------------------------------------

  /** How many random programs of commands run over a log that fails at random. */
  val entityStorms: Int = count(quick = 12, full = 3_000)

  /** How many histories are folded by functions that interrupt their threads. */
  val interruptedFolds: Int = count(quick = 12, full = 2_000)

  /** How many seeds a simulation of entities has; with a journal in files and with views a tenth of them. */
  val simulations: Int = count(quick = 300, full = 20_000)

  /** How many random programs of decisions over queries run over a log that fails at random. */
  val decisionStorms: Int = count(quick = 20, full = 3_000)

  /** How many random programs of decisions over queries run over a disk whose power is cut, each in four lives. */
  val decisionLives: Int = count(quick = 6, full = 2_000)

  /** How many decisions each of 16 threads makes on the same events. */
  val decisionRounds: Int = count(quick = 20, full = 300)

  /** How many random programs of commands run over a disk whose power is cut, each in four lives. */
  val entityLives: Int = count(quick = 6, full = 2_000)

  /** How many processes that run entities are killed. */
  val entityKills: Int = count(quick = 2, full = 200)

  /** How many random programs of commands must do the same in a plain fold, on Brine's actors and on two clusters. */
  val clusterPrograms: Int = count(quick = 40, full = 5_000)

  /** How many clusters lose and gain nodes while callers use their entities, over each of two logs. */
  val clusterLives: Int = count(quick = 1, full = 40)

  /** How many pairs of clusters that do not know each other run the same entities over one log. */
  val splitBrains: Int = count(quick = 1, full = 200)

  /** How many clusters lose and gain nodes while they run a projection in slices, over each of two logs. */
  val projectionClusters: Int = count(quick = 1, full = 40)

  /** How many histories of a prevalent system run over a log that fails at random. */
  val prevalenceStorms: Int = count(quick = 12, full = 3_000)

  /** How many histories of a prevalent system run over a disk whose power is cut. */
  val prevalenceLives: Int = count(quick = 6, full = 2_000)

  /** How many random programs of projections run over each of three databases that fail at random. */
  val projectionPrograms: Int = count(quick = 15, full = 1_000)

  /** How many random programs of projections into memory run over a log that fails at random. */
  val foldPrograms: Int = count(quick = 40, full = 5_000)

  /** How many random programs of projections in slices run over PostgreSQL and over MariaDB, which fail at random; over
    * SQLite three times as many.
    */
  val slicedPrograms: Int = count(quick = 2, full = 1_000)

  /** How many processes that run a projection are killed, for each of two databases. */
  val projectionKills: Int = count(quick = 4, full = 500)

  /** How many random programs of sealed values run over a disk that fails at random. */
  val erasurePrograms: Int = count(quick = 150, full = 20_000)

  /** How many random programs of effects run over a log that fails at random, and how many over a disk whose power is
    * cut, each in four lives.
    */
  val effectPrograms: Int = count(quick = 30, full = 3_000)

  /** How many random programs of transfers by a process run over a log that fails at random, and how many over a disk
    * whose power is cut, each in four lives; and as many of events of unknown instances.
    */
  val processPrograms: Int = count(quick = 15, full = 2_000)

  /** How many programs that run a process over entities, with views and effects, are killed. */
  val processKills: Int = count(quick = 3, full = 200)

  /** How many processes that run effects are killed. */
  val effectKills: Int = count(quick = 4, full = 500)

  /** How many random programs of callers send transactions without waiting, with refusals and without. */
  val prevalenceOrders: Int = count(quick = 10, full = 1_000)

  /** How many bits of the files of a prevalent system are flipped, one at a time. */
  val prevalenceFlips: Int = count(quick = 60, full = 3_000)

  /** How many entities are loaded to measure the heap that one takes. */
  val measuredEntities: Int = count(quick = 200_000, full = 1_000_000)

  // --- codec --------------------------------------------------------------------------------------------------------

  /** How many programs with derived codecs, ours and other libraries', are compiled to compare what that costs. */
  val comparedPrograms: Int = count(quick = 1, full = 100)

  /** How many types the models of these programs have. */
  val comparedTypes: Int = count(quick = 10, full = 100)

  /** How many inputs are tried for each reader, to find the most expensive ones. */
  val costlyInputs: Int = count(quick = 100, full = 20_000)

  /** How many inputs the fuzzer runs for each target. */
  val fuzzedInputs: Int = count(quick = 25, full = 4_000)

  /** In how many of the six envelopes each change of a type is tried in each of six places; one is enough for each
    * envelope to be tried with each change.
    */
  val envelopes: Int = count(quick = 2, full = 6)

  /** How many damaged messages of a model with one of everything the laws are tried on. */
  val mutations: Int = count(quick = 150, full = 5_000)

  /** How many records a hostile schema has of which each contains the next. */
  val nestedRecords: Int = count(quick = 20_000, full = 100_000)

  /** At how many places each golden message is cut, and bytes of it changed, for an inspection by schema alone. */
  def inspectedPlaces: Int = here(inspectedPlacesOnJvm, inspectedPlacesInJavaScript)

  /** The same on the JVM. */
  val inspectedPlacesOnJvm: Int = count(quick = 10, full = 100)

  /** The same in JavaScript. */
  val inspectedPlacesInJavaScript: Int = count(quick = 2, full = 100)

  /** How many containers of messages of a random type are written and read. */
  val sequenceContainers: Int = count(quick = 200, full = 40_000)

  /** How many pools that keep an array for large messages get random messages of many sizes. */
  val poolsOfLarge: Int = count(quick = 20, full = 5_000)

  /** How many random containers of sequences are read, to find some that take too much memory. */
  val hostileSequences: Int = count(quick = 300, full = 20_000)

  /** How many random collections whose keys have few hash codes are written and read. */
  val collisions: Int = count(quick = 25, full = 2_000)

  /** How many random schemas are given random bytes, for an inspection by schema alone. */
  def inspectedSchemas: Int = here(inspectedSchemasOnJvm, inspectedSchemasInJavaScript)

  /** The same on the JVM. */
  val inspectedSchemasOnJvm: Int = count(quick = 1_500, full = 1_500)

  /** The same in JavaScript. */
  val inspectedSchemasInJavaScript: Int = count(quick = 200, full = 1_500)

  /** How many random values each record with a field of every codec has. */
  def valuesOfRecords: Int = here(valuesOfRecordsOnJvm, valuesOfRecordsInJavaScript)

  /** The same on the JVM. */
  val valuesOfRecordsOnJvm: Int = count(quick = 24, full = 24)

  /** The same in JavaScript. */
  val valuesOfRecordsInJavaScript: Int = count(quick = 3, full = 24)

  /** How many random schemas are written as text and read, and how often such a text is damaged. */
  def schemaTexts: Int = here(schemaTextsOnJvm, schemaTextsInJavaScript)

  /** The same on the JVM. */
  val schemaTextsOnJvm: Int = count(quick = 2_000, full = 3_000)

  /** The same in JavaScript. */
  val schemaTextsInJavaScript: Int = count(quick = 200, full = 3_000)

  /** How many random sequences of each kind of number are written as an oracle writes them. */
  def packedSequences: Int = here(packedSequencesOnJvm, packedSequencesInJavaScript)

  /** The same on the JVM. */
  val packedSequencesOnJvm: Int = count(quick = 1_000, full = 10_000)

  /** The same in JavaScript. */
  val packedSequencesInJavaScript: Int = count(quick = 50, full = 2_000)

  /** How many pairs of versions of random types the oracle of schema evolution reads as each other. */
  val evolvedPairs: Int = count(quick = 3_000, full = 1_000_000)

  // --- pekko --------------------------------------------------------------------------------------------------------

  /** How many damaged copies of each message Pekko reads, beside those with numbers at the limits. */
  val damagedMessages: Int = count(quick = 500, full = 100_000)

  /** How often many threads at once write and read the first messages of a serializer. */
  val firstMessages: Int = count(quick = 20, full = 2_000)

  /** How many random values of each version of a type every other version reads. */
  val versionedMessages: Int = count(quick = 50, full = 5_000)

  /** How many nodes of another version join a cluster, and send at once. */
  val joiningNodes: Int = count(quick = 3, full = 100)

  /** How many random persistent actors of Pekko are compared with those of its own journal, over each of three logs. */
  val pekkoScripts: Int = count(quick = 12, full = 2_000)

  /** How many times persistent actors of Pekko write while the power is cut. */
  val pekkoCrashes: Int = count(quick = 8, full = 1_000)

  /** How many histories of nodes that agree on a database there are, of each kind. */
  val agreements: Int = count(quick = 400, full = 200_000)

  /** How many clusters have nodes with different databases, which come and go. */
  val agreementClusters: Int = count(quick = 1, full = 100)

  // --- lab ----------------------------------------------------------------------------------------------------------

  /** How many choices of each list on the lab's page are chosen in a browser, beside the first. */
  val choices: Int = count(quick = 1, full = 100)

  /** How many random intervals are judged by the rule of all answers and by an oracle. */
  val randomIntervals: Int = count(quick = 5_000, full = 1_000_000)

  /** How many pairs of random runs of the same libraries are compared, which must never contradict each other. */
  val comparedRuns: Int = count(quick = 5, full = 500)

  /** How many starts a run of turns has that a signal ends in the second. */
  val startsOfEndedRun: Int = count(quick = 2, full = 3)

  /** How many sessions of turns are cut off at a random place and resumed. */
  val resumedSessions: Int = count(quick = 8, full = 50)

  /** From how many random data sets types are inferred that must read them back. */
  val inferredTypes: Int = count(quick = 25, full = 5_000)

  /** How many levels of a document differ only at the bottom, so that comparing copies of them would take for ever. */
  val similarLevels: Int = count(quick = 60, full = 150)

  /** How many megabytes of lines are read to infer their types from. */
  val readMegabytes: Int = count(quick = 10, full = 100)

  /** How many random data sets are compiled together, to be read by the code that the lab prints. */
  val compiledTypes: Int = count(quick = 2, full = 60)

  /** How many cases of each study are measured by runs whose plan, order and report are tested, not their figures. */
  val casesOfRuns: Int = count(quick = 1, full = 100)

  /** How many of the libraries that a person's types can be connected with are tried. */
  val connectedLibraries: Int = count(quick = 2, full = 100)
