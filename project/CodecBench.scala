import pl.project13.scala.sbt.JmhPlugin
import sbt._
import sbt.Keys._
import BuildSettings._

/** Benchmarks of parts of the codec, run by hand: BRINE_LAB=1 ./brine sbt "codecBench/Jmh/run VarintBenchmark" */
object CodecBench {

  lazy val codecBench = project
    .in(file("codec-bench"))
    .enablePlugins(JmhPlugin)
    .dependsOn(LocalProject("codecJVM"), LocalProject("labModel3"), CodecPeers.peerKryo5, CodecPeers.peerFory)
    .settings(
      publish / skip := true,
      strict,
      release(21),
      jvmTests,
      effort,
      // What compiling derived codecs costs, against others: brine.codec.bench.cost.
      Test / fork := true,
      // Measured in a JVM of its own: that of sbt may have other options. DataSetTurns starts more like it.
      Compile / run / fork                     := true,
      libraryDependencies += "com.github.luben" % "zstd-jni" % Versions.zstd,
      libraryDependencies ++= Seq(
        "org.scala-lang"                        %% "scala3-compiler"       % scalaVersion.value % Test,
        "com.github.plokhotnyuk.jsoniter-scala" %% "jsoniter-scala-macros" % Versions.jsoniter  % Test,
        "io.bullet"                             %% "borer-derivation"      % Versions.borer     % Test,
        "io.suzaku"                             %% "boopickle"             % Versions.boopickle % Test
      )
    )

  val all: Seq[Project] = Seq(codecBench)
}
