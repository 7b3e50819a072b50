// The view: which libraries, unit, clock and scale. Kept in the address, so that a view can be passed on. The page's scripts
// run one after the other in one scope: state, look, lines, one of each study, controls. Nothing in them computes a result: every figure
// comes from the data block, which the lab made from the raw file.
const data = JSON.parse(document.getElementById("lab-data").textContent);
const sizes = ["1k", "2k", "4k", "8k", "64k"];
const root = document.documentElement;
const defaults = {
  unit: "us", clock: "wall", scale: "log", kind: "site", size: "8k", cut: "all", then: "show", platform: "jvm", program: "sequential", asking: "ask-chained", load: "callers-16", callers: "uniform-256", curve: "records", theme: "auto",
  hide: "", traits: "", search: "", lines: "ten",
};

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

const byKey = new Map(data.rows.map((row) => [[row.study, row.case, row.library, row.op].join("|"), row]));
const find = (study, name, library, op) => byKey.get([study, name, library, op].join("|"));
function visible() {
  const hidden = new Set(list("hide"));
  const traits = list("traits");
  const wanted = state.search.trim().toLowerCase();
  return data.libraries.filter((l) => !hidden.has(l.name) && traits.every((t) => l.traits.includes(t)) && l.name.toLowerCase().includes(wanted));
}
// At most ten rows in a chart unless the reader asks for all: the contenders of the study first, ours always.
const most = 10;
const studyOf = (chart) => (chart === "startup" ? "site" : chart.split("-")[0]);
function few(chart, names) {
  if (state.lines === "all" || names.length <= most) return names;
  const contenders = new Set(data.studies[studyOf(chart)].contenders);
  // Rows as published belong to the picture that their authors drew.
  const asPublished = new Set(data.libraries.filter((l) => l.traits.includes("as-published")).map((l) => l.name));
  const first = names.filter((name) => contenders.has(name.split(" ")[0]) || asPublished.has(name));
  const chosen = new Set([...first, ...names.filter((name) => !first.includes(name))].slice(0, most));
  return names.filter((name) => chosen.has(name));
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
// As Numbers.sure on the lab's side: the last digit is the place of the first digit of the larger distance to a bound.
const magnitude = (value) => Math.floor(Math.log10(value) + 1e-9);
function sure(value, low, high, forks) {
  const size = Math.abs(value);
  const first = size === 0 ? 0 : magnitude(size);
  const distance = Math.max(high - value, value - low);
  const allowed = distance > 0 ? magnitude(distance) : first - 2;
  const power = forks < 2 ? first - 1 : Math.min(Math.max(allowed, first - 2), first);
  if (power < 0) return value.toLocaleString("en-US", { minimumFractionDigits: -power, maximumFractionDigits: -power });
  return (Math.round(value / 10 ** power) * 10 ** power).toLocaleString("en-US", { maximumFractionDigits: 0 });
}
const scaled = (ns, fastest) => (state.unit === "relative" ? ns / fastest : ns / divisor[state.unit]);
