// How charts look: colours from the style sheet, axes, and the two shapes of chart the page is made of.
const palette = ["#3b7dd8", "#d9822b", "#8a63d2", "#2f9e8f", "#c2417c", "#7a8b1e", "#b0563b", "#4b9cc9", "#946c9c", "#6d7f8b"];
const shapes = ["circle", "rect", "triangle", "diamond", "roundRect", "pin"];
const index = new Map(data.libraries.map((l, i) => [l.name, i]));
const css = (name) => {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const color = getComputedStyle(probe).color;
  probe.remove();
  return color;
};
const look = () => ({ ink: css("--ink"), soft: css("--soft"), line: css("--line"), accent: css("--accent"), paper: css("--paper"), bad: css("--bad") });
const color = (name, theme) => (name.startsWith("brine") ? theme.accent : palette[index.get(name) % palette.length]);
const rank = (name) => (name === "brine" ? 0 : name.startsWith("brine") ? 1 : 2);
const narrow = () => window.innerWidth < 640;
// Tooltips are HTML, and a results file may come from anybody.
const html = (text) => echarts.format.encodeHTML(text);

function base(theme) {
  return {
    animation: false,
    backgroundColor: "transparent",
    textStyle: { fontFamily: "system-ui, sans-serif", color: theme.ink },
    aria: { enabled: true },
    tooltip: { confine: true, backgroundColor: theme.paper, borderColor: theme.line, textStyle: { color: theme.ink } },
    toolbox: { right: 0, top: 0, iconStyle: { borderColor: theme.soft }, feature: { saveAsImage: { title: "save picture", type: "svg" } } },
  };
}
const axis = (theme, more) => ({
  axisLabel: { color: theme.soft, hideOverlap: true, ...(more.axisLabel || {}) },
  axisLine: { lineStyle: { color: theme.line } },
  splitLine: { lineStyle: { color: theme.line, opacity: 0.6 } },
  minorSplitLine: { show: false },
  nameTextStyle: { color: theme.soft },
  nameGap: 28,
  nameLocation: "middle",
  ...more,
  ...(more.axisLabel ? { axisLabel: { color: theme.soft, hideOverlap: true, ...more.axisLabel } } : {}),
});
const tick = (value) => (value >= 1 ? value.toLocaleString("en-US") : String(+value.toPrecision(3)));
function valueAxis(theme, name, values, log = state.scale === "log") {
  const positive = values.filter((v) => v > 0);
  const low = positive.length ? Math.min(...positive) : 1;
  return axis(theme, {
    type: log ? "log" : "value",
    name,
    // Not below the decade of the least value: ECharts rounds this end to that value's decimals, and 0.1 to none is 0, whose place is infinite.
    ...(log ? { min: 10 ** Math.floor(Math.log10(low)) } : { min: 0 }),
    axisLabel: { formatter: tick },
  });
}

// The drawings of all studies, each a function of the visible libraries.
const drawings = [];
const charts = new Map();
function draw(name, height, option) {
  const element = document.getElementById("chart-" + name);
  if (!element) return;
  element.style.height = height + "px";
  let chart = charts.get(name);
  if (!chart) {
    chart = echarts.init(element, null, { renderer: "svg" });
    charts.set(name, chart);
  }
  chart.resize();
  chart.setOption(option, true);
}

// Whiskers over grouped horizontal bars: from the least to the greatest (or the interval) of the forks.
function whiskers(items, count, position, theme) {
  return {
    type: "custom",
    silent: true,
    z: 5,
    tooltip: { show: false },
    encode: { x: [0, 1], y: 2 },
    data: items,
    renderItem: (params, api) => {
      const layout = api.barLayout({ count, barGap: "8%", barCategoryGap: "24%" })[position];
      const from = api.coord([api.value(0), api.value(2)]);
      const to = api.coord([api.value(1), api.value(2)]);
      const y = from[1] + layout.offsetCenter;
      const cap = Math.max(1.5, layout.width / 4);
      const stroke = { stroke: theme.ink, lineWidth: 1 };
      const part = (x1, y1, x2, y2) => ({ type: "line", shape: { x1, y1, x2, y2 }, style: stroke });
      return { type: "group", children: [part(from[0], y, to[0], y), part(from[0], y - cap, from[0], y + cap), part(to[0], y - cap, to[0], y + cap)] };
    },
  };
}

/** Horizontal grouped bars, one category for each library; `series` give a figure for each. */
function bars(name, libraries, series, axisName, extra = [], log = state.scale === "log") {
  const theme = look();
  const order = [...libraries].reverse();
  const values = series.flatMap((s) => order.map((l) => s.value(l))).filter((v) => v !== undefined);
  const gone = order.filter((l) => series.every((s) => s.value(l) === undefined));
  const chosen = new Set(few(name, libraries.filter((l) => !gone.includes(l))));
  const shown = order.filter((l) => chosen.has(l));
  const rowHeight = Math.max(22, series.length * 9 + 8);
  // ECharts lets logarithmic bars begin at 1 and nowhere else, so figures are drawn in multiples of the axis' least value.
  const low = Math.min(...values.filter((v) => v > 0));
  const origin = log && isFinite(low) ? 10 ** Math.floor(Math.log10(low * 0.999)) : 1;
  const drawn = (v) => (v === undefined || v === null ? null : v / origin);
  const longest = Math.max(4, ...shown.map((l) => l.length));
  const left = Math.min(longest * 7 + 14, narrow() ? 124 : 260);
  const fills = [theme.accent, "#d9822b", "#8a63d2", "#3b7dd8", "#c2417c"];
  const option = {
    ...base(theme),
    legend: { top: 0, left: 0, right: 40, type: "scroll", textStyle: { color: theme.ink }, pageTextStyle: { color: theme.ink }, pageIconColor: theme.ink, data: [...series.map((s) => s.name), ...extra.map((e) => e.name)] },
    grid: { left, right: 24, top: 36, bottom: 48 },
    xAxis: { ...valueAxis(theme, axisName, values.map(drawn), log), ...(log ? { min: 1 } : {}), axisLabel: { color: theme.soft, hideOverlap: true, formatter: (v) => tick(+(v * origin).toPrecision(6)) } },
    yAxis: axis(theme, {
      type: "category",
      data: shown,
      axisTick: { show: false },
      axisLabel: {
        interval: 0,
        formatter: (label) => (label.startsWith("brine") ? `{ours|${label}}` : label),
        rich: { ours: { color: theme.accent, fontWeight: "bold" } },
        ...(narrow() ? { width: 110, overflow: "truncate", fontSize: 11 } : {}),
      },
    }),
    series: [
      ...series.map((s, i) => ({
        name: s.name,
        type: "bar",
        barGap: "8%",
        barCategoryGap: "24%",
        itemStyle: { color: fills[i % fills.length] },
        data: shown.map((l) => drawn(s.value(l))),
      })),
      ...series.flatMap((s, i) => {
        const items = shown.flatMap((l, at) => {
          const range = s.range && s.range(l);
          return range && range[1] > range[0] ? [[drawn(range[0]), drawn(range[1]), at]] : [];
        });
        return items.length ? [whiskers(items, series.length, i, theme)] : [];
      }),
      ...extra.map((e) => ({
        name: e.name,
        type: "scatter",
        symbol: e.symbol,
        symbolSize: 8,
        z: 6,
        itemStyle: { color: theme.paper, borderColor: fills[e.like], borderWidth: 1.6 },
        data: e.points.filter(([, l]) => shown.includes(l)).map(([v, l]) => [drawn(v), l]),
      })),
    ],
  };
  option.tooltip = { ...option.tooltip, trigger: "axis", axisPointer: { type: "shadow" }, valueFormatter: (v) => { const n = Array.isArray(v) ? v[0] : v; return typeof n === "number" ? short(n * origin) : "–"; } };
  draw(name, 84 + shown.length * rowHeight, option);
}

const sorted = (libraries, key) =>
  libraries.map((l) => l.name).sort((a, b) => (key(a) ?? Infinity) - (key(b) ?? Infinity));
