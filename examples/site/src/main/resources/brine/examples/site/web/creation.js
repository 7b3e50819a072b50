// The form for a new site.

import { h, freshId } from './dom.js';
import { uuid, Failure } from './client.js';

/** The form that creates a site, and then goes there. */
export function creation(client) {
  const ids = { name: freshId(), description: freshId(), siteType: freshId() };
  const name = h('input', { id: ids.name, autocomplete: 'off', 'aria-describedby': 'create-error' });
  const description = h('textarea', { id: ids.description, 'aria-describedby': 'create-error' });
  const type = h(
    'select',
    { id: ids.siteType },
    ...['Html5', 'Flash', 'Silverlight', 'Unknown'].map(one => h('option', { value: one }, one))
  );
  const error = h('p', { class: 'error', id: 'create-error', role: 'alert', hidden: true });
  const button = h('button', { type: 'submit' }, 'Create site');
  const inputs = { name, description };
  let isSending = false;
  return h(
    'section',
    {},
    h('h2', {}, 'New site'),
    h(
      'form',
      {
        id: 'create',
        novalidate: true,
        submit: async event => {
          event.preventDefault();
          if (isSending) return;
          error.hidden = true;
          Object.values(inputs).forEach(input => input.removeAttribute('aria-invalid'));
          // The button is not disabled: it would lose the focus.
          isSending = true;
          button.ariaDisabled = 'true';
          const id = uuid();
          try {
            await client.change(
              id,
              [
                {
                  type: 'CreateSite',
                  ownerId: uuid(),
                  siteType: type.value,
                  name: name.value,
                  description: description.value
                }
              ],
              0
            );
            location.hash = `#/sites/${id}`;
          } catch (failed) {
            if (!(failed instanceof Failure)) throw failed;
            const field = failed.body.field;
            error.textContent = field ? `${field} ${failed.message}` : failed.message;
            error.hidden = false;
            inputs[field]?.setAttribute('aria-invalid', 'true');
            inputs[field]?.focus();
          } finally {
            isSending = false;
            button.ariaDisabled = null;
          }
        }
      },
      h('label', { for: ids.name }, 'Name'),
      name,
      h('label', { for: ids.description }, 'Description'),
      description,
      h('label', { for: ids.siteType }, 'Type'),
      type,
      error,
      button
    )
  );
}
