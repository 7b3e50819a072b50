package brine.lab.model

import scala.annotation.tailrec
import java.util.Random

/** Lines of made-up text of an exact length, drawn from a list of words. What a text costs in any format depends on how
  * many letters and separators it has and on how much it repeats itself, so both are under control here and its meaning
  * is not.
  */
private[model] final class Prose(vocabulary: Vector[String], random: Random) {

  /** `wordCount` different words of `letters` letters in all, in `sentences` sentences; the text has
    * `letters + wordCount - 1 + sentences` characters.
    */
  def line(letters: Int, wordCount: Int, sentences: Int): String = {
    val words = draw(letters, wordCount)
    val ends  = (1 to sentences).map(n => n * wordCount / sentences).toSet
    words.zipWithIndex
      .map { case (word, index) =>
        val first = index == 0 || ends(index)
        (if (first) word.capitalize else word) + (if (ends(index + 1)) "." else "")
      }
      .mkString(" ")
  }

  @tailrec private def draw(letters: Int, wordCount: Int): Vector[String] = {
    val shuffled = shuffle()
    val most     = shuffled.take(wordCount - 1)
    val missing  = letters - most.map(_.length).sum
    shuffled.drop(wordCount - 1).find(_.length == missing) match {
      case Some(last) => most :+ last
      case None       => draw(letters, wordCount)
    }
  }

  /** Fisher and Yates by hand: `scala.util.Random.shuffle` gives different orders in different Scala versions. */
  private def shuffle(): Vector[String] = {
    val words = vocabulary.toArray
    for (last <- words.indices.reverse) {
      val other = random.nextInt(last + 1)
      val word  = words(last)
      words(last) = words(other)
      words(other) = word
    }
    words.toVector
  }
}

private[model] object Prose {
  private def words(text: String): Vector[String] = text.split("\\s+").toVector.filter(_.nonEmpty)

  val english: Vector[String] = words("""
    a at by in no of on or so to up we all any big cup day far few hat ice jar key low map new oak pan red sea tea use way
    yet able back cake door east fine gift half inch jump kind lamp mild note open park quay rain salt tall upon very
    warm apple bread chair dance early fresh glass heavy ivory juice large maple north orange pepper quiet ribbon silver
    timber velvet window yellow autumn barrel candle dinner evening freight garden harbour kitchen leather morning
    orchard picture railway station thunder village weather bakeries cheerful delicate fountain lanterns mountain
    saffron umbrella waterfall chocolate carefully departing excellent furniture gardening handmade tomorrow
  """)

  val russian: Vector[String] = words("""
    а в и к о с у я бы во да до ей же за из им их ко ли мы на не ни но ну об он от по та те то ту ты уж вот все где год
    два еще жар зал как кот лед луг май мир мой нас нет она пар под рад сад сам сок сто суп там тут хор час чай шар вода
    гора день доля звон зима киты книга край лето мост ночь окно пирог поле рука рыба свет снег стол тишь хлеб чашка шаги
    берег город дверь ветер груша дорога корзина лодка молоко облако орехи песня погода сахар яблоко
  """)
}
