addSbtPlugin("org.scala-js"       % "sbt-scalajs"              % "1.20.2")
addSbtPlugin("org.portable-scala" % "sbt-scalajs-crossproject" % "1.3.2")
addSbtPlugin("org.scalameta"      % "sbt-scalafmt"             % "2.6.2")
addSbtPlugin("com.typesafe"       % "sbt-mima-plugin"          % "1.1.6")
addSbtPlugin("org.scalameta"      % "sbt-mdoc"                 % "2.8.2")
addSbtPlugin("pl.project13.scala" % "sbt-jmh"                  % "0.4.8")
addSbtPlugin("com.thesamet"       % "sbt-protoc"               % "1.0.8")

libraryDependencies += "com.thesamet.scalapb" %% "compilerplugin" % "0.11.20"
libraryDependencies += "org.ow2.asm"           % "asm-util"       % "9.9.1" // reads class files
