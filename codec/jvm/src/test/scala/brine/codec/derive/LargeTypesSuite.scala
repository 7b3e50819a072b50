package brine.codec.derive

import brine.codec.Codec

/** Types as large as domain models get, derived with the compiler's default settings. */
object LargeTypesSuite:
  final case class Hundred(
      field0: Int,
      field1: String,
      field2: Boolean,
      field3: Option[Long],
      field4: Double,
      field5: Int,
      field6: String,
      field7: Boolean,
      field8: Option[Long],
      field9: Double,
      field10: Int,
      field11: String,
      field12: Boolean,
      field13: Option[Long],
      field14: Double,
      field15: Int,
      field16: String,
      field17: Boolean,
      field18: Option[Long],
      field19: Double,
      field20: Int,
      field21: String,
      field22: Boolean,
      field23: Option[Long],
      field24: Double,
      field25: Int,
      field26: String,
      field27: Boolean,
      field28: Option[Long],
      field29: Double,
      field30: Int,
      field31: String,
      field32: Boolean,
      field33: Option[Long],
      field34: Double,
      field35: Int,
      field36: String,
      field37: Boolean,
      field38: Option[Long],
      field39: Double,
      field40: Int,
      field41: String,
      field42: Boolean,
      field43: Option[Long],
      field44: Double,
      field45: Int,
      field46: String,
      field47: Boolean,
      field48: Option[Long],
      field49: Double,
      field50: Int,
      field51: String,
      field52: Boolean,
      field53: Option[Long],
      field54: Double,
      field55: Int,
      field56: String,
      field57: Boolean,
      field58: Option[Long],
      field59: Double,
      field60: Int,
      field61: String,
      field62: Boolean,
      field63: Option[Long],
      field64: Double,
      field65: Int,
      field66: String,
      field67: Boolean,
      field68: Option[Long],
      field69: Double,
      field70: Int,
      field71: String,
      field72: Boolean,
      field73: Option[Long],
      field74: Double,
      field75: Int,
      field76: String,
      field77: Boolean,
      field78: Option[Long],
      field79: Double,
      field80: Int,
      field81: String,
      field82: Boolean,
      field83: Option[Long],
      field84: Double,
      field85: Int,
      field86: String,
      field87: Boolean,
      field88: Option[Long],
      field89: Double,
      field90: Int,
      field91: String,
      field92: Boolean,
      field93: Option[Long],
      field94: Double,
      field95: Int,
      field96: String,
      field97: Boolean,
      field98: Option[Long],
      field99: Double
  ) derives Codec

  enum TwoHundred derives Codec:
    case Case0, Case1, Case2, Case3, Case4, Case5, Case6, Case7, Case8, Case9, Case10, Case11, Case12, Case13,
      Case14, Case15, Case16, Case17, Case18, Case19, Case20, Case21, Case22, Case23, Case24, Case25, Case26,
      Case27, Case28, Case29, Case30, Case31, Case32, Case33, Case34, Case35, Case36, Case37, Case38, Case39,
      Case40, Case41, Case42, Case43, Case44, Case45, Case46, Case47, Case48, Case49, Case50, Case51, Case52,
      Case53, Case54, Case55, Case56, Case57, Case58, Case59, Case60, Case61, Case62, Case63, Case64, Case65,
      Case66, Case67, Case68, Case69, Case70, Case71, Case72, Case73, Case74, Case75, Case76, Case77, Case78,
      Case79, Case80, Case81, Case82, Case83, Case84, Case85, Case86, Case87, Case88, Case89, Case90, Case91,
      Case92, Case93, Case94, Case95, Case96, Case97, Case98, Case99, Case100, Case101, Case102, Case103,
      Case104, Case105, Case106, Case107, Case108, Case109, Case110, Case111, Case112, Case113, Case114,
      Case115, Case116, Case117, Case118, Case119, Case120, Case121, Case122, Case123, Case124, Case125,
      Case126, Case127, Case128, Case129, Case130, Case131, Case132, Case133, Case134, Case135, Case136,
      Case137, Case138, Case139, Case140, Case141, Case142, Case143, Case144, Case145, Case146, Case147,
      Case148, Case149, Case150, Case151, Case152, Case153, Case154, Case155, Case156, Case157, Case158,
      Case159, Case160, Case161, Case162, Case163, Case164, Case165, Case166, Case167, Case168, Case169,
      Case170, Case171, Case172, Case173, Case174, Case175, Case176, Case177, Case178, Case179, Case180,
      Case181, Case182, Case183, Case184, Case185, Case186, Case187, Case188, Case189, Case190, Case191,
      Case192, Case193, Case194, Case195, Case196, Case197, Case198, Case199

  sealed trait Many derives Codec
  final case class Event0(a: Int, b: String)   extends Many
  final case class Event1(a: Int, b: String)   extends Many
  final case class Event2(a: Int, b: String)   extends Many
  final case class Event3(a: Int, b: String)   extends Many
  final case class Event4(a: Int, b: String)   extends Many
  final case class Event5(a: Int, b: String)   extends Many
  final case class Event6(a: Int, b: String)   extends Many
  final case class Event7(a: Int, b: String)   extends Many
  final case class Event8(a: Int, b: String)   extends Many
  final case class Event9(a: Int, b: String)   extends Many
  final case class Event10(a: Int, b: String)  extends Many
  final case class Event11(a: Int, b: String)  extends Many
  final case class Event12(a: Int, b: String)  extends Many
  final case class Event13(a: Int, b: String)  extends Many
  final case class Event14(a: Int, b: String)  extends Many
  final case class Event15(a: Int, b: String)  extends Many
  final case class Event16(a: Int, b: String)  extends Many
  final case class Event17(a: Int, b: String)  extends Many
  final case class Event18(a: Int, b: String)  extends Many
  final case class Event19(a: Int, b: String)  extends Many
  final case class Event20(a: Int, b: String)  extends Many
  final case class Event21(a: Int, b: String)  extends Many
  final case class Event22(a: Int, b: String)  extends Many
  final case class Event23(a: Int, b: String)  extends Many
  final case class Event24(a: Int, b: String)  extends Many
  final case class Event25(a: Int, b: String)  extends Many
  final case class Event26(a: Int, b: String)  extends Many
  final case class Event27(a: Int, b: String)  extends Many
  final case class Event28(a: Int, b: String)  extends Many
  final case class Event29(a: Int, b: String)  extends Many
  final case class Event30(a: Int, b: String)  extends Many
  final case class Event31(a: Int, b: String)  extends Many
  final case class Event32(a: Int, b: String)  extends Many
  final case class Event33(a: Int, b: String)  extends Many
  final case class Event34(a: Int, b: String)  extends Many
  final case class Event35(a: Int, b: String)  extends Many
  final case class Event36(a: Int, b: String)  extends Many
  final case class Event37(a: Int, b: String)  extends Many
  final case class Event38(a: Int, b: String)  extends Many
  final case class Event39(a: Int, b: String)  extends Many
  final case class Event40(a: Int, b: String)  extends Many
  final case class Event41(a: Int, b: String)  extends Many
  final case class Event42(a: Int, b: String)  extends Many
  final case class Event43(a: Int, b: String)  extends Many
  final case class Event44(a: Int, b: String)  extends Many
  final case class Event45(a: Int, b: String)  extends Many
  final case class Event46(a: Int, b: String)  extends Many
  final case class Event47(a: Int, b: String)  extends Many
  final case class Event48(a: Int, b: String)  extends Many
  final case class Event49(a: Int, b: String)  extends Many
  final case class Event50(a: Int, b: String)  extends Many
  final case class Event51(a: Int, b: String)  extends Many
  final case class Event52(a: Int, b: String)  extends Many
  final case class Event53(a: Int, b: String)  extends Many
  final case class Event54(a: Int, b: String)  extends Many
  final case class Event55(a: Int, b: String)  extends Many
  final case class Event56(a: Int, b: String)  extends Many
  final case class Event57(a: Int, b: String)  extends Many
  final case class Event58(a: Int, b: String)  extends Many
  final case class Event59(a: Int, b: String)  extends Many
  final case class Event60(a: Int, b: String)  extends Many
  final case class Event61(a: Int, b: String)  extends Many
  final case class Event62(a: Int, b: String)  extends Many
  final case class Event63(a: Int, b: String)  extends Many
  final case class Event64(a: Int, b: String)  extends Many
  final case class Event65(a: Int, b: String)  extends Many
  final case class Event66(a: Int, b: String)  extends Many
  final case class Event67(a: Int, b: String)  extends Many
  final case class Event68(a: Int, b: String)  extends Many
  final case class Event69(a: Int, b: String)  extends Many
  final case class Event70(a: Int, b: String)  extends Many
  final case class Event71(a: Int, b: String)  extends Many
  final case class Event72(a: Int, b: String)  extends Many
  final case class Event73(a: Int, b: String)  extends Many
  final case class Event74(a: Int, b: String)  extends Many
  final case class Event75(a: Int, b: String)  extends Many
  final case class Event76(a: Int, b: String)  extends Many
  final case class Event77(a: Int, b: String)  extends Many
  final case class Event78(a: Int, b: String)  extends Many
  final case class Event79(a: Int, b: String)  extends Many
  final case class Event80(a: Int, b: String)  extends Many
  final case class Event81(a: Int, b: String)  extends Many
  final case class Event82(a: Int, b: String)  extends Many
  final case class Event83(a: Int, b: String)  extends Many
  final case class Event84(a: Int, b: String)  extends Many
  final case class Event85(a: Int, b: String)  extends Many
  final case class Event86(a: Int, b: String)  extends Many
  final case class Event87(a: Int, b: String)  extends Many
  final case class Event88(a: Int, b: String)  extends Many
  final case class Event89(a: Int, b: String)  extends Many
  final case class Event90(a: Int, b: String)  extends Many
  final case class Event91(a: Int, b: String)  extends Many
  final case class Event92(a: Int, b: String)  extends Many
  final case class Event93(a: Int, b: String)  extends Many
  final case class Event94(a: Int, b: String)  extends Many
  final case class Event95(a: Int, b: String)  extends Many
  final case class Event96(a: Int, b: String)  extends Many
  final case class Event97(a: Int, b: String)  extends Many
  final case class Event98(a: Int, b: String)  extends Many
  final case class Event99(a: Int, b: String)  extends Many
  final case class Event100(a: Int, b: String) extends Many
  final case class Event101(a: Int, b: String) extends Many
  final case class Event102(a: Int, b: String) extends Many
  final case class Event103(a: Int, b: String) extends Many
  final case class Event104(a: Int, b: String) extends Many
  final case class Event105(a: Int, b: String) extends Many
  final case class Event106(a: Int, b: String) extends Many
  final case class Event107(a: Int, b: String) extends Many
  final case class Event108(a: Int, b: String) extends Many
  final case class Event109(a: Int, b: String) extends Many
  final case class Event110(a: Int, b: String) extends Many
  final case class Event111(a: Int, b: String) extends Many
  final case class Event112(a: Int, b: String) extends Many
  final case class Event113(a: Int, b: String) extends Many
  final case class Event114(a: Int, b: String) extends Many
  final case class Event115(a: Int, b: String) extends Many
  final case class Event116(a: Int, b: String) extends Many
  final case class Event117(a: Int, b: String) extends Many
  final case class Event118(a: Int, b: String) extends Many
  final case class Event119(a: Int, b: String) extends Many
  final case class Event120(a: Int, b: String) extends Many
  final case class Event121(a: Int, b: String) extends Many
  final case class Event122(a: Int, b: String) extends Many
  final case class Event123(a: Int, b: String) extends Many
  final case class Event124(a: Int, b: String) extends Many
  final case class Event125(a: Int, b: String) extends Many
  final case class Event126(a: Int, b: String) extends Many
  final case class Event127(a: Int, b: String) extends Many
  final case class Event128(a: Int, b: String) extends Many
  final case class Event129(a: Int, b: String) extends Many
  final case class Event130(a: Int, b: String) extends Many
  final case class Event131(a: Int, b: String) extends Many
  final case class Event132(a: Int, b: String) extends Many
  final case class Event133(a: Int, b: String) extends Many
  final case class Event134(a: Int, b: String) extends Many
  final case class Event135(a: Int, b: String) extends Many
  final case class Event136(a: Int, b: String) extends Many
  final case class Event137(a: Int, b: String) extends Many
  final case class Event138(a: Int, b: String) extends Many
  final case class Event139(a: Int, b: String) extends Many
  final case class Event140(a: Int, b: String) extends Many
  final case class Event141(a: Int, b: String) extends Many
  final case class Event142(a: Int, b: String) extends Many
  final case class Event143(a: Int, b: String) extends Many
  final case class Event144(a: Int, b: String) extends Many
  final case class Event145(a: Int, b: String) extends Many
  final case class Event146(a: Int, b: String) extends Many
  final case class Event147(a: Int, b: String) extends Many
  final case class Event148(a: Int, b: String) extends Many
  final case class Event149(a: Int, b: String) extends Many
  final case class Event150(a: Int, b: String) extends Many
  final case class Event151(a: Int, b: String) extends Many
  final case class Event152(a: Int, b: String) extends Many
  final case class Event153(a: Int, b: String) extends Many
  final case class Event154(a: Int, b: String) extends Many
  final case class Event155(a: Int, b: String) extends Many
  final case class Event156(a: Int, b: String) extends Many
  final case class Event157(a: Int, b: String) extends Many
  final case class Event158(a: Int, b: String) extends Many
  final case class Event159(a: Int, b: String) extends Many
  final case class Event160(a: Int, b: String) extends Many
  final case class Event161(a: Int, b: String) extends Many
  final case class Event162(a: Int, b: String) extends Many
  final case class Event163(a: Int, b: String) extends Many
  final case class Event164(a: Int, b: String) extends Many
  final case class Event165(a: Int, b: String) extends Many
  final case class Event166(a: Int, b: String) extends Many
  final case class Event167(a: Int, b: String) extends Many
  final case class Event168(a: Int, b: String) extends Many
  final case class Event169(a: Int, b: String) extends Many
  final case class Event170(a: Int, b: String) extends Many
  final case class Event171(a: Int, b: String) extends Many
  final case class Event172(a: Int, b: String) extends Many
  final case class Event173(a: Int, b: String) extends Many
  final case class Event174(a: Int, b: String) extends Many
  final case class Event175(a: Int, b: String) extends Many
  final case class Event176(a: Int, b: String) extends Many
  final case class Event177(a: Int, b: String) extends Many
  final case class Event178(a: Int, b: String) extends Many
  final case class Event179(a: Int, b: String) extends Many
  final case class Event180(a: Int, b: String) extends Many
  final case class Event181(a: Int, b: String) extends Many
  final case class Event182(a: Int, b: String) extends Many
  final case class Event183(a: Int, b: String) extends Many
  final case class Event184(a: Int, b: String) extends Many
  final case class Event185(a: Int, b: String) extends Many
  final case class Event186(a: Int, b: String) extends Many
  final case class Event187(a: Int, b: String) extends Many
  final case class Event188(a: Int, b: String) extends Many
  final case class Event189(a: Int, b: String) extends Many
  final case class Event190(a: Int, b: String) extends Many
  final case class Event191(a: Int, b: String) extends Many
  final case class Event192(a: Int, b: String) extends Many
  final case class Event193(a: Int, b: String) extends Many
  final case class Event194(a: Int, b: String) extends Many
  final case class Event195(a: Int, b: String) extends Many
  final case class Event196(a: Int, b: String) extends Many
  final case class Event197(a: Int, b: String) extends Many
  final case class Event198(a: Int, b: String) extends Many
  final case class Event199(a: Int, b: String) extends Many

  // Each level holds the next twice: code that follows paths instead of types would double at each.
  final case class Level0(value: Int, name: String)
  final case class Level1(left: Level0, right: List[Level0])
  final case class Level2(left: Level1, right: Option[Level1])
  final case class Level3(left: Level2, right: List[Level2])
  final case class Level4(left: Level3, right: Option[Level3])
  final case class Level5(left: Level4, right: List[Level4]) derives Codec

class LargeTypesSuite extends munit.FunSuite:
  import LargeTypesSuite.*

  private def hundred(n: Int) =
    def i(k: Int) = n * 31 + k
    Hundred(
      i(0),
      s"text ${i(1)}",
      i(2) % 2 == 0,
      Option(i(3).toLong),
      i(4) / 8.0,
      i(5),
      s"text ${i(6)}",
      i(7) % 2 == 0,
      Option(i(8).toLong),
      i(9) / 8.0,
      i(10),
      s"text ${i(11)}",
      i(12) % 2 == 0,
      Option(i(13).toLong),
      i(14) / 8.0,
      i(15),
      s"text ${i(16)}",
      i(17) % 2 == 0,
      Option(i(18).toLong),
      i(19) / 8.0,
      i(20),
      s"text ${i(21)}",
      i(22) % 2 == 0,
      Option(i(23).toLong),
      i(24) / 8.0,
      i(25),
      s"text ${i(26)}",
      i(27) % 2 == 0,
      Option(i(28).toLong),
      i(29) / 8.0,
      i(30),
      s"text ${i(31)}",
      i(32) % 2 == 0,
      Option(i(33).toLong),
      i(34) / 8.0,
      i(35),
      s"text ${i(36)}",
      i(37) % 2 == 0,
      Option(i(38).toLong),
      i(39) / 8.0,
      i(40),
      s"text ${i(41)}",
      i(42) % 2 == 0,
      Option(i(43).toLong),
      i(44) / 8.0,
      i(45),
      s"text ${i(46)}",
      i(47) % 2 == 0,
      Option(i(48).toLong),
      i(49) / 8.0,
      i(50),
      s"text ${i(51)}",
      i(52) % 2 == 0,
      Option(i(53).toLong),
      i(54) / 8.0,
      i(55),
      s"text ${i(56)}",
      i(57) % 2 == 0,
      Option(i(58).toLong),
      i(59) / 8.0,
      i(60),
      s"text ${i(61)}",
      i(62) % 2 == 0,
      Option(i(63).toLong),
      i(64) / 8.0,
      i(65),
      s"text ${i(66)}",
      i(67) % 2 == 0,
      Option(i(68).toLong),
      i(69) / 8.0,
      i(70),
      s"text ${i(71)}",
      i(72) % 2 == 0,
      Option(i(73).toLong),
      i(74) / 8.0,
      i(75),
      s"text ${i(76)}",
      i(77) % 2 == 0,
      Option(i(78).toLong),
      i(79) / 8.0,
      i(80),
      s"text ${i(81)}",
      i(82) % 2 == 0,
      Option(i(83).toLong),
      i(84) / 8.0,
      i(85),
      s"text ${i(86)}",
      i(87) % 2 == 0,
      Option(i(88).toLong),
      i(89) / 8.0,
      i(90),
      s"text ${i(91)}",
      i(92) % 2 == 0,
      Option(i(93).toLong),
      i(94) / 8.0,
      i(95),
      s"text ${i(96)}",
      i(97) % 2 == 0,
      Option(i(98).toLong),
      i(99) / 8.0
    )

  test("a class of 100 fields"):
    for n <- 0 to 5 do assertEquals(Codec.decode[Hundred](Codec.encode(hundred(n))), Right(hundred(n)))

  test("an enum of 200 cases"):
    for value <- TwoHundred.values do assertEquals(Codec.decodeBare[TwoHundred](Codec.encodeBare(value)), Right(value))
    assertEquals(Codec.encodeBare(TwoHundred.Case199).toList, List[Byte](0xc7.toByte, 1))

  test("a sealed trait of 200 cases"):
    val values = List[Many](Event0(1, "a"), Event63(2, "b"), Event64(3, "c"), Event127(4, "d"), Event199(5, "e"))
    for value <- values do assertEquals(Codec.decode[Many](Codec.encode(value)), Right(value))

  test("a chain of five levels"):
    val l0 = Level0(7, "seven")
    val l1 = Level1(l0, List(l0, l0))
    val l2 = Level2(l1, Some(l1))
    val l3 = Level3(l2, List(l2))
    val l4 = Level4(l3, None)
    val l5 = Level5(l4, List(l4, l4))
    assertEquals(Codec.decode[Level5](Codec.encode(l5)), Right(l5))
