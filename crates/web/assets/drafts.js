// Keeps what is typed into forms in the tab's storage until it was saved, and fills it in again.

const { dataset } = document.body;
const PREFIX = 'wayfare draft ';
/** The mark of a tab on which somebody signs in. */
const SIGNING_IN = 'wayfare signs in';
/** Where the browser keeps whose pages its tabs may show; '' after a sign-out. */
const SHOWN = 'wayfare account';
/** The most characters of all drafts; the oldest go first. */
const MOST = 1 << 20;
/** Kinds of fields that are not kept. */
const LEFT_OUT = ['password', 'file', 'submit', 'button', 'image', 'reset'];
/** Hidden fields that are kept, and those that tell forms with one address apart. */
const CARRIED = ['version', 'form_key'];
const NAMING = ['id', 'photo', 'from', 'to'];

/**
 * What was typed into a form, and where it can be opened again. `isSent`: since then it was sent,
 * and the answer is not known.
 * @typedef {{ at: number, action: string, page: string, href: string, title: string, isSent: boolean, values: [string, string][] }} Draft
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field
 */

/** @type {(form: HTMLFormElement) => Field[]} */
const fieldsOf = (form) => /** @type {any[]} */ ([...form.elements]).filter(({ name, type }) => name && type && (type === 'hidden' ? CARRIED.includes(name) : !LEFT_OUT.includes(type)));
const isTick = (/** @type {Field} */ field) => field.type === 'checkbox' || field.type === 'radio';
/** What a field is found by: a choice by its value, too. @type {(field: Field) => string} */
const nameOf = (field) => (isTick(field) ? `${field.name}=${field.value}` : field.name);
/** @type {(field: Field) => string} */
const valueOf = (field) => (isTick(field) ? String(/** @type {HTMLInputElement} */ (field).checked) : field.value);
const setValue = (/** @type {Field} */ field, /** @type {string} */ value) => {
  if (isTick(field)) /** @type {HTMLInputElement} */ (field).checked = value === 'true';
  else {
    const before = field.value;
    field.value = value;
    // A field of another type may not take it.
    if (value && !field.value) field.value = before;
  }
};
/** Whether a field may have another value than its page gave it. @type {(field: Field) => boolean} */
const isTyped = (field) => isTick(field) || (field instanceof HTMLSelectElement ? !field.selectedOptions[0]?.defaultSelected : field.value !== field.defaultValue);

/** @type {(form: HTMLFormElement) => string} */
const actionOf = (form) => new URL(form.getAttribute('action') ?? '', location.href).href;
/** The key of a form's draft. Forms with one address differ by what they name, and by their first field. @type {(form: HTMLFormElement) => string} */
const keyOf = (form) => {
  const named = NAMING.map((name) => form.querySelector(`[type=hidden][name=${name}]`)?.getAttribute('value') ?? '');
  return [`${PREFIX}${dataset.account}`, actionOf(form), fieldsOf(form).find(({ type }) => type !== 'hidden')?.name, ...named].join(' ');
};

/** All drafts, the oldest first. @type {() => [string, Draft][]} */
const drafts = () => {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
  /** @type {[string, Draft][]} */
  const found = keys.map((key) => [key, JSON.parse(sessionStorage.getItem(key) ?? '')]);
  return found.sort(([, one], [, other]) => one.at - other.at);
};
const clear = () => {
  drafts().forEach(([key]) => sessionStorage.removeItem(key));
  localStorage.removeItem(`wayfare ticks ${dataset.account}`);
};

/** Keeps a draft, if the browser lets us. */
const store = (/** @type {string} */ key, /** @type {Draft} */ draft) => {
  const text = JSON.stringify(draft);
  const others = drafts().filter(([other]) => other !== key).map(([other]) => other);
  let size = text.length + others.reduce((all, other) => all + (sessionStorage.getItem(other) ?? '').length, 0);
  for (const other of others) {
    if (size <= MOST) break;
    size -= (sessionStorage.getItem(other) ?? '').length;
    sessionStorage.removeItem(other);
  }
  try {
    if (size <= MOST) sessionStorage.setItem(key, text);
  } catch { /* Full or forbidden. */ }
};

/** The forms whose content is saved, or not wanted. @type {WeakSet<Element>} */
const ended = new WeakSet();

/** The version of what a form was opened with, where it shows a newer one beside it. @type {WeakMap<Element, string>} */
const versions = new WeakMap();
const keptOf = (/** @type {HTMLFormElement} */ form, /** @type {Field} */ field) => (field.name === 'version' && versions.get(form)) || valueOf(field);

/** Where a form is opened. */
const hrefOf = (/** @type {HTMLFormElement} */ form) => form.closest('dialog')?.dataset.href ?? location.href;

/** Keeps what a form holds. */
const keep = (/** @type {HTMLFormElement} */ form) => {
  if (!dataset.account || ended.has(form) || form.method !== 'post') return;
  const heading = form.closest('[data-sheet], section')?.querySelector('h1, h2');
  store(keyOf(form), {
    at: Date.now(), action: actionOf(form), page: location.pathname, href: hrefOf(form), isSent: false,
    title: heading?.textContent ?? document.title, values: fieldsOf(form).map((field) => [nameOf(field), keptOf(form, field)]),
  });
};

/** A button that throws a draft away. */
const discardButton = (/** @type {() => void} */ act) => {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'link', textContent: dataset.textDiscardDraft });
  button.addEventListener('click', act);
  return button;
};

/** @type {(was: { field: Field, value: string }) => boolean} */
const isChanged = ({ field, value }) => valueOf(field) !== value;
const tellScripts = (/** @type {HTMLFormElement} */ form) => form.dispatchEvent(new Event('input'));

/** Whether the page of a form has what was sent, which was refused. */
const isRefused = (/** @type {HTMLFormElement} */ form) => form.parentElement?.querySelector(':scope > [role=alert]');

/**
 * Fills values into a form by their names. Returns its fields with the values that they had.
 * @param {HTMLFormElement} form
 * @param {[string, string][]} values
 */
const fill = (form, values) => {
  const before = fieldsOf(form).map((field) => ({ field, value: valueOf(field) }));
  for (const { field } of before) {
    const index = values.findIndex(([name]) => name === nameOf(field));
    const [, value = ''] = (index >= 0 && values.splice(index, 1)[0]) || [];
    // A choice that is gone is none; the others stay.
    if (index >= 0 && (field.type !== 'radio' || value === 'true')) setValue(field, value);
  }
  for (const { field } of before.filter(isChanged)) field.closest('details')?.setAttribute('open', '');
  tellScripts(form);
  return before;
};

/**
 * Fills in what was typed into a form before. Says so unless `isQuiet`.
 * @param {HTMLFormElement} form
 * @param {boolean} isQuiet
 */
const restore = (form, isQuiet) => {
  const key = keyOf(form);
  const text = sessionStorage.getItem(key);
  if (!text) return;
  /** @type {Draft} */
  const draft = JSON.parse(text);
  // Who leaves it and comes back meets a conflict again.
  if (isRefused(form)) {
    versions.set(form, draft.values.find(([name]) => name === 'version')?.[1] ?? '');
    keep(form);
    return;
  }
  // Another day that was chosen to open the form counts, not that of the draft.
  const day = (/** @type {string} */ href) => new URL(href, location.href).searchParams.get('day');
  const isChosen = day(hrefOf(form)) !== null && day(hrefOf(form)) !== day(draft.href);
  const values = draft.values.filter(([name]) => !(isChosen && name === 'day'));
  const before = fill(form, values);
  const changed = before.filter(isChanged);
  if (isQuiet || changed.every(({ field }) => field.type === 'hidden')) return;
  const line = document.createElement('p');
  line.className = 'done';
  line.setAttribute('role', 'status');
  line.append(`${dataset.textRestored} `, discardButton(() => {
    sessionStorage.removeItem(key);
    for (const { field, value } of before) setValue(field, value);
    tellScripts(form);
    line.remove();
    before.find(({ field }) => field.type !== 'hidden')?.field.focus();
  }));
  form.prepend(line);
};

/** Lists the drafts of this page whose forms are not open. The last one opens after a sign-in. */
const offer = () => {
  const forms = [...document.forms].map(keyOf);
  const waiting = drafts().filter(([key, { page }]) => page === location.pathname && !forms.includes(key));
  const lines = waiting.map(([key, { title, href }]) => {
    const line = document.createElement('p');
    line.className = 'done';
    line.dataset.unsaved = key;
    const link = Object.assign(document.createElement('a'), { href, textContent: title });
    link.dataset.dialog = '';
    line.append(`${dataset.textUnsaved} `, link, ' ', discardButton(() => { sessionStorage.removeItem(key); line.remove(); }));
    return line;
  });
  document.getElementById('status')?.append(...lines);
  if (sessionStorage.getItem(SIGNING_IN)) lines.at(-1)?.querySelector('a')?.click();
  sessionStorage.removeItem(SIGNING_IN);
};

/** Ends what is no draft any more: another account's, and what the last page has sent. */
const settle = () => {
  const isLeft = dataset.account === '' && document.querySelector('#status [data-done]');
  if (isLeft) clear();
  if (isLeft || dataset.account) localStorage.setItem(SHOWN, dataset.account ?? '');
  if (document.querySelector('[autocomplete="current-password"]')) sessionStorage.setItem(SIGNING_IN, 'yes');
  const actions = [...document.forms].map(actionOf);
  const isError = document.querySelector('[data-reason]');
  for (const [key, draft] of drafts()) {
    const isForeign = dataset.account && !key.startsWith(`${PREFIX}${dataset.account} `);
    if (isForeign || (draft.isSent && !isError && !actions.includes(draft.action))) sessionStorage.removeItem(key);
    else if (draft.isSent) store(key, { ...draft, isSent: false });
  }
};

const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
/** Empties a page whose account has left this browser: in another tab, or kept for Back. */
const drop = () => {
  if (!dataset.account || localStorage.getItem(SHOWN) === dataset.account) return;
  clear();
  const out = [...document.forms].map(actionOf).find((action) => action.endsWith('/sign-out'));
  document.body.replaceChildren();
  location.replace(out?.replace(/sign-out$/, '') ?? '/');
};
addEventListener('storage', ({ key }) => { if (key === SHOWN) drop(); });
addEventListener('pageshow', ({ persisted }) => { if (persisted) drop(); });
if (!dataset.saved) {
  // Back may show what another account has left.
  if (how?.type !== 'back_forward') settle();
  if (dataset.account) {
    for (const form of document.forms) restore(form, false);
    offer();
  }
}
for (const name of ['input', 'change']) {
  document.addEventListener(name, ({ target }) => {
    const form = target instanceof Element && target.closest('form');
    if (form && target.hasAttribute('name')) keep(form);
  });
}
document.addEventListener('prepared', ({ target }) => {
  const root = /** @type {Element} */ (target);
  for (const form of root.querySelectorAll('form')) restore(form, !root.closest('dialog'));
});
// The form of another kind gets what was typed into the former one, but for the kind.
document.addEventListener('draft-move', (event) => {
  /** @type {{ detail: [HTMLFormElement, HTMLFormElement] }} */
  const { detail: [former, form] } = /** @type {CustomEvent} */ (event);
  const typed = fieldsOf(former).filter((field) => field.name !== 'kind' && (isTyped(field) || isRefused(former)));
  if (fill(form, typed.map((field) => [nameOf(field), valueOf(field)])).some(isChanged)) keep(form);
});
document.addEventListener('draft-end', ({ target }) => {
  if (!(target instanceof HTMLFormElement)) return;
  ended.add(target);
  sessionStorage.removeItem(keyOf(target));
  document.querySelector(`[data-unsaved="${CSS.escape(keyOf(target))}"]`)?.remove();
});
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const action = actionOf(form);
  if (action.endsWith('/sign-out')) clear();
  else if (!event.defaultPrevented) {
    for (const [key, draft] of drafts()) if (draft.action === action) store(key, { ...draft, isSent: true });
  }
});
