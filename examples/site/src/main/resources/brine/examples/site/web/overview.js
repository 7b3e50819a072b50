// The list of sites with search, the statistics, the views, and what is happening.

import { h, replace, notice, eventText, freshId } from './dom.js';
import { creation } from './creation.js';
import { viewElement } from './views.js';

export class Overview {
  constructor(client, main) {
    Object.assign(this, { client, main, isOver: false, seen: 0, wanted: 20, timers: new Map() });
    const search = freshId();
    this.search = h('input', { type: 'search', id: search, input: () => this.#soon('list', () => this.#list(), 200) });
    this.sites = h('ul', { id: 'sites', tabindex: -1 });
    this.more = h(
      'button',
      {
        type: 'button',
        id: 'more',
        hidden: true,
        click: () => {
          this.wanted = Math.min(100, this.wanted + 20);
          this.#list();
        }
      },
      'More sites'
    );
    this.events = h('ul', { id: 'events' });
    this.statistics = h('div', { id: 'statistics' });
    this.views = h('div', { id: 'views' });
    this.element = h(
      'div',
      {},
      h('h1', {}, 'Sites'),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          {},
          h(
            'section',
            {},
            h('h2', {}, 'List'),
            h('label', { for: search }, 'Search in names and descriptions'),
            this.search,
            this.sites,
            this.more
          ),
          creation(this.client)
        ),
        h(
          'div',
          {},
          h('section', {}, h('h2', {}, 'Now'), this.events),
          h('section', {}, h('h2', {}, 'Statistics'), this.statistics),
          h('section', {}, h('h2', {}, 'Views'), this.views)
        )
      )
    );
  }

  async start() {
    replace(this.main, this.element);
    await Promise.all([this.#list(), this.#numbers(), this.#watchViews()]);
  }

  stop() {
    this.isOver = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  onEvent(event) {
    this.seen = Math.max(this.seen, event.offset);
    this.events.prepend(
      h('li', {}, h('a', { href: `#/sites/${event.site}` }, event.site.slice(0, 8)), ` ${eventText(event.event)}`)
    );
    while (this.events.children.length > 30) this.events.lastChild.remove();
    // Many events at once are one look at the list.
    this.#soon('list', () => this.#list(), 300);
    this.#soon('numbers', () => this.#numbers(), 1000);
  }

  /** Does something in a while, once, also if it is asked for again meanwhile. */
  #soon(name, what, millis) {
    if (this.timers.has(name)) return;
    this.timers.set(
      name,
      setTimeout(() => {
        this.timers.delete(name);
        if (!this.isOver) what();
      }, millis)
    );
  }

  async #list() {
    const text = this.search.value,
      wanted = this.wanted;
    try {
      const query = `search=${encodeURIComponent(text)}&seen=${this.seen}&limit=${wanted}`;
      const found = await this.client.get(`api/sites?${query}`);
      if (this.isOver || text !== this.search.value || wanted !== this.wanted) return;
      const items = found.sites.map(site =>
        h(
          'li',
          { 'data-site': site.id },
          h('a', { href: `#/sites/${site.id}` }, site.name || 'Site without a name'),
          h(
            'div',
            { class: 'soft' },
            `${site.siteType}, ${site.published ? 'published' : 'not published'}, `,
            `${site.pages} pages, ${site.version} events`
          )
        )
      );
      if (!items.length) items.push(h('li', {}, text ? 'No site has these words.' : 'There is no site yet.'));
      if (found.hasMore && wanted === 100) items.push(h('li', {}, 'There are more: search for their words.'));
      replace(this.sites, items);
      const isOver = !found.hasMore || wanted === 100;
      // A hidden button loses the focus: the list has it then.
      if (isOver && document.activeElement === this.more) this.sites.focus({ preventScroll: true });
      this.more.hidden = isOver;
    } catch (failed) {
      if (!this.isOver) notice(failed.message);
    }
  }

  async #numbers() {
    try {
      const numbers = await this.client.get('api/statistics');
      const table = (title, rows) => {
        const most = Math.max(1, ...rows.map(row => row.count));
        return h(
          'div',
          { class: 'scroll' },
          h(
            'table',
            {},
            h('caption', {}, title),
            h(
              'tbody',
              {},
              ...rows.map(row =>
                h(
                  'tr',
                  {},
                  h('th', { scope: 'row' }, row.name),
                  h('td', {}, row.count.toLocaleString()),
                  h('td', {}, h('meter', { min: 0, max: most, value: row.count, 'aria-label': row.name }))
                )
              )
            )
          )
        );
      };
      replace(this.statistics, table('Sites by type', numbers.sites), table('Events by kind', numbers.events));
    } catch (failed) {
      if (!this.isOver) notice(failed.message);
    }
  }

  async #watchViews() {
    try {
      const { views } = await this.client.get('api/views');
      if (this.isOver) return;
      replace(
        this.views,
        views.map(view => viewElement(view, () => this.#rebuild(view.name)))
      );
      this.#soon('views', () => this.#watchViews(), views.some(view => view.rebuild || view.lag > 0) ? 200 : 3000);
    } catch (failed) {
      if (this.isOver) return;
      notice(failed.message);
      this.#soon('views', () => this.#watchViews(), 3000);
    }
  }

  async #rebuild(name) {
    try {
      await this.client.post(`api/views/${name}/rebuild`);
    } catch (failed) {
      notice(failed.message);
    }
    clearTimeout(this.timers.get('views'));
    this.timers.delete('views');
    this.#watchViews();
  }
}
