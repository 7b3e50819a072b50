package brine.lab.page

import scalatags.Text.all.*
import scalatags.Text.tags2

/** The frame that all pages of the lab have: one HTML file with its style in it, which needs no other file. */
object HtmlFile:
  /** @param marks
    *   attributes of the root element
    * @param shown
    *   what the page shows
    */
  def apply(title: String, marks: Modifier*)(shown: Modifier*): String =
    "<!DOCTYPE html>\n" + html(lang := "en", marks)(
      head(
        meta(charset := "utf-8"),
        meta(name    := "viewport", content     := "width=device-width, initial-scale=1"),
        meta(name    := "color-scheme", content := "light dark"),
        tags2.title(title),
        tags2.style(raw(Assets.text("page/report.css")))
      ),
      body(shown)
    ).render
