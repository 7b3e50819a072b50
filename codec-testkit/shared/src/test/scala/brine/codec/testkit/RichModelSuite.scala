package brine.codec.testkit

import brine.codec.testkit.RichModel.*

/** All laws for a model with one of everything, with more damage than usual. */
class RichModelSuite extends CodecSuite:
  override def effort: Effort = Effort(mutations = 5000)

  checkCodec[Page](page, small)
  checkCodec[Event](events*)
  checkCodec[Tree[String]](page.outline)
