// The editor of one site.

import { h, replace, notice, eventText, time } from './dom.js';
import { Failure } from './client.js';
import { SiteForm, action } from './forms.js';
import { History } from './history.js';
import { pages, tags } from './pages.js';

const Flags = ['Unknown', 'Free', 'Premium'];

export class Editor {
  constructor(client, id, main) {
    Object.assign(this, { client, id, main, version: 0, site: null, forms: new Map(), opened: new Map() });
    this.body = h('div', {});
    this.events = h('ul', { id: 'site-events' });
    this.history = new History(client, id);
    this.asked = null;
  }

  async start() {
    try {
      this.#take(await this.client.get(`api/sites/${this.id}`));
    } catch (failed) {
      replace(this.main, h('h1', {}, 'No site'), h('p', { class: 'error' }, failed.message));
      return;
    }
    replace(this.main, this.body);
    try {
      const recent = await this.client.get(`api/sites/${this.id}/events?from=${Math.max(1, this.version - 9)}&limit=10`);
      recent.events.forEach(event => this.#list(event));
    } catch (failed) {
      notice(failed.message);
    }
  }

  stop() {
    clearTimeout(this.asked);
    this.asked = null;
    this.isOver = true;
  }

  /** An event of any site has happened. */
  onEvent(event) {
    if (event.site !== this.id) return;
    this.#list(event);
    // Many events at once ask for one new state.
    if (event.version > this.version && this.asked === null) this.asked = setTimeout(() => this.refresh(), 100);
  }

  async refresh() {
    this.asked = null;
    try {
      this.#take(await this.client.get(`api/sites/${this.id}`));
    } catch (failed) {
      if (!this.isOver) notice(failed.message);
    }
  }

  #list(event) {
    const known = [...this.events.children].some(item => item.dataset.version === String(event.version));
    if (known) return;
    this.events.prepend(
      h(
        'li',
        { 'data-version': event.version },
        `${event.version}: ${eventText(event.event)} `,
        h('span', { class: 'soft' }, time(event.stored))
      )
    );
    while (this.events.children.length > 50) this.events.lastChild.remove();
  }

  /** Sends commands. What became of them: saved, refused, or based on an older version. */
  async send(commands, basedOn) {
    notice('');
    try {
      await this.client.change(this.id, commands, basedOn);
      await this.refresh();
      return { isSaved: true };
    } catch (failed) {
      if (!(failed instanceof Failure)) throw failed;
      if (failed.status === 422 && failed.body.error === 'refused') return { refusal: failed.body };
      if (failed.status === 409) {
        this.#take(failed.body);
        return { isStale: true };
      }
      notice(failed.message);
      return {};
    }
  }

  tell(text) {
    notice(text);
  }

  #take({ version, site }) {
    if (this.isOver || version < this.version || !site) return;
    this.version = version;
    this.site = site;
    this.#render();
  }

  /** A form that stays the same while the site changes. */
  form(key, make) {
    if (!this.forms.has(key)) this.forms.set(key, new SiteForm(this, make()));
    else this.forms.get(key).update();
    return this.forms.get(key).element;
  }

  /** A part that can be closed, and stays open while the site changes. */
  details(key, summary, inside) {
    const isOpen = this.opened.get(key) ?? false;
    const body = h('div', {});
    if (isOpen) body.append(...inside());
    const head = h('summary', { id: `open-${key}` }, summary);
    const element = h('details', { open: isOpen, 'data-key': key }, head, body);
    const keep = (open) => {
      if ((this.opened.get(key) ?? false) === open) return;
      this.opened.set(key, open);
      this.#render();
    };
    // At once: the toggle comes later, and a change of the site may have replaced the element by then.
    head.addEventListener('click', (event) => {
      event.preventDefault();
      keep(!element.open);
    });
    element.addEventListener('toggle', () => {
      if (element.isConnected) keep(element.open);
    });
    return element;
  }

  #render() {
    replace(this.body, () => [
      h('h1', { id: 'site-name' }, this.site.name || 'Site without a name'),
      h(
        'p',
        { class: 'soft' },
        `${this.site.siteType} site ${this.id}, owner ${this.site.ownerId}, `,
        `revision ${this.site.revision}, `,
        h('span', { id: 'site-version' }, `version ${this.version}`)
      ),
      h(
        'div',
        { class: 'columns' },
        h(
          'div',
          {},
          this.#about(),
          this.#names('Domains', this.#domains()),
          this.#names('Entry points', this.#entryPoints()),
          h(
            'section',
            { id: 'meta-tags' },
            h('h2', {}, 'Default meta tags'),
            ...tags(
              this,
              'site',
              this.site.defaultMetaTags,
              (name, value) => ({ type: 'SetDefaultMetaTag', name, value }),
              name => ({ type: 'RemoveDefaultMetaTag', name }),
              site => site.defaultMetaTags
            )
          ),
          pages(this)
        ),
        h('div', {}, this.history.element, h('section', {}, h('h2', {}, 'Events of this site'), this.events))
      )
    ]);
    this.history.update(this.version, this.site);
  }

  #about() {
    const published = this.site.published;
    return h(
      'section',
      { id: 'about' },
      h('h2', {}, 'About'),
      this.form('about', () => ({
        submit: 'Save',
        fields: [
          { name: 'name', label: 'Name' },
          { name: 'description', label: 'Description', type: 'textarea' }
        ],
        values: site => ({ name: site.name, description: site.description }),
        commands: (now, base) => [
          ...(now.name === base.name ? [] : [{ type: 'RenameSite', name: now.name }]),
          ...(now.description === base.description ? [] : [{ type: 'DescribeSite', description: now.description }])
        ]
      })),
      this.form('flags', () => ({
        title: 'Flags',
        submit: 'Save flags',
        fields: Flags.map(flag => ({ name: flag, label: flag, type: 'checkbox' })),
        values: site => Object.fromEntries(Flags.map(flag => [flag, site.flags.includes(flag)])),
        commands: (now, base) =>
          Flags.filter(flag => now[flag] !== base[flag]).map(flag => ({
            type: 'SetSiteFlag',
            siteFlag: flag,
            isSet: now[flag]
          }))
      })),
      h('p', { id: 'published' }, published ? 'Published.' : 'Not published.'),
      action(this, 'publish', 'Publish', 'Publish the next revision', () => [{ type: 'PublishSite' }]),
      action(this, 'unpublish', 'Unpublish', 'Unpublish', () => [{ type: 'UnpublishSite' }])
    );
  }

  #names(title, inside) {
    return h('section', { id: title.toLowerCase().replace(' ', '-') }, h('h2', {}, title), ...inside);
  }

  #domains() {
    return [
      h(
        'ul',
        {},
        this.site.domains.map(domain =>
          h(
            'li',
            { class: 'row' },
            h('span', {}, domain.name + (domain.primary ? ' (primary)' : '')),
            action(this, `primary-${domain.name}`, 'Make primary', `Make ${domain.name} primary`, () => [
              { type: 'ChoosePrimaryDomain', name: domain.name }
            ]),
            action(this, `remove-${domain.name}`, 'Remove', `Remove ${domain.name}`, () => [
              { type: 'RemoveDomain', name: domain.name }
            ])
          )
        )
      ),
      this.form('add-domain', () => ({
        submit: 'Add domain',
        isNew: true,
        fields: [{ name: 'name', label: 'Domain' }],
        values: () => ({ name: '' }),
        commands: now => [{ type: 'AddDomain', name: now.name }]
      }))
    ];
  }

  #entryPoints() {
    const key = entry =>
      entry.type === 'DomainEntryPoint' ? entry.domain : `${entry.userName}.wix.com/${entry.siteName}`;
    return [
      h(
        'ul',
        {},
        this.site.entryPoints.map(entry =>
          h(
            'li',
            { class: 'row' },
            h('span', {}, key(entry) + (entry.primary ? ' (primary)' : '')),
            action(this, `primary-entry-${key(entry)}`, 'Make primary', `Make ${key(entry)} primary`, () => [
              { type: 'ChoosePrimaryEntryPoint', lookupKey: key(entry) }
            ]),
            action(this, `remove-entry-${key(entry)}`, 'Remove', `Remove ${key(entry)}`, () => [
              { type: 'RemoveEntryPoint', lookupKey: key(entry) }
            ])
          )
        )
      ),
      this.form('add-domain-entry', () => ({
        submit: 'Add domain entry point',
        isNew: true,
        fields: [{ name: 'domain', label: 'Domain of the entry point' }],
        values: () => ({ domain: '' }),
        commands: now => [{ type: 'AddDomainEntryPoint', domain: now.domain }]
      })),
      this.form('add-free-entry', () => ({
        submit: 'Add free entry point',
        isNew: true,
        fields: [
          { name: 'userName', label: 'User name' },
          { name: 'siteName', label: 'Site name' }
        ],
        values: () => ({ userName: '', siteName: '' }),
        commands: now => [{ type: 'AddFreeEntryPoint', userName: now.userName, siteName: now.siteName }]
      }))
    ];
  }
}
