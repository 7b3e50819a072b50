// Elements of the page. Texts become text nodes and never markup, so nothing that a user has written is executed.

/**
 * Creates an element. An attribute that is a function is a listener. With true an attribute has no value; with false,
 * null or undefined it is left out.
 */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(
    ...children
      .flat()
      .filter(child => child !== null && child !== undefined)
      .map(child => (child instanceof Node ? child : String(child)))
  );
  return element;
}

/**
 * Puts children in the place of others, and keeps the focus where it was if its element, or one with its id, is left.
 * If it is not, as after a button that removes what it belongs to, the part around it gets the focus.
 * Pass a function that makes the children if they contain elements that the parent has now: moving an element loses the
 * focus, so it must be noted before.
 */
export function replace(parent, ...children) {
  const focused = document.activeElement;
  const id = parent.contains(focused) ? focused.id : '';
  const around = [];
  for (let one = focused; id && one !== parent; one = one.parentElement) if (one.id) around.push(one.id);
  let selection = null;
  if (id && 'selectionStart' in focused) {
    try {
      selection = [focused.selectionStart, focused.selectionEnd];
    } catch {
      /* no text */
    }
  }
  const made = children.map(child => (typeof child === 'function' ? child() : child));
  parent.replaceChildren(...made.flat().filter(Boolean));
  const again = id ? document.getElementById(id) : null;
  if (again && document.activeElement !== again) {
    focusOn(again);
    if (selection && selection[0] !== null)
      try {
        again.setSelectionRange(...selection);
      } catch {
        /* no text */
      }
  } else if (id && !again) {
    const left = around.map(one => document.getElementById(one)).find(one => one !== null);
    if (left) focusOn(left);
  }
}

function focusOn(element) {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  // A part of the page is no control: without this, it cannot have the focus.
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

let ids = 0;

/** An id that no element has. */
export const freshId = () => `e${++ids}`;

/** Time for people. */
export const time = millis => new Date(millis).toLocaleString();

/** Says something to everybody, also to those who listen to the page. */
export function notice(text) {
  const element = document.getElementById('notice');
  element.textContent = text;
  element.hidden = !text;
}

/** An event in words: its kind, and its fields. */
export function eventText(event) {
  const fields = Object.entries(event).filter(([name]) => name !== 'type');
  const said = fields
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(', ');
  const text = said ? `${event.type} (${said})` : event.type;
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}
