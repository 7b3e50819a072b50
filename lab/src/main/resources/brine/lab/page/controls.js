// Tables follow the filters; controls change the state and redraw.
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
      const fastest = least.get(cell.cellIndex) ?? 1;
      // Processor time has no interval of its own: it gets the relative one of wall time.
      const share = value(cell) / Number(cell.dataset.value);
      const [low, high] = [cell.dataset.lo, cell.dataset.hi].map((bound) => scaled(Number(bound) * share, fastest));
      cell.textContent = sure(scaled(value(cell), fastest), low, high, Number(cell.dataset.forks));
      if (note) cell.append(note);
    }
  }
  for (const heading of document.querySelectorAll("details > summary")) {
    heading.textContent = heading.textContent.replace(/\((µs|ns|ms|times the fastest)( for the whole list)?\)$/, (all, unit, list) =>
      heading.closest("#site, #books") ? `(${unitName[state.unit]}${list || ""})` : all);
  }
}

function show() {
  if (state.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = state.theme;
  for (const control of document.querySelectorAll("select[id^=control-]")) control.value = state[control.name];
  for (const box of document.querySelectorAll("input[data-show]")) box.checked = !list("hide").includes(box.dataset.show);
  const search = document.getElementById("search");
  if (search.value !== state.search) search.value = state.search;
  for (const box of document.querySelectorAll("input[data-trait]")) box.checked = list("traits").includes(box.dataset.trait);
  const libraries = visible();
  tables(libraries);
  for (const drawing of drawings) drawing(libraries);
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
document.getElementById("reset").addEventListener("click", () => { Object.assign(state, { hide: "", traits: "", search: "" }); changed(); });
document.getElementById("none").addEventListener("click", () => { state.hide = data.libraries.map((l) => l.name).join(","); changed(); });
document.getElementById("search").addEventListener("input", (event) => { state.search = event.target.value; changed(); });
for (const link of document.querySelectorAll("a[href^='#']"))
  link.addEventListener("click", (event) => {
    // The fragment holds the view, so going to a place must not replace it.
    const target = document.getElementById(link.getAttribute("href").slice(1));
    event.preventDefault();
    if (!target) return;
    for (let folded = target.closest("details"); folded; folded = folded.parentElement.closest("details")) folded.open = true;
    target.scrollIntoView();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  });
window.addEventListener("hashchange", () => { Object.assign(state, defaults); readFragment(); show(); });
let resizing;
window.addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(show, 150); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
readFragment();
show();
