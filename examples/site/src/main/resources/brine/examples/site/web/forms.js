// Forms whose fields show parts of a site. A form that somebody is filling in outlives new states of the site: what
// changed elsewhere is merged into it, and its reader is told.

import { h, freshId } from './dom.js';
import { merge } from './merge.js';

/**
 * @param title names the form, if it has a legend
 * @param fields each with `name`, `label` and `type` (text, textarea, number, checkbox, select with `options`)
 * @param values the values of the fields for a site
 * @param commands the commands that save values, given those the form began with
 * @param submit the text of the button
 * @param isNew whether the form adds something: it is empty again once that is saved
 */
export class SiteForm {
  constructor(editor, { title, fields, values, commands, submit, isNew = false }) {
    Object.assign(this, { editor, fields, values, commands, isNew });
    this.inputs = new Map();
    this.errors = new Map();
    this.conflicts = new Map();
    this.merging = h('div', { role: 'status' });
    this.general = h('p', { class: 'error', role: 'alert', hidden: true });
    this.button = h('button', { type: 'submit', id: freshId() }, submit);
    const rows = fields.map(field => this.#row(field));
    const inside = [...rows, this.merging, this.general, this.button];
    this.element = h(
      'form',
      {
        novalidate: true,
        submit: event => {
          event.preventDefault();
          this.save();
        }
      },
      title ? h('fieldset', {}, h('legend', {}, title), ...inside) : inside
    );
    this.#begin();
  }

  #row(field) {
    const id = freshId(),
      errorId = freshId();
    const attributes = { id, name: field.name, autocomplete: 'off', 'aria-describedby': errorId };
    const input =
      field.type === 'textarea'
        ? h('textarea', attributes)
        : field.type === 'select'
          ? h('select', attributes, ...field.options.map(one => h('option', { value: one }, one)))
          : h('input', { ...attributes, type: field.type ?? 'text' });
    const error = h('p', { class: 'error', id: errorId, hidden: true });
    this.inputs.set(field.name, input);
    this.errors.set(field.name, error);
    const label =
      field.type === 'checkbox'
        ? h('label', { class: 'check', for: id }, input, field.label)
        : [h('label', { for: id }, field.label), input];
    return h('div', {}, label, error);
  }

  /** The form shows what is saved. */
  #begin() {
    this.version = this.editor.version;
    this.base = this.values(this.editor.site);
    this.#show(this.base);
    this.conflicts.clear();
    this.merging.replaceChildren();
    this.#clearErrors();
  }

  #show(values) {
    for (const [name, input] of this.inputs) {
      if (input.type === 'checkbox') input.checked = values[name];
      else if (input.value !== values[name]) input.value = values[name];
    }
  }

  get current() {
    return Object.fromEntries(
      [...this.inputs].map(([name, input]) => [name, input.type === 'checkbox' ? input.checked : input.value])
    );
  }

  get isDirty() {
    const values = this.current;
    return Object.keys(values).some(name => values[name] !== this.base[name]);
  }

  /** The site has a new state. */
  update() {
    if (this.version === this.editor.version) return;
    if (!this.isDirty) {
      this.#begin();
      return;
    }
    const theirs = this.values(this.editor.site);
    const { merged, taken, conflicts } = merge(this.base, this.current, theirs);
    this.#show(merged);
    this.base = theirs;
    this.version = this.editor.version;
    for (const name of [...this.conflicts.keys()]) if (merged[name] === theirs[name]) this.conflicts.delete(name);
    for (const name of conflicts)
      this.conflicts.set(name, { mine: merged[name], theirs: theirs[name], isChosen: false });
    if (taken.length || conflicts.length || this.conflicts.size) this.#tell(taken);
  }

  #label(name) {
    return this.fields.find(field => field.name === name).label;
  }

  #tell(taken) {
    const said = ['This was changed elsewhere while you were editing.'];
    if (taken.length) said.push(`Taken over: ${taken.map(name => this.#label(name)).join(', ')}.`);
    if (!this.conflicts.size) said.push('Your own changes are kept: save them if you still want to.');
    this.merging.replaceChildren(
      h(
        'div',
        { class: 'notice' },
        h('p', {}, said.join(' ')),
        ...[...this.conflicts].map(([name, sides]) => this.#choice(name, sides))
      )
    );
    this.#enable();
  }

  /** It can be saved once its reader has chosen. */
  #enable() {
    this.button.disabled = [...this.conflicts.values()].some(sides => !sides.isChosen);
  }

  /** Both sides have changed a field: its reader chooses. */
  #choice(name, sides) {
    const group = freshId();
    const side = (value, text, of) => {
      const id = freshId();
      return h(
        'div',
        {},
        h(
          'label',
          { class: 'check', for: id },
          h('input', { type: 'radio', id, name: group, value: of, change: () => this.#choose(name, value) }),
          text
        ),
        h('pre', {}, String(value))
      );
    };
    return h(
      'fieldset',
      { 'data-conflict': name },
      h('legend', {}, `${this.#label(name)}: which one?`),
      h('div', { class: 'two' }, side(sides.mine, 'Yours', 'mine'), side(sides.theirs, 'Theirs', 'theirs'))
    );
  }

  #choose(name, value) {
    const input = this.inputs.get(name);
    if (input.type === 'checkbox') input.checked = value;
    else input.value = value;
    this.conflicts.get(name).isChosen = true;
    this.#enable();
    if (!this.button.disabled && !this.isDirty) this.#begin(); // all is as the others have saved it
  }

  async save() {
    if (this.isSaving) return;
    this.#clearErrors();
    const values = this.current;
    const commands = this.commands(values, this.base);
    if (!commands.length) {
      this.#error('', 'Nothing has changed.');
      return;
    }
    // The button is not disabled meanwhile: it would lose the focus, and a keyboard its place on the page.
    this.isSaving = true;
    this.button.setAttribute('aria-disabled', 'true');
    let answer;
    try {
      answer = await this.editor.send(commands, this.version);
    } finally {
      this.isSaving = false;
      this.button.removeAttribute('aria-disabled');
    }
    this.#enable();
    if (answer.isSaved) {
      // What was typed meanwhile stays, and is a change to what is saved now.
      const typed = this.current;
      this.#begin();
      if (!this.isNew)
        for (const [name, input] of this.inputs)
          if (typed[name] !== values[name] && input.type !== 'checkbox') input.value = typed[name];
    } else if (answer.refusal) this.#error(answer.refusal.field, answer.refusal.message);
    else if (answer.isStale && !this.merging.firstChild) this.#tell([]);
  }

  #error(field, message) {
    const name = this.errors.has(field) ? field : null;
    const element = name === null ? this.general : this.errors.get(name);
    element.textContent = name === null ? message : `${this.#label(name)} ${message}`;
    element.hidden = false;
    if (name !== null) {
      this.inputs.get(name).setAttribute('aria-invalid', 'true');
      this.inputs.get(name).focus();
    }
  }

  #clearErrors() {
    this.general.hidden = true;
    for (const [name, error] of this.errors) {
      error.hidden = true;
      this.inputs.get(name).removeAttribute('aria-invalid');
    }
    this.#enable();
  }
}

/** A button that sends commands. */
export function action(editor, id, text, label, commands) {
  return h(
    'button',
    {
      type: 'button',
      id,
      'aria-label': label,
      click: async event => {
        const button = event.currentTarget;
        if (button.ariaDisabled === 'true') return;
        // Not disabled: it would lose the focus.
        button.ariaDisabled = 'true';
        let answer;
        try {
          answer = await editor.send(commands(), editor.version);
        } finally {
          button.ariaDisabled = null;
        }
        if (answer.refusal) editor.tell(`${label}: ${answer.refusal.message}`);
        else if (answer.isStale)
          editor.tell('The site was changed elsewhere. It is shown as it is now: try again if you still want to.');
      }
    },
    text
  );
}
