package brine.codec.golden

import java.net.URI

object GoldenText extends GoldenCases:
  private val pangram = "Съешь же ещё этих мягких французских булок, да выпей чаю."

  bare("string")(
    "empty"                        -> "",
    "ascii"                        -> "hello",
    "ascii with control"           -> "\u0000\u000e\u007f",
    "ascii 16"                     -> "0123456789abcdef",
    "ascii 17"                     -> "0123456789abcdefg",
    "ascii 63"                     -> "x" * 63,
    "ascii 64"                     -> "x" * 64,
    "ascii 300"                    -> "The quick brown fox. " * 15,
    "windowed latin"               -> "café",
    "windowed german"              -> "Straßenbahnhöfe über Öl",
    "windowed russian"             -> pangram,
    "windowed greek"               -> "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία",
    "windowed hebrew"              -> "דג סקרן שט בים מאוכזב",
    "windowed arabic"              -> "نص حكيم له سر قاطع",
    "windowed thai"                -> "เป็นมนุษย์สุดประเสริฐ",
    "windowed with quotes"         -> "цена: 5 €, 中 и 😀 в тексте подлиннее",
    "windowed with control"        -> "управление \u000e внутри",
    "windowed with lone surrogate" -> "абвгд\ud800",
    "windowed, sign first"         -> "«привет» — сказал он",
    "windowed, only sign"          -> "€ 5",
    "utf-8"                        -> "a😀",
    "utf-8 with control"           -> "я\u000e",
    "utf-8 mixed"                  -> "smile 😀 and 中 in a mostly plain text",
    "utf-16 chinese"               -> "天地玄黄宇宙洪荒",
    "utf-16 japanese"              -> "いろはにほへと日本語漢字",
    "utf-16 emoji"                 -> "😀😁😂",
    "utf-16 lone high"             -> "\ud800",
    "utf-16 lone low"              -> "a\udc00",
    "utf-16 swapped pair"          -> "\udc00\ud800"
  )
  bare("string")("windowed long" -> pangram * 40, "utf-16 long" -> "天地玄黄宇宙洪荒" * 40)
  bare("uri")("empty" -> URI(""), "web" -> URI("https://example.org/a?b=c#d"), "relative" -> URI("../x"))
