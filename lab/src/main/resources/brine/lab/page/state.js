// The view: which libraries, unit, clock and scale. Kept in the address, so that a view can be passed on. The page's scripts
// run one after the other in one scope: state, look, lines, one of each study, controls. Nothing in them computes a result: every figure
// comes from the data block, which the lab made from the raw file.
const data = JSON.parse(document.getElementById("lab-data").textContent);
const sizes = ["1k", "2k", "4k", "8k", "64k"];
const root = document.documentElement;
const defaults = {
  unit: "us", clock: "wall", scale: "log", kind: "site", size: "8k", cut: "all", then: "show", platform: "jvm", program: "sequential", asking: "ask-chained", load: "callers-16", curve: "records", theme: "auto",
  hide: "", traits: "",
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
