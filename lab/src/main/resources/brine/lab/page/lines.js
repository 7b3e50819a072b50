// Charts of lines.
function lines(name, height, all, xAxis, yAxis, tooltip) {
  const chosen = new Set(few(name, all.map((s) => s.name).filter((s) => index.has(s))));
  const series = all.filter((s) => chosen.has(s.name) || !index.has(s.name));
  const theme = look();
  const option = {
    ...base(theme),
    legend: { type: "scroll", bottom: 0, textStyle: { color: theme.ink }, pageTextStyle: { color: theme.ink }, pageIconColor: theme.ink },
    grid: { left: 76, right: narrow() ? 16 : 150, top: 28, bottom: 82 },
    xAxis,
    yAxis,
    series,
  };
  option.tooltip = { ...option.tooltip, ...tooltip };
  draw(name, height, option);
  if (!narrow()) spreadLabels(charts.get(name), series);
}
// Names at the lines' ends, ours first; one that would cover another is left to the legend.
function spreadLabels(chart, series) {
  if (!chart) return;
  const ends = series.map((s, i) => {
    const last = s.data.map((v, at) => (Array.isArray(v) ? v : [at, v])).filter((v) => v[1] !== null).pop();
    return { name: s.name, y: last ? chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, last)[1] : undefined, x: last && last[0] };
  });
  const taken = [];
  const keep = new Set();
  for (const end of ends.filter((e) => e.y !== undefined).sort((a, b) => rank(a.name) - rank(b.name) || a.y - b.y)) {
    if (taken.some(([x, y]) => x === end.x && Math.abs(y - end.y) < 13)) continue;
    taken.push([end.x, end.y]);
    keep.add(end.name);
  }
  chart.setOption({ series: series.map((s) => ({ name: s.name, endLabel: { show: keep.has(s.name) } })) });
}
const line = (library, theme, points, more = {}) => ({
  name: library,
  type: "line",
  data: points,
  symbol: shapes[index.get(library) % shapes.length],
  symbolSize: 6,
  itemStyle: { color: color(library, theme) },
  lineStyle: { width: library.startsWith("brine") ? 3.5 : 1.6 },
  emphasis: { focus: "series" },
  endLabel: { show: !narrow(), formatter: "{a}", color: theme.ink, fontSize: 11 },
  labelLayout: { moveOverlap: "shiftY" },
  ...more,
});
