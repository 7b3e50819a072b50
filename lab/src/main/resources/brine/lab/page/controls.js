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
      cell.textContent = short(scaled(value(cell), least.get(cell.cellIndex) ?? 1));
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
