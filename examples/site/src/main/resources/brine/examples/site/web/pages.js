// The pages of a site in its editor, with their meta tags and components.

import { h } from './dom.js';
import { uuid } from './client.js';
import { action } from './forms.js';

/** The meta tags of the site or of a page. */
export function tags(editor, key, list, set, remove, of) {
  const valueOf = (site, name) => of(site)?.find(tag => tag.name === name)?.value ?? '';
  return [
    ...list.map(tag =>
      h(
        'div',
        { class: 'row' },
        editor.form(`tag-${key}-${tag.name}`, () => ({
          submit: `Save ${tag.name}`,
          fields: [{ name: 'value', label: tag.name }],
          values: site => ({ value: valueOf(site, tag.name) }),
          commands: (now, base) => (now.value === base.value ? [] : [set(tag.name, now.value)])
        })),
        action(editor, `remove-tag-${key}-${tag.name}`, 'Remove', `Remove the meta tag ${tag.name}`, () => [
          remove(tag.name)
        ])
      )
    ),
    editor.form(`new-tag-${key}`, () => ({
      title: 'New meta tag',
      submit: 'Add meta tag',
      isNew: true,
      fields: [
        { name: 'name', label: 'Name of the tag' },
        { name: 'value', label: 'Value' }
      ],
      values: () => ({ name: '', value: '' }),
      commands: now => [set(now.name, now.value)]
    }))
  ];
}

export function pages(editor) {
  return h(
    'section',
    { id: 'pages' },
    h('h2', {}, `Pages (${editor.site.pages.length})`),
    editor.site.pages.map(page =>
      editor.details(page.path, `${page.name || 'Page'} ${page.path}`, () => inPage(editor, page))
    ),
    editor.form('add-page', () => ({
      title: 'New page',
      submit: 'Add page',
      isNew: true,
      fields: [
        { name: 'path', label: 'Path' },
        { name: 'name', label: 'Name of the page' }
      ],
      values: () => ({ path: '', name: '' }),
      commands: now => [{ type: 'AddPage', path: now.path, name: now.name }]
    }))
  );
}

function inPage(editor, page) {
  const path = page.path;
  const find = site => site.pages.find(one => one.path === path);
  return [
    editor.form(`page-${path}`, () => ({
      submit: 'Rename page',
      fields: [{ name: 'name', label: 'Name of the page' }],
      values: site => ({ name: find(site)?.name ?? '' }),
      commands: (now, base) => (now.name === base.name ? [] : [{ type: 'RenamePage', path, name: now.name }])
    })),
    action(editor, `remove-page-${path}`, 'Remove page', `Remove the page ${path}`, () => [
      { type: 'RemovePage', path }
    ]),
    h('h3', {}, 'Meta tags'),
    ...tags(
      editor,
      path,
      page.metaTags,
      (name, value) => ({ type: 'SetPageMetaTag', path, name, value }),
      name => ({ type: 'RemovePageMetaTag', path, name }),
      site => find(site)?.metaTags
    ),
    h('h3', {}, 'Components'),
    ...page.components.map(component => ofComponent(editor, path, component)),
    editor.form(`add-component-${path}`, () => ({
      title: 'New component',
      submit: 'Add component',
      isNew: true,
      fields: [
        { name: 'kind', label: 'Kind', type: 'select', options: ['Text', 'Button', 'Blog'] },
        { name: 'name', label: 'Name (of a button or blog)' },
        { name: 'text', label: 'Text (of a text or button)' },
        { name: 'x', label: 'x (optional)', type: 'number' },
        { name: 'y', label: 'y (optional)', type: 'number' }
      ],
      values: () => ({ kind: 'Text', name: '', text: '', x: '', y: '' }),
      commands: now => [
        { type: 'AddPageComponent', pagePath: path, id: uuid(), data: newData(now), position: position(now) }
      ]
    }))
  ];
}

function newData({ kind, name, text }) {
  if (kind === 'Button') return { type: 'ButtonComponentData', name, text, action: uuid() };
  if (kind === 'Blog') return { type: 'BlogComponentData', name, rss: false, tags: false };
  return { type: 'TextComponentData', text };
}

const position = ({ x, y }) => (x === '' && y === '' ? null : { x: Math.trunc(Number(x)), y: Math.trunc(Number(y)) });

const Fields = {
  TextComponentData: [{ name: 'text', label: 'Text', type: 'textarea' }],
  ButtonComponentData: [
    { name: 'name', label: 'Name' },
    { name: 'text', label: 'Text' },
    { name: 'action', label: 'Action (a UUID)' }
  ],
  BlogComponentData: [
    { name: 'name', label: 'Name' },
    { name: 'rss', label: 'RSS', type: 'checkbox' },
    { name: 'tags', label: 'Tags', type: 'checkbox' }
  ]
};

function ofComponent(editor, path, component) {
  const id = component.id;
  const find = site => site.pages.flatMap(page => page.components).find(one => one.id === id) ?? component;
  const fields = Fields[component.data.type];
  return h(
    'fieldset',
    { 'data-component': id },
    h('legend', {}, `${component.componentType} component`),
    editor.form(`component-${id}`, () => ({
      submit: 'Save component',
      fields,
      values: site => Object.fromEntries(fields.map(({ name }) => [name, find(site).data[name]])),
      commands: (now, base) =>
        fields.every(({ name }) => now[name] === base[name])
          ? []
          : [{ type: 'EditPageComponent', id, data: { type: component.data.type, ...now } }]
    })),
    editor.form(`move-${id}`, () => ({
      submit: 'Move',
      fields: [
        { name: 'x', label: 'x', type: 'number' },
        { name: 'y', label: 'y', type: 'number' }
      ],
      values: site => {
        const at = find(site).position;
        return { x: at ? String(at.x) : '', y: at ? String(at.y) : '' };
      },
      commands: (now, base) =>
        now.x === base.x && now.y === base.y ? [] : [{ type: 'MovePageComponent', id, position: position(now) }]
    })),
    action(
      editor,
      `remove-component-${id}`,
      'Remove component',
      `Remove the ${component.componentType} component`,
      () => [{ type: 'RemovePageComponent', pagePath: path, id }]
    )
  );
}
