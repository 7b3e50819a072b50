lazy val labApi = project.in(file("lab/api")).settings(autoScalaLibrary := false, crossPaths := false, publish / skip := true, javacOptions ++= Seq("--release", "21"))
