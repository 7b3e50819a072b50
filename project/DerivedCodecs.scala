import sbt._
import sbt.Keys._
import sbt.internal.inc.Analysis
import xsbti.compile.CompileAnalysis

import java.net.URLClassLoader
import java.util.Optional

/** Recompiles derived codecs when `Codec.derived` may generate other code for them, and only then.
  *
  * Left alone, the incremental compiler takes every class a macro's implementation mentions for something that changes
  * what the macro generates. `Codec.derived` mentions `Codec`, `Out` and `In`, which lead to nearly all of the codec,
  * so a changed comment there would recompile every source with a derived codec. What the macro generates follows from
  * less:
  *
  *   - the code that runs in the macro: the methods of `brine.codec.derive` and those reachable from them
  *     ([[ReachableCode]]), such as the bytes of a schema;
  *   - the signatures of the classes that this package mentions, for generated code calls them. Bodies of inline
  *     methods and values of constants count as signatures.
  *
  * A digest of both is an option of the incremental compiler in every project that depends on the codec. Where it
  * changes, all sources of that project are compiled, as if an option of the compiler had changed; where it does not,
  * `recompileOnMacroDef` is off. That holds for one macro, and for one that the codec itself does not use. Other macros
  * are small: where a source of theirs changes, the projects that may expand them are compiled. What is not so ends the
  * build with an error.
  *
  * `IncrementalCompileSuite` counts what is recompiled after changes of each kind.
  */
object DerivedCodecs extends AutoPlugin {
  override def requires = plugins.JvmPlugin
  override def trigger  = allRequirements

  private val macroPackage = "brine.codec.derive"
  private val macroClass   = "brine.codec.Codec"
  private val derivedClass = "brine/codec/internal/codecs/Derived"
  private val ownDerived   = "brine/codec/internal/codecs/DerivedFlat"
  // What the givens of `Codec`, which the macro looks for, ask for themselves. GeneratedReferencesSuite finds what is
  // missing here.
  private val givenBesides = Set("brine.codec.TupleElements", "brine.codec.internal.codecs.Boxes")

  val derivationDigest   = taskKey[String]("A digest of what the code that Codec.derived generates depends on.")
  val derivationMentions = taskKey[Seq[String]]("The classes that the implementation of Codec.derived mentions.")
  val definesDerived     = settingKey[Boolean]("Whether this project has Codec.derived.")

  val otherMacros = settingKey[Set[String]]("Other classes of this project with macros.")
  // The build reads it with a filter of scopes, so it looks unused.
  val macroSources = settingKey[Seq[File]](
    "Sources that all the code of those macros is in, if other projects expand them."
  ).withRank(KeyRanks.Invisible)

  override def globalSettings: Seq[Setting[?]] =
    Seq(definesDerived := false, otherMacros := Set.empty, macroSources := Nil)

  override def projectSettings: Seq[Setting[?]] = of(Compile, ownToo = false) ++ of(Test, ownToo = true)

  private def of(configuration: Configuration, ownToo: Boolean): Seq[Setting[?]] = inConfig(configuration)(
    Seq(
      incOptions := incOptions.value.withRecompileOnMacroDef(Optional.of[java.lang.Boolean](false)),
      extraIncOptions ++= (Compile / derivationDigest).?.all(
        ScopeFilter(inDependencies(ThisProject, transitive = true, includeRoot = ownToo))
      ).value.flatten
        .map("brine.derived" -> _),
      extraIncOptions ++= macroSources
        .all(ScopeFilter(inDependencies(ThisProject, transitive = true, includeRoot = ownToo)))
        .value
        .flatten
        .map(file => s"brine.macro.${file.getName}" -> Hash.toHex(Hash(file))),
      compile := {
        val analysis = compile.value
        val known    = if (definesDerived.value) Set(macroClass) else otherMacros.value
        refuseOtherMacros(analysis, if (ownToo) Set.empty else known)
        analysis
      }
    )
  )

  /** For the projects that have `Codec.derived`. */
  lazy val defined: Seq[Setting[?]] = Seq(
    definesDerived               := true,
    Compile / derivationMentions := mentionedBy(analysisOf((Compile / compile).value)),
    Compile / derivationDigest   := {
      val analysis = analysisOf((Compile / compile).value)
      val folder   = (Compile / classDirectory).value
      val library  = (Compile / dependencyClasspath).value.files
      val latest   = analysis.compilations.allCompilations.map(_.getStartTime).max
      val key      = s"$folder $latest"
      val file     = streams.value.cacheDirectory / "digest"
      val cached   = if (file.exists) IO.readLines(file) else Nil
      cached match {
        case List(`key`, digest) => digest
        case _                   =>
          val digest = digestOf(analysis, folder, library)
          IO.writeLines(file, List(key, digest))
          digest
      }
    }
  )

  private def digestOf(analysis: Analysis, folder: File, library: Seq[File]): String = {
    val loader = new URLClassLoader(library.map(_.toURI.toURL).toArray, ClassLoader.getPlatformClassLoader)
    try {
      val code    = ReachableCode(folder, path => Option(loader.getResourceAsStream(path)))
      val derived = code.subclasses(derivedClass) - ownDerived
      if (derived.nonEmpty)
        fail(
          s"codecs are derived inside of the codec itself, in ${derived.mkString(", ")}: they are not recompiled when needed"
        )
      val text = code.textFrom(_.startsWith(macroPackage.replace('.', '/') + "/"))
      Hash.toHex(Hash(text + signatures(analysis)))
    } finally loader.close()
  }

  private def mentionedBy(analysis: Analysis): Seq[String] = {
    val own = analysis.apis.internal.keySet.filter(_.startsWith(macroPackage + "."))
    if (own.isEmpty) fail(s"no class is in $macroPackage, the package of the macro's implementation")
    val mentioned = own.flatMap(analysis.relations.internalClassDeps) ++ givenBesides
    mentioned.filter(analysis.apis.internal.contains).toSeq.sorted
  }

  // The hashes by which the incremental compiler notices that a signature changed.
  private def signatures(analysis: Analysis): String =
    mentionedBy(analysis).map(name => s"$name ${analysis.apis.internalAPI(name).apiHash}\n").mkString

  private def refuseOtherMacros(compiled: CompileAnalysis, known: Set[String]): Unit = {
    val macros = analysisOf(compiled).apis.internal.collect { case (name, api) if api.hasMacro => name }.toSet
    if (macros != known)
      fail(
        s"macros are defined in ${(macros ++ known).mkString(", ")}; this build recompiles the users of a macro as needed only for " +
          s"Codec.derived in $macroClass"
      )
  }

  private def analysisOf(compiled: CompileAnalysis): Analysis = compiled match {
    case analysis: Analysis => analysis
    case other              => fail(s"an analysis of an unknown kind: ${other.getClass.getName}")
  }

  private def fail(message: String): Nothing = throw new MessageOnlyException(s"project/DerivedCodecs.scala: $message")
}
