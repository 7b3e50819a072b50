package brine.examples.site.page

/** Finds texts without enough contrast to their background: a ratio of 4.5, as WCAG 2 asks for. */
private object Contrast:
  val script: String =
    """(() => {
      |  const numbers = color => color.match(/[\d.]+/g).map(Number);
      |  const light = ([r, g, b]) => [r, g, b].map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      |    .reduce((sum, c, at) => sum + c * [0.2126, 0.7152, 0.0722][at], 0);
      |  const behind = element => {
      |    for (let one = element; one; one = one.parentElement) {
      |      const color = numbers(getComputedStyle(one).backgroundColor);
      |      if (color.length === 3 || color[3] > 0) return color;
      |    }
      |    return [255, 255, 255];
      |  };
      |  return [...document.querySelectorAll('body *')]
      |    .filter(one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim()) && one.offsetParent && !one.disabled && one.localName !== 'option')
      |    .filter(one => {
      |      const [a, b] = [light(numbers(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
      |      return (a + 0.05) / (b + 0.05) < 4.5;
      |    }).map(one => one.outerHTML.slice(0, 120));
      |})()""".stripMargin
