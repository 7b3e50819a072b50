package brine.entity.projection.internal

import java.util.SplittableRandom
import munit.FunSuite

class DatabasePlaceSuite extends FunSuite:
  test("an address says where the database is"):
    val all = Vector(
      "jdbc:postgresql://db1:5432/app?user=app&password=secret" -> "jdbc:postgresql://db1:5432/app",
      "jdbc:postgresql://db1,db2/app"                           -> "jdbc:postgresql://db1",
      "jdbc:mysql://app:secret@db1/app"                         -> "jdbc:mysql:",
      "jdbc:mysql://(host=db1,user=app,password=secret)/app"    -> "jdbc:mysql://",
      "jdbc:oracle:thin:app/secret@db1:1521:app"                -> "jdbc:oracle:",
      "jdbc:sqlserver://db1:1433;databaseName=app"              -> "jdbc:sqlserver://db1:1433",
      "jdbc:sqlite:/var/lib/my app/views.db?journal_mode=WAL"   -> "jdbc:sqlite:/var/lib/my app/views.db",
      "jdbc:h2:mem:app;PASSWORD=secret"                         -> "jdbc:h2:mem:app",
      "jdbc:db2://db1/app:user=app;password=secret;"            -> "jdbc:db2://db1/app:user",
      "app@secret"                                              -> "a database",
      "jdbc:x:\na\u0000b"                                       -> "jdbc:x:?a?b",
      ""                                                        -> ""
    )
    for (address, place) <- all do assertEquals(DatabasePlace.ofAddress(address), place)
    assertEquals(DatabasePlace.ofAddress("x" * 5_000).length, 200)

  test("no place has a password, whatever characters it has"):
    val random     = SplittableRandom(7)
    val characters = "ab1:/@?;&=,()#%! \\\"'ä"
    for _ <- 0 until 20_000 do
      val secret  = Vector.fill(1 + random.nextInt(6))(characters(random.nextInt(characters.length))).mkString + "tail"
      val address = random.nextInt(6) match
        case 0 => s"jdbc:postgresql://host/app?user=me&password=$secret"
        case 1 => s"jdbc:mysql://me:$secret@host/app"
        case 2 => s"jdbc:oracle:thin:me/$secret@host:1521:app"
        case 3 => s"jdbc:h2:mem:app;USER=me;PASSWORD=$secret"
        case 4 => s"jdbc:mysql://(host=h,user=me,password=$secret)/app"
        case _ => s"jdbc:db2://host/app:password=$secret;user=me;"
      val place = DatabasePlace.ofAddress(address)
      assert(!place.contains("tail") && place.startsWith("jdbc:"), s"$address: $place")
