// The page: which part of it is shown, the token, and the live stream.

import { h, replace, notice } from './dom.js';
import { Client } from './client.js';
import { LiveStream } from './stream.js';
import { Overview } from './overview.js';
import { Editor } from './editor.js';

const main = document.getElementById('main');
const live = document.getElementById('live');
let client = null,
  shown = null,
  stream = null;

// The token comes after the # of the address, which the browser sends to nobody. It is kept for this tab alone, and
// leaves the address, so that nobody reads it there.
function tokenOfAddress() {
  const found = /^#token=([\w.~-]+)$/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem('token', found[1]);
  history.replaceState(null, '', '#/');
}

function askForToken(text) {
  const input = h('input', { id: 'token', type: 'password', autocomplete: 'off', 'aria-describedby': 'token-error' });
  replace(
    main,
    h('h1', {}, 'Token'),
    h(
      'form',
      {
        id: 'token-form',
        submit: event => {
          event.preventDefault();
          sessionStorage.setItem('token', input.value.trim());
          start();
        }
      },
      h('label', { for: 'token' }, 'The token that the program has printed'),
      input,
      h('p', { id: 'token-error', class: 'error', role: 'alert' }, text),
      h('button', { type: 'submit' }, 'Open')
    )
  );
  input.focus();
}

async function start() {
  tokenOfAddress();
  stream?.close();
  shown?.stop();
  shown = null;
  const token = sessionStorage.getItem('token');
  if (!token) {
    askForToken('');
    return;
  }
  client = new Client(token);
  try {
    await client.get('api/views');
  } catch (failed) {
    if (failed.status === 401) {
      sessionStorage.removeItem('token');
      askForToken('This is not the token of the service.');
    } else notice(failed.message);
    return;
  }
  stream = new LiveStream(
    client,
    event => shown?.onEvent?.(event),
    state => {
      document.getElementById('connection').textContent = state;
    },
    () => start()
  );
  if (live.checked) await stream.open();
  else stream.close();
  await show();
}

async function show() {
  if (client === null) return;
  notice('');
  shown?.stop();
  const site = /^#\/sites\/([0-9a-f-]{36})$/.exec(location.hash);
  shown = site ? new Editor(client, site[1], main) : new Overview(client, main);
  await shown.start();
  // Somebody may have begun to type meanwhile.
  if (!main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

live.addEventListener('change', () => {
  if (stream === null) return;
  if (live.checked) stream.open();
  else stream.close();
});
document.getElementById('skip').addEventListener('click', event => {
  event.preventDefault();
  main.focus();
});
window.addEventListener('hashchange', () => {
  if (/^#token=/.test(location.hash)) start();
  else show();
});
start();
