// Shows openapi.json to people, and lets them try what only reads.

import { h, replace, freshId } from './dom.js';
import { Client } from './client.js';

const main = document.getElementById('main');
const spec = await (await fetch('openapi.json')).json();

const schemaName = schema =>
  !schema
    ? ''
    : schema.$ref
      ? schema.$ref.split('/').pop()
      : schema.type === 'array'
        ? `list of ${schemaName(schema.items)}`
        : Array.isArray(schema.type)
          ? schema.type.join(' or ')
          : (schema.type ?? 'any');

function table(headings, rows) {
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...headings.map(text => h('th', { scope: 'col' }, text)))),
      h(
        'tbody',
        {},
        ...rows.map(([first, ...others]) =>
          h('tr', {}, h('th', { scope: 'row' }, first), ...others.map(text => h('td', {}, text)))
        )
      )
    )
  );
}

function tryIt(path, operation) {
  const parameters = (operation.parameters ?? []).filter(one => one.in !== 'header');
  const inputs = parameters.map(one => [one, h('input', { id: freshId(), autocomplete: 'off' })]);
  const result = h('pre', { class: 'result' });
  return h(
    'form',
    {
      'data-try': path,
      submit: async event => {
        event.preventDefault();
        let address = path.slice(1);
        const query = new URLSearchParams();
        for (const [one, input] of inputs) {
          if (one.in === 'path') address = address.replace(`{${one.name}}`, encodeURIComponent(input.value));
          else if (input.value) query.set(one.name, input.value);
        }
        try {
          result.textContent = JSON.stringify(
            await new Client(sessionStorage.getItem('token') ?? '').get(`${address}?${query}`),
            null,
            2
          );
        } catch (failed) {
          result.textContent = `${failed.status}: ${failed.message}`;
        }
      }
    },
    ...inputs.map(([one, input]) => h('div', {}, h('label', { for: input.id }, `${one.name} (${one.in})`), input)),
    h('button', { type: 'submit' }, 'Try it'),
    result
  );
}

function ofOperation(path, method, operation) {
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return h(
    'section',
    {},
    h('h2', {}, `${method.toUpperCase()} ${path}`),
    h('p', {}, operation.summary),
    operation.description ? h('p', {}, operation.description) : null,
    operation.parameters
      ? table(
          ['Parameter', 'In', 'Type', 'Meaning'],
          operation.parameters.map(one => [one.name, one.in, schemaName(one.schema), one.description ?? ''])
        )
      : null,
    body ? h('p', {}, `Body: ${schemaName(body)}`) : null,
    table(
      ['Status', 'Meaning'],
      Object.entries(operation.responses).map(([status, one]) => [
        status,
        one.description ?? spec.components.responses[one.$ref.split('/').pop()].description
      ])
    ),
    method === 'get' && path !== '/api/events' ? tryIt(path, operation) : null
  );
}

const schemas = Object.entries(spec.components.schemas).map(([name, schema]) =>
  h(
    'section',
    {},
    h('h2', {}, name),
    h('p', {}, schema.description ?? ''),
    schema.oneOf
      ? h(
          'ul',
          {},
          ...schema.oneOf.map(one =>
            h(
              'li',
              {},
              `${one.properties.type.const}: `,
              Object.entries(one.properties)
                .filter(([key]) => key !== 'type')
                .map(([key, of]) => `${key} (${schemaName(of)})`)
                .join(', ') || 'no fields'
            )
          )
        )
      : table(
          ['Field', 'Type'],
          Object.entries(schema.properties ?? {}).map(([key, of]) => [key, schemaName(of)])
        )
  )
);

replace(
  main,
  h('h1', {}, spec.info.title),
  h('p', {}, spec.info.description),
  ...Object.entries(spec.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ofOperation(path, method, operation))
  ),
  ...schemas
);
