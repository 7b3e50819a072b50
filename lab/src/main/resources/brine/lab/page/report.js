// Draws the charts, applies the filters, and keeps both in the address so that a view can be passed on. Nothing here
// computes a result: every figure comes from the data block, which the lab made from the raw file.
(() => {
  "use strict";
  const data = JSON.parse(document.getElementById("lab-data").textContent);
  const sizes = ["1k", "2k", "4k", "8k", "64k"];
  const root = document.documentElement;
  const defaults = {
    unit: "us", clock: "wall", scale: "log", kind: "site", size: "8k", cut: "all", then: "show", theme: "auto",
    hide: "", traits: "",
  };

  // ---------------------------------------------------------------- state, kept in the fragment
  const state = { ...defaults };
  function readFragment() {
    const fragment = location.hash.slice(1);
    if (!fragment.includes("=")) return;
    for (const [name, value] of new URLSearchParams(fragment)) if (name in defaults) state[name] = value;
  }
  function writeFragment() {
    const changed = Object.entries(state).filter(([name, value]) => value !== defaults[name]);
    const fragment = changed.length ? "#" + new URLSearchParams(changed) : location.pathname + location.search;
    try { history.replaceState(null, "", fragment); } catch { /* a page opened from a data: address has no history */ }
  }
  const list = (name) => (state[name] ? state[name].split(",") : []);

  // ---------------------------------------------------------------- data
  const byKey = new Map(data.rows.map((row) => [[row.study, row.case, row.library, row.op].join("|"), row]));
  const find = (study, name, library, op) => byKey.get([study, name, library, op].join("|"));
  function visible() {
    const hidden = new Set(list("hide"));
    const traits = list("traits");
    return data.libraries.filter((l) => !hidden.has(l.name) && traits.every((t) => l.traits.includes(t)));
  }
  const time = (row) => (row && row.value !== undefined ? (state.clock === "cpu" && row.cpu ? row.cpu : row.value) : undefined);
  const both = (study, name, library) => {
    const out = time(find(study, name, library, "encode"));
    const back = time(find(study, name, library, "decode"));
    return out === undefined || back === undefined ? undefined : out + back;
  };
  const divisor = { ns: 1, us: 1e3, ms: 1e6 };
  const unitName = { ns: "ns", us: "µs", ms: "ms", relative: "times the fastest" };
  function short(value) {
    const size = Math.abs(value);
    const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    return value.toLocaleString("en-US", { minimumFractionDigits: size === 0 ? 0 : digits, maximumFractionDigits: digits });
  }
  const scaled = (ns, fastest) => (state.unit === "relative" ? ns / fastest : ns / divisor[state.unit]);

  // ---------------------------------------------------------------- look
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
      ...(log ? { min: 10 ** Math.floor(Math.log10(low * 0.999)) } : { min: 0 }),
      axisLabel: { formatter: tick },
    });
  }

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
    const shown = order.filter((l) => !gone.includes(l));
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

  // ---------------------------------------------------------------- site
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

  // ---------------------------------------------------------------- evactor
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

  function startUp(libraries) {
    const figure = (l) => { const row = find("site", "site-1k", l, "startup"); return row && row.value; };
    const denied = (l) => { const row = find("site", "site-1k", l, "startup-deny"); return row && row.value; };
    bars("startup", sorted(libraries, figure), [{ name: "as it is", value: figure }, { name: "with Unsafe denied", value: denied }], "ms");
  }

  // ---------------------------------------------------------------- tables
  function tables(libraries) {
    const names = new Set(libraries.map((l) => l.name));
    for (const row of document.querySelectorAll("tr[data-library]")) row.hidden = index.has(row.dataset.library) && !names.has(row.dataset.library);
    for (const table of document.querySelectorAll("table")) {
      const cells = [...table.querySelectorAll("td[data-kind=time][data-value]")];
      if (!cells.length) continue;
      const value = (cell) => Number(state.clock === "cpu" && cell.dataset.cpu ? cell.dataset.cpu : cell.dataset.value);
      const least = new Map();
      for (const cell of cells) {
        if (cell.parentElement.hidden) continue;
        least.set(cell.cellIndex, Math.min(least.get(cell.cellIndex) ?? Infinity, value(cell)));
      }
      for (const cell of cells) {
        const note = cell.querySelector("sup");
        cell.textContent = short(scaled(value(cell), least.get(cell.cellIndex) ?? 1));
        if (note) cell.append(note);
      }
    }
    for (const heading of document.querySelectorAll("details > summary")) {
      heading.textContent = heading.textContent.replace(/\((µs|ns|ms|times the fastest)( for the whole list)?\)$/, (all, unit, list) =>
        heading.closest("#site") ? `(${unitName[state.unit]}${list || ""})` : all);
    }
  }

  // ---------------------------------------------------------------- controls
  function show() {
    if (state.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = state.theme;
    for (const control of document.querySelectorAll("select[id^=control-]")) control.value = state[control.name];
    for (const box of document.querySelectorAll("input[data-show]")) box.checked = !list("hide").includes(box.dataset.show);
    for (const box of document.querySelectorAll("input[data-trait]")) box.checked = list("traits").includes(box.dataset.trait);
    const libraries = visible();
    tables(libraries);
    for (const drawing of [siteTimes, siteScatter, siteGrowth, siteSizes, evactor, perEvent, startUp]) drawing(libraries);
  }
  function changed() {
    writeFragment();
    show();
  }
  for (const control of document.querySelectorAll("select[id^=control-]"))
    control.addEventListener("change", () => { state[control.name] = control.value; changed(); });
  for (const box of document.querySelectorAll("input[data-show]"))
    box.addEventListener("change", () => {
      const hidden = new Set(list("hide"));
      if (box.checked) hidden.delete(box.dataset.show); else hidden.add(box.dataset.show);
      state.hide = [...hidden].join(",");
      changed();
    });
  for (const box of document.querySelectorAll("input[data-trait]"))
    box.addEventListener("change", () => {
      const traits = new Set(list("traits"));
      if (box.checked) traits.add(box.dataset.trait); else traits.delete(box.dataset.trait);
      state.traits = [...traits].join(",");
      changed();
    });
  document.getElementById("reset").addEventListener("click", () => { state.hide = ""; state.traits = ""; changed(); });
  for (const link of document.querySelectorAll("nav a"))
    link.addEventListener("click", (event) => {
      // The fragment holds the view, so going to a section must not replace it.
      const target = document.querySelector(link.getAttribute("href"));
      event.preventDefault();
      if (target) target.scrollIntoView();
    });
  window.addEventListener("hashchange", () => { Object.assign(state, defaults); readFragment(); show(); });
  let resizing;
  window.addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(show, 150); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  readFragment();
  show();
})();
