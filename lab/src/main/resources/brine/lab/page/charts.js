// The charts of each section.
// site
function siteTimes(libraries) {
  const cases = state.size === "all" ? sizes : [state.size];
  const name = (size) => `${state.kind}-${size}`;
  const totals = (l) => both("site", name(cases[cases.length - 1]), l);
  const fastest = Math.min(...libraries.map((l) => totals(l.name)).filter((v) => v !== undefined));
  const order = sorted(libraries.filter((l) => data.rows.some((r) => r.study === "site" && r.library === l.name)), totals);
  const label = `${unitName[state.unit]} for ${state.kind === "site" ? "one site" : "the list of events"} (${state.clock === "cpu" ? "processor" : "wall"} time)`;
  if (state.size === "all") {
    bars("site-times", order, sizes.map((size) => ({
      name: `${size}, write and read`,
      value: (l) => { const t = both("site", name(size), l); return t === undefined ? undefined : scaled(t, fastest); },
    })), label);
    return;
  }
  const best = (op) => Math.min(...libraries.map((l) => time(find("site", name(state.size), l.name, op))).filter((v) => v !== undefined));
  const ops = [["write", "encode"], ["read", "decode"]];
  const published = (year, op) => data.published.site
    .filter((p) => p.year === year && p.op === op && p.kind === state.kind)
    .map((p) => [scaled(p.values[sizes.indexOf(state.size)], best(op)), p.row]);
  const marks = [["2022", "diamond"], ["2016", "triangle"]].flatMap(([year, symbol]) => ops.map(([word, op], like) => ({ name: `published ${year}, ${word}`, symbol, like, points: published(year, op) })));
  bars("site-times", order, ops.map(([word, op]) => ({
    name: word,
    value: (l) => { const t = time(find("site", name(state.size), l, op)); return t === undefined ? undefined : scaled(t, best(op)); },
    range: (l) => {
      const row = find("site", name(state.size), l, op);
      return row && row.value !== undefined && state.clock === "wall" ? [scaled(row.lo, best(op)), scaled(row.hi, best(op))] : undefined;
    },
  })), label, marks);
}

function siteScatter(libraries) {
  const theme = look();
  const size = state.size === "all" ? "8k" : state.size;
  const name = `${state.kind}-${size}`;
  const points = libraries.flatMap((l) => {
    const sized = find("site", name, l.name, "size");
    const t = both("site", name, l.name);
    return sized && sized.sizes && t !== undefined ? [{ library: l.name, x: sized.sizes[0], y: t }] : [];
  });
  const fastest = Math.min(...points.map((p) => p.y));
  const option = {
    ...base(theme),
    grid: { left: 76, right: 24, top: 24, bottom: 48 },
    xAxis: axis(theme, { type: "value", name: `bytes, ${state.kind} ${size}`, axisLabel: { formatter: tick } }),
    yAxis: { ...valueAxis(theme, `${unitName[state.unit]}, write and read`, points.map((p) => scaled(p.y, fastest))), nameGap: 52 },
    series: [{
      type: "scatter",
      symbolSize: 11,
      data: points.map((p) => ({
        name: p.library,
        value: [p.x, scaled(p.y, fastest)],
        symbol: shapes[index.get(p.library) % shapes.length],
        itemStyle: { color: color(p.library, theme) },
        label: { fontWeight: p.library.startsWith("brine") ? "bold" : "normal" },
      })),
      label: { show: true, formatter: "{b}", position: "right", color: theme.ink, fontSize: 11 },
    }],
  };
  option.tooltip = { ...option.tooltip, formatter: (p) => `${p.name}<br>${short(p.value[0])} B, ${short(p.value[1])} ${unitName[state.unit]}` };
  draw("site-scatter", narrow() ? 380 : 480, option);
  const chart = charts.get("site-scatter");
  if (!chart) return;
  // Names that would cover another are left to the tooltip; ours come first.
  const taken = [];
  const placed = option.series[0].data
    .map((p) => ({ p, at: chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, p.value) }))
    .sort((a, b) => rank(a.p.name) - rank(b.p.name) || a.at[1] - b.at[1]);
  const right = chart.getWidth() - 8;
  for (const { p, at } of placed) {
    const width = p.name.length * 6.4 + 12;
    const toLeft = at[0] + 8 + width > right;
    const box = { left: toLeft ? at[0] - 8 - width : at[0] + 8, y: at[1] };
    const free = taken.every((t) => Math.abs(t.y - box.y) > 13 || box.left + width < t.left || t.left + t.width < box.left);
    p.label = { ...p.label, show: free, position: toLeft ? "left" : "right" };
    if (free) taken.push({ ...box, width });
  }
  chart.setOption({ series: [{ data: option.series[0].data }] });
}

function lines(name, height, series, xAxis, yAxis, tooltip) {
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

function siteGrowth(libraries) {
  const theme = look();
  const all = libraries.map((l) => ({ name: l.name, points: sizes.map((s) => both("site", `${state.kind}-${s}`, l.name)) })).filter((s) => s.points.some((p) => p !== undefined));
  const best = sizes.map((_, i) => Math.min(...all.map((s) => s.points[i]).filter((v) => v !== undefined)));
  const series = all.map((s) => line(s.name, theme, s.points.map((p, i) => (p === undefined ? null : scaled(p, best[i])))));
  const values = series.flatMap((s) => s.data).filter((v) => v !== null);
  lines("site-growth", narrow() ? 420 : 520, series,
    axis(theme, { type: "category", data: sizes, name: state.kind === "site" ? "size of the site" : "events of the site", boundaryGap: false }),
    { ...valueAxis(theme, `${unitName[state.unit]}, write and read`, values), nameGap: 52 },
    { trigger: "item", formatter: (p) => `${p.seriesName}<br>${p.name}: ${short(p.value)} ${unitName[state.unit]}` });
}

function siteSizes(libraries) {
  const size = state.size === "all" ? "8k" : state.size;
  const name = `${state.kind}-${size}`;
  const figure = (l, i) => { const row = find("site", name, l, "size"); return row && row.sizes ? row.sizes[i] : undefined; };
  const names = state.kind === "site" ? [["raw", 0], ["gzip", 1], ["zstd", 3]] : [["raw", 0], ["gzip, each alone", 1], ["gzip, all together", 2], ["zstd, all together", 3]];
  const order = sorted(libraries, (l) => figure(l, 0));
  bars("site-sizes", order, names.map(([word, i]) => ({ name: word, value: (l) => figure(l, i) })), `bytes, ${state.kind} ${size}`, [], false);
}

// evactor
function evactor(libraries) {
  const theme = look();
  const failures = new Set(["oom", "timeout", "crashed"]);
  const runs = data.rows.filter((r) => r.study === "evactor" && r.op === "run");
  const counts = [...new Set(runs.map((r) => r.n))].sort((a, b) => a - b);
  const ms = (row) => (row && row.value !== undefined ? (state.clock === "cpu" && row.cpu ? row.cpu / 1e6 : row.value) : undefined);
  const asPublished = new Set(data.libraries.filter((l) => l.traits.includes("as-published")).map((l) => l.name));
  let regular = 0;
  const series = libraries.flatMap((l) => {
    const points = [];
    let end = null;
    for (const n of counts) {
      const row = runs.find((r) => r.library === l.name && r.n === n);
      const value = ms(row);
      if (value !== undefined) {
        points.push([n, value]);
        if (!asPublished.has(l.name)) regular = Math.max(regular, value);
      } else if (row && failures.has(row.status) && !end) end = [n, row.status];
    }
    if (!points.length && !end) return [];
    const last = points.length ? points[points.length - 1] : [counts[0], 1];
    // The failure is drawn where the line would have gone on: at the n that failed, no lower than the last success.
    const cross = end && { symbol: "path://M0,0 L10,10 M10,0 L0,10", symbolSize: 13, itemStyle: { color: "none", borderColor: theme.bad, borderWidth: 2.5 },
      label: { show: true, formatter: `${l.name}: ${end[1]}`, color: theme.bad, position: "top" }, data: [{ coord: [end[0], last[1]] }] };
    return [line(l.name, theme, points, cross ? { markPoint: cross } : {})];
  });
  const published = state.then !== "show" ? [] : [...new Set(data.published.evactor.map((p) => p.library))].map((name) => ({
    name: `${name}, 2013`,
    type: "line",
    data: data.published.evactor.filter((p) => p.library === name).map((p) => [p.n, p.ms]),
    symbol: "none",
    lineStyle: { type: "dashed", width: 1.3, color: theme.soft },
    itemStyle: { color: theme.soft },
    endLabel: { show: !narrow(), formatter: "{a}", color: theme.soft, fontSize: 11 },
    labelLayout: { moveOverlap: "shiftY" },
  }));
  const values = [...series, ...published].flatMap((s) => s.data.map((p) => p[1]));
  const cut = state.cut === "cut" && regular > 0;
  lines("evactor", narrow() ? 440 : 560, [...series, ...published],
    axis(theme, { type: "value", name: "events", min: 0, axisLabel: { formatter: (v) => v.toLocaleString("en-US") } }),
    { ...valueAxis(theme, cut ? "ms (axis cut)" : "ms", values), nameGap: 52, ...(cut ? { max: Math.ceil(regular * 1.1) } : {}) },
    { trigger: "item", formatter: (p) => (p.componentType === "markPoint" ? p.seriesName : `${p.seriesName}<br>${p.value[0].toLocaleString("en-US")} events: ${short(p.value[1])} ms`) });
}

function perEvent(libraries) {
  const figure = (l, op) => time(find("evactor", "events-1000", l, op));
  const names = libraries.filter((l) => data.rows.some((r) => r.study === "evactor" && r.library === l.name));
  const order = sorted(names, (l) => { const a = figure(l, "encode"), b = figure(l, "decode"); return a === undefined || b === undefined ? undefined : a + b; });
  bars("evactor-event", order, [["write", "encode"], ["read", "decode"]].map(([word, op]) => ({
    name: word,
    value: (l) => figure(l, op),
    range: (l) => { const row = find("evactor", "events-1000", l, op); return row && row.value !== undefined && state.clock === "wall" ? [row.lo, row.hi] : undefined; },
  })), "ns for one event");
}

// books
function books(libraries) {
  const theme = look();
  const tests = data.books.flatMap((name) => [["write", "encode"], ["read", "decode"]].map(([word, op]) => ({ name, op, label: `${word} ${name}` })));
  const here = new Set(data.rows.filter((r) => r.study === "books" && (r.platform || "jvm") === state.platform).map((r) => r.library));
  const shown = libraries.map((l) => l.name).filter((name) => here.has(name));
  const figure = (test, l) => time(find("books", test.name, l, test.op));
  const best = tests.map((test) => Math.min(...shown.map((l) => figure(test, l)).filter((v) => v !== undefined)));
  const ratios = (l) => tests.map((test, i) => figure(test, l) / best[i]).filter((v) => v > 0);
  const mean = (l) => { const all = ratios(l); return all.length ? Math.exp(all.reduce((sum, v) => sum + Math.log(v), 0) / all.length) : Infinity; };
  const order = [...shown].sort((a, b) => mean(b) - mean(a));
  const cells = order.flatMap((l, y) => tests.flatMap((test, x) => {
    const value = figure(test, l);
    return value === undefined ? [] : [[x, y, Math.log2(value / best[x]), value / best[x]]];
  }));
  const most = Math.max(1, ...cells.map((c) => c[2]));
  const option = {
    ...base(theme),
    grid: { left: narrow() ? 112 : 176, right: 12, top: 28, bottom: 132 },
    xAxis: axis(theme, { type: "category", data: tests.map((t) => t.label), axisTick: { show: false }, axisLabel: { interval: 0, rotate: 60, fontSize: narrow() ? 9 : 11, hideOverlap: false } }),
    yAxis: axis(theme, {
      type: "category", data: order, axisTick: { show: false },
      axisLabel: {
        interval: 0, fontSize: narrow() ? 10 : 12, ...(narrow() ? { width: 104, overflow: "truncate" } : {}),
        formatter: (label) => (label.startsWith("brine") ? `{ours|${label}}` : label), rich: { ours: { color: theme.accent, fontWeight: "bold" } },
      },
    }),
    visualMap: { show: false, min: 0, max: most, dimension: 2, inRange: { color: [css("--heat-best"), theme.paper, css("--heat-worst")] } },
    series: [{
      type: "heatmap",
      data: cells,
      itemStyle: { borderColor: theme.line, borderWidth: 1 },
      label: { show: !narrow(), color: theme.ink, fontSize: 10, formatter: (p) => (p.value[3] >= 99.5 ? Math.round(p.value[3]) : p.value[3].toPrecision(2)) },
    }],
  };
  option.tooltip = { ...option.tooltip, formatter: (p) => `${order[p.value[1]]}<br>${tests[p.value[0]].label}: ${short(p.value[3])} times the fastest` };
  draw("books-heat", 176 + order.length * (narrow() ? 18 : 24), option);
}

// actors
function actors(libraries) {
  const row = (l) => find("actors", state.program, l, "run");
  const order = sorted(libraries, (l) => row(l)?.value);
  bars("actors", order.filter((l) => row(l)), [
    { name: "one run", value: (l) => row(l)?.value, range: (l) => (row(l)?.value !== undefined ? [row(l).lo, row(l).hi] : undefined) },
    { name: "the first run of its JVM", value: (l) => row(l)?.first },
  ], `ms, ${state.program}`);
}
function actorMemory(libraries) {
  const figure = (l) => find("actors", "idle-1M", l, "bytes")?.value;
  const range = (l) => { const row = find("actors", "idle-1M", l, "bytes"); return row && row.value !== undefined ? [row.lo, row.hi] : undefined; };
  bars("actors-memory", sorted(libraries, figure).filter((l) => figure(l) !== undefined), [{ name: "bytes of heap for one idle actor", value: figure, range }], "bytes");
}
function actorAsks(libraries) {
  const figure = (l, op) => find("actors", state.asking, l, op)?.value;
  const order = sorted(libraries, (l) => figure(l, "p50")).filter((l) => figure(l, "p50") !== undefined);
  bars("actors-ask", order, ["p50", "p99", "p99.9"].map((op) => ({ name: op, value: (l) => figure(l, op) })), `µs, ${state.asking}`);
}

// log
function logLoads(libraries) {
  const row = (l) => find("log", state.load, l, "rate");
  const figure = (l) => row(l)?.ofR;
  const order = sorted(libraries, (l) => (figure(l) === undefined ? undefined : -figure(l))).filter((l) => figure(l) !== undefined);
  bars("log", order, [{ name: "multiples of R", value: figure }], `R, ${state.load}`);
}
function logCurve(libraries) {
  const theme = look();
  const points = data.rows.filter((r) => r.study === "log" && r.op === "records" && r.value !== undefined);
  const figure = (r) => (state.curve === "integers" ? r.value * r.n : r.value);
  const series = libraries.flatMap((l) => {
    const mine = points.filter((r) => r.library === l.name).sort((a, b) => a.n - b.n).map((r) => [r.n, figure(r)]);
    return mine.length ? [line(l.name, theme, mine, {})] : [];
  });
  const unit = state.curve === "integers" ? "Integers/s" : "records/s";
  lines("log-curve", narrow() ? 440 : 560, series,
    axis(theme, { type: "log", name: "Integers in a record", min: 1, axisLabel: { formatter: tick } }),
    { ...valueAxis(theme, unit, series.flatMap((s) => s.data.map((p) => p[1])), true), nameGap: 64 },
    { trigger: "item", formatter: (p) => `${p.seriesName}<br>${p.value[0].toLocaleString("en-US")} Integers: ${short(p.value[1])} ${unit}` });
}

function startUp(libraries) {
  const figure = (l) => { const row = find("site", "site-1k", l, "startup"); return row && row.value; };
  const denied = (l) => { const row = find("site", "site-1k", l, "startup-deny"); return row && row.value; };
  bars("startup", sorted(libraries, figure), [{ name: "as it is", value: figure }, { name: "with Unsafe denied", value: denied }], "ms");
}
