// Time travel: what a site was after each of its events, what differs, and why a field is what it is.

import { h, replace, freshId, eventText, time } from './dom.js';

export class History {
  constructor(client, id) {
    Object.assign(this, { client, id, newest: 0, isAtEnd: true });
    const slider = freshId(),
      at = freshId(),
      from = freshId(),
      to = freshId();
    this.slider = h('input', {
      type: 'range',
      id: slider,
      class: 'slider',
      min: 0,
      max: 0,
      value: 0,
      step: 1,
      'aria-describedby': 'history-event',
      input: () => this.#moved()
    });
    this.label = h('output', { id: 'history-version', for: slider });
    this.event = h('p', { id: 'history-event', class: 'soft', role: 'status' });
    this.state = h('div', { id: 'history-state', class: 'scroll' });
    this.time = h('input', { type: 'datetime-local', step: '0.001', id: at });
    this.from = h('input', { type: 'number', id: from, min: 0 });
    this.to = h('input', { type: 'number', id: to, min: 0 });
    this.differences = h('div', { id: 'history-differences', class: 'scroll', role: 'status' });
    this.reason = h('p', { id: 'history-reason', class: 'notice', role: 'status', hidden: true });
    this.element = h(
      'section',
      { id: 'history' },
      h('h2', {}, 'Time travel'),
      h('label', { for: slider }, 'Version ', this.label),
      this.slider,
      h(
        'button',
        { type: 'button', id: 'history-back', click: () => this.go(Number(this.slider.value) - 1) },
        'One event back'
      ),
      h(
        'button',
        { type: 'button', id: 'history-on', click: () => this.go(Number(this.slider.value) + 1) },
        'One event on'
      ),
      this.event,
      h(
        'form',
        {
          id: 'history-time',
          submit: event => {
            event.preventDefault();
            this.#goToTime();
          }
        },
        h('label', { for: at }, 'At a time'),
        this.time,
        h('button', { type: 'submit' }, 'Go')
      ),
      this.reason,
      this.state,
      h('h3', {}, 'What differs'),
      h(
        'form',
        {
          id: 'history-compare',
          submit: event => {
            event.preventDefault();
            this.#compare();
          }
        },
        h(
          'div',
          { class: 'two' },
          h('div', {}, h('label', { for: from }, 'From version'), this.from),
          h('div', {}, h('label', { for: to }, 'To version'), this.to)
        ),
        h('button', { type: 'submit' }, 'Compare')
      ),
      this.differences
    );
  }

  /** The site has a newer version. A reader of an older one is not moved. */
  update(version) {
    if (version === this.newest) return;
    this.newest = version;
    this.slider.max = version;
    if (!this.to.value) {
      this.from.value = Math.max(0, version - 1);
      this.to.value = version;
    }
    if (this.isAtEnd) this.go(version);
  }

  go(version) {
    this.slider.value = version;
    this.#moved();
  }

  #moved() {
    this.isAtEnd = Number(this.slider.value) === this.newest;
    this.label.textContent = this.slider.value;
    return this.#load(`version=${this.slider.value}`);
  }

  async #goToTime() {
    const millis = new Date(this.time.value).getTime();
    if (Number.isNaN(millis) || millis < 0) {
      this.event.textContent = 'Enter a time after 1970.';
      return;
    }
    await this.#load(`time=${millis}`);
  }

  /** Shows a state. Only the last one that was asked for is shown. */
  async #load(query) {
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    try {
      const then = await this.client.get(`api/sites/${this.id}/state?${query}`, loading.signal);
      if (loading.signal.aborted) return;
      this.slider.value = then.version;
      this.isAtEnd = then.version === this.newest;
      this.label.textContent = then.version;
      this.event.textContent = then.event
        ? `${eventText(then.event.event)}, ${time(then.event.stored)}`
        : 'Before the first event';
      this.state.dataset.version = then.version;
      replace(this.state, this.#table(then.site));
    } catch (failed) {
      if (failed.name !== 'AbortError') this.event.textContent = failed.message;
    }
  }

  #table(site) {
    if (!site) return h('p', {}, 'There was no site.');
    return h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...['Field', 'Value', 'Why?'].map(name => h('th', { scope: 'col' }, name)))),
      h(
        'tbody',
        {},
        ...Object.entries(site).map(([name, value]) =>
          h(
            'tr',
            { 'data-field': name },
            h('th', { scope: 'row' }, name),
            h(
              'td',
              {},
              h(
                'pre',
                {},
                short(
                  name.startsWith('date')
                    ? time(value)
                    : typeof value === 'string'
                      ? value
                      : JSON.stringify(value, null, 1)
                )
              )
            ),
            h(
              'td',
              {},
              h(
                'button',
                {
                  type: 'button',
                  id: `why-${name}`,
                  'aria-label': `Which event last changed ${name}?`,
                  click: () => this.#why(name)
                },
                'Why?'
              )
            )
          )
        )
      )
    );
  }

  async #why(name) {
    try {
      const { event } = await this.client.get(`api/sites/${this.id}/last-change?field=${name}`);
      replace(
        this.reason,
        event
          ? [
              document.createTextNode(
                `${name} was last changed by event ${event.version}: ${eventText(event.event)}, ${time(event.stored)} `
              ),
              h('button', { type: 'button', id: 'history-go', click: () => this.go(event.version) }, 'Go there')
            ]
          : [document.createTextNode(`${name} was never changed.`)]
      );
    } catch (failed) {
      this.reason.textContent = failed.message;
    }
    this.reason.hidden = false;
  }

  async #compare() {
    try {
      const found = await this.client.get(
        `api/sites/${this.id}/difference?${new URLSearchParams({ from: this.from.value, to: this.to.value })}`
      );
      const rows = found.differences.map(one =>
        h(
          'tr',
          {},
          h('th', { scope: 'row' }, one.path),
          h('td', {}, h('pre', {}, short(one.left ?? '—'))),
          h('td', {}, h('pre', {}, short(one.right ?? '—')))
        )
      );
      replace(
        this.differences,
        rows.length
          ? h(
              'table',
              {},
              h(
                'thead',
                {},
                h(
                  'tr',
                  {},
                  ...['Part', `Version ${this.from.value}`, `Version ${this.to.value}`].map(name =>
                    h('th', { scope: 'col' }, name)
                  )
                )
              ),
              h('tbody', {}, ...rows)
            )
          : h('p', {}, 'Nothing differs.')
      );
    } catch (failed) {
      this.differences.textContent = failed.message;
    }
  }
}

const short = text => (text.length > 2000 ? `${text.slice(0, 1999)}…` : text);
