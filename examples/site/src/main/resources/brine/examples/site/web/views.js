// The state of a view, and the button that rebuilds it.

import { h } from './dom.js';

/** A view: how far it is, and how far its rebuild is, if there is one. */
export function viewElement(view, onRebuild) {
  const { rebuild } = view;
  const isBusy = rebuild !== null && !rebuild.failure;
  const percent = rebuild && rebuild.of > 0 ? Math.floor((100 * rebuild.done) / rebuild.of) : 0;
  return h(
    'div',
    { 'data-view': view.name },
    h('h3', {}, view.name),
    h(
      'p',
      { class: 'soft' },
      `Version ${view.version}, ${view.lag.toLocaleString()} events behind`,
      view.setAside ? `, ${view.setAside} records set aside` : ''
    ),
    view.failure ? h('p', { class: 'error' }, view.failure) : null,
    rebuild
      ? h(
          'div',
          {},
          h('progress', {
            max: Math.max(1, rebuild.of),
            value: rebuild.done,
            'aria-label': `Rebuild of ${view.name}`
          }),
          h('p', {}, `Version ${rebuild.version} is being built: ${percent} %`),
          rebuild.failure ? h('p', { class: 'error' }, rebuild.failure) : null
        )
      : null,
    h(
      'button',
      {
        type: 'button',
        id: `rebuild-${view.name}`,
        // Not disabled: the button that was pressed would lose the focus.
        'aria-disabled': isBusy ? 'true' : null,
        'aria-label': `Rebuild ${view.name}`,
        click: () => {
          if (!isBusy) onRebuild();
        }
      },
      'Rebuild'
    )
  );
}
