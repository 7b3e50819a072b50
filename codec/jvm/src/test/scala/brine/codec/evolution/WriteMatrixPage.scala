package brine.codec.evolution

import brine.codec.ProjectFiles

import java.nio.file.Files

/** Writes the page of [[MatrixPage]]. */
object WriteMatrixPage:
  def main(arguments: Array[String]): Unit =
    val page = ProjectFiles.find("docs").resolveSibling(MatrixPage.Path)
    Files.writeString(page, MatrixPage.text)
    println(s"written: $page")
