// Comfort for the pages: everything here also works without it, by links and forms.

const status = document.getElementById('status');
/** Milliseconds that an answer may take. */
const ANSWER_TIMEOUT = 30_000;
const texts = document.body.dataset;
/** Milliseconds that a message is shown. */
const MESSAGE_TIME = 6_000;
/** Milliseconds after which ticks that got no answer are sent again. */
const RETRY = 10_000;

/**
 * The first element that a selector matches.
 * @type {(root: ParentNode, selector: string) => HTMLElement | null}
 */
const find = (root, selector) => root.querySelector(selector);

/**
 * All elements that a selector matches.
 * @type {<E extends Element = HTMLElement>(root: ParentNode, selector: string) => E[]}
 */
const findAll = (root, selector) => Array.from(root.querySelectorAll(selector));

/**
 * Calls a function with each element that a selector matches.
 * @template {Element} E
 * @param {ParentNode} root
 * @param {string} selector
 * @param {(element: E) => void} act
 */
const forEach = (root, selector, act) => {
  /** @type {E[]} */
  const found = findAll(root, selector);
  found.forEach(act);
};

/**
 * A new element with these properties.
 * @type {<K extends keyof HTMLElementTagNameMap>(name: K, properties: Partial<HTMLElementTagNameMap[K]>) => HTMLElementTagNameMap[K]}
 */
const make = (name, properties) => Object.assign(document.createElement(name), properties);

/**
 * A new element of a drawing, with these attributes.
 * @type {<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number>) => SVGElementTagNameMap[K]}
 */
const draw = (name, attributes) => setAll(document.createElementNS('http://www.w3.org/2000/svg', name), attributes);

/**
 * Sets attributes of an element.
 * @type {<E extends Element>(element: E, attributes: Record<string, string | number>) => E}
 */
const setAll = (element, attributes) => {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
};

/**
 * The element of an event, or the closest one around it, that a selector matches.
 * @type {(event: Event, selector: string) => HTMLElement | null}
 */
const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * What a form sends.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} [button]
 */
const bodyOf = (form, button) => new URLSearchParams(/** @type {any} */ (new FormData(form, button)));

/**
 * Says something to everybody, also to screen readers; the lines of other scripts stay.
 * @param {string | null} [text]
 * @param {string} [kind]
 */
const say = (text, kind = 'done') => {
  if (status) forEach(status, ':scope > :not([data-told], [data-unsaved], .alert)', (old) => old.remove());
  if (!text) return null;
  const line = make('p', { className: kind, textContent: text });
  if (kind === 'alert') line.role = kind;
  status?.prepend(line);
  return line;
};

/** Keeps messages beside the views, where those are. */
const placeMessages = () => {
  const top = find(document, '.views')?.getBoundingClientRect().top ?? 0;
  status?.style.setProperty('--views', `${Math.min(top, innerHeight - 60)}px`);
};

/**
 * Lets a message go after some seconds, but for screen readers, and not while somebody is at it. It
 * leaves its room, so that nothing jumps.
 * @param {Element} line
 */
const fade = (line) => {
  if (!line.matches('.done:not([data-unsaved])')) return;
  placeMessages();
  const undo = find(document, 'main .undo button');
  if (undo && line.matches('[data-done]')) {
    const button = make('button', { className: 'link', textContent: undo.textContent });
    button.addEventListener('click', () => find(document, 'main .undo button')?.click());
    line.append(' ', button);
  }
  const timer = setInterval(() => {
    if (line.matches(':hover, :focus-within')) return;
    clearInterval(timer);
    find(line, 'button')?.remove();
    line.classList.add('gone');
  }, MESSAGE_TIME);
};

/**
 * Marks a form that is being sent, which takes no second tap, or has been answered.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {boolean} isBusy
 */
const setBusy = (form, button, isBusy) => {
  form.toggleAttribute('data-busy', isBusy);
  for (const name of ['aria-busy', 'aria-disabled']) {
    if (isBusy) button?.setAttribute(name, 'true');
    else button?.removeAttribute(name);
  }
};

/**
 * Says that a form is being saved, or nothing any more: on its button, and to screen readers.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 * @param {boolean} isSaving
 */
const setSaving = (form, button, isSaving) => {
  setBusy(form, button, isSaving);
  const text = isSaving ? texts.textSaving ?? '' : '';
  const live = form.closest('dialog')?.querySelector(':scope > [role=status]');
  if (live) live.textContent = text;
  else say(text);
  if (!button?.matches('.button')) return;
  button.dataset.label ??= button.textContent ?? '';
  button.textContent = text || button.dataset.label;
};

/**
 * Replaces the page's content by that of another document, and keeps the place.
 * @param {Document} next
 * @param {string} url
 */
const show = (next, url) => {
  const main = document.getElementById('main');
  const other = next.getElementById('main');
  if (!main || !other) {
    location.assign(url);
    return;
  }
  const unfolded = findAll(main, '.ticked[open] > summary').map(({ id }) => id);
  const [days, folded] = [daysOf(main), new Map(foldsOf(main).map((fold) => [fold.firstElementChild?.id, !fold.open]))];
  main.replaceChildren(...other.childNodes);
  main.className = other.className;
  document.title = next.title;
  say(next.querySelector('#status [data-done]')?.textContent)?.toggleAttribute('data-done', true);
  document.dispatchEvent(new Event('shown'));
  for (const fold of foldsOf(main)) fold.open = !(folded.get(fold.firstElementChild?.id) ?? !fold.open);
  for (const id of unfolded) document.getElementById(id)?.parentElement?.setAttribute('open', '');
  // A day that an item has come to is open.
  for (const [item, day] of days.size ? daysOf(main) : []) if (days.get(item) !== day) openDay(day);
  prepare(main);
};

/**
 * The days that fold.
 * @param {ParentNode} root
 * @returns {HTMLDetailsElement[]}
 */
const foldsOf = (root) => findAll(root, '[data-day] > details');

/** Today where the page is read, as a date of the days. */
const today = () => new Date().toLocaleDateString('sv');

/**
 * Marks the day that is today: the page may be a copy of yesterday, or stay open overnight.
 * @param {ParentNode} root
 */
const markToday = (root) => forEach(root, '[data-date] .today', (/** @type {HTMLElement} */ badge) => {
  badge.hidden = badge.closest('[data-date]')?.getAttribute('data-date') !== today();
});

/** Opens a trip at today, unless its address names a place or an edit has led here. */
const openToday = () => {
  const day = find(document, `[data-date="${today()}"]`);
  if (!day) return;
  for (const fold of foldsOf(document)) if ((fold.parentElement?.dataset.date ?? '') < today()) fold.open = false;
  openDay(day.getAttribute('aria-labelledby') ?? '');
  const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  // The browser knows where a page was left.
  const isLeft = ['reload', 'back_forward'].includes(how?.type ?? '');
  if (!isLeft && !location.search && !location.hash) day.scrollIntoView();
};

/**
 * The ids of the headings of the days, by their items.
 * @param {ParentNode} root
 */
const daysOf = (root) => new Map(findAll(root, '[data-item]').map((item) => [item.dataset.item, item.closest('[data-day]')?.getAttribute('aria-labelledby') ?? '']));

/**
 * Opens the day that has this heading.
 * @param {string} heading
 */
const openDay = (heading) => document.getElementById(heading)?.closest('[data-day] > details')?.setAttribute('open', '');

/**
 * The section that an element is in, or that its dialog was opened from.
 * @param {Element | null} element
 */
const sectionOf = (element) => element?.closest('dialog')?.dataset.section ?? element?.closest('section[id]')?.id;

/**
 * The heading of a section, else the page's content.
 * @param {string} [section]
 */
const headingOf = (section) => document.getElementById(`${section}-title`) ?? document.getElementById('main');

/**
 * Shows a form in a dialog, which it names.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} sheet
 */
const fillDialog = (dialog, sheet) => {
  const live = make('p', { className: 'visually-hidden', role: 'status' });
  dialog.replaceChildren(sheet, live);
  const heading = sheet.querySelector('h1');
  if (heading) {
    heading.id = 'dialog-title';
    dialog.setAttribute('aria-labelledby', heading.id);
  }
  prepare(sheet);
};

/**
 * Opens a form in a dialog, which gives the focus back to `opener` when it closes.
 * @param {HTMLElement} sheet
 * @param {HTMLElement | null} opener
 */
const showDialog = (sheet, opener) => {
  const dialog = make('dialog', {});
  dialog.dataset.section = sectionOf(opener) ?? '';
  const href = opener instanceof HTMLAnchorElement ? opener.href : sheet.querySelector('form')?.action;
  if (href) dialog.dataset.href = href;
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    const href = opener?.getAttribute('href');
    const again = opener?.isConnected ? opener : href && find(document, `a[href="${CSS.escape(href)}"]`);
    const asking = find(document, '[data-ask]');
    asking?.removeAttribute('data-ask');
    const asked = asking && find(asking, 'input:not([type=hidden])');
    if (asked) asked.focus();
    else (again || headingOf(dialog.dataset.section))?.focus({ preventScroll: true });
  });
  const filled = () => [...dialog.querySelectorAll('form')].map((form) => bodyOf(form)).join();
  let opened = '';
  // Before a draft is filled in.
  dialog.addEventListener('prepared', () => { opened = filled(); }, { once: true });
  fillDialog(dialog, sheet);
  const leave = (/** @type {Event} */ event) => {
    if (event.type === 'cancel' && event.target !== dialog) return;
    event.preventDefault();
    if (filled() !== opened) {
      if (!window.confirm(texts.textDiscard)) return;
      forEach(dialog, 'form', endDraft);
    }
    dialog.close();
  };
  dialog.addEventListener('cancel', leave);
  // A second Escape would close it without a question.
  dialog.addEventListener('keydown', (event) => { if (event.key === 'Escape') leave(event); });
  const isBeside = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
    const box = dialog.getBoundingClientRect();
    return target === dialog && (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom);
  };
  let isPressedBeside = false;
  dialog.addEventListener('pointerdown', (event) => { isPressedBeside = isBeside(event); });
  dialog.addEventListener('click', (event) => { if (isPressedBeside && isBeside(event)) leave(event); });
  dialog.showModal();
  // A button before the fields would discard the draft.
  (find(sheet, '[aria-invalid]') ?? find(sheet, 'input:not([type=hidden]), textarea, select') ?? find(sheet, 'button'))?.focus();
};

/**
 * Opens a page with a form in a dialog. That of another kind takes the place of the form that the
 * link stands at, with what was typed.
 * @param {HTMLAnchorElement} link
 */
const openDialog = async (link) => {
  const answer = await fetch(link.href).catch(() => null);
  const page = answer?.ok && parse(await answer.text());
  const sheet = page && find(page, '[data-sheet]');
  if (!sheet) {
    location.assign(link.href);
    return;
  }
  const former = link.closest('.kinds')?.parentElement?.querySelector('form');
  if (former) endDraft(former);
  if (former && !former.closest('dialog')) {
    former.closest('[data-sheet]')?.replaceWith(sheet);
    history.replaceState(null, '', link.href);
    prepare(sheet);
    find(sheet, '.kinds [aria-current]')?.focus();
  } else {
    openedDialog()?.close();
    showDialog(sheet, link);
  }
  if (former) document.dispatchEvent(new CustomEvent('draft-move', { detail: [former, find(sheet, 'form')] }));
};

/** @type {() => HTMLDialogElement | null} */
const openedDialog = () => document.querySelector('dialog[open]');

/**
 * Parses a page.
 * @param {string} text
 */
const parse = (text) => new DOMParser().parseFromString(text, 'text/html');

/**
 * Tells that what was typed into a form is saved, or is not wanted.
 * @param {HTMLFormElement} form
 */
const endDraft = (form) => form.dispatchEvent(new Event('draft-end', { bubbles: true }));

/**
 * Says in a form, beside the button that was pressed, why it was not saved, as the answer's page
 * says; what was typed stays.
 * @param {HTMLFormElement} form
 * @param {Document | undefined} page
 * @param {HTMLElement | null} [button]
 */
const sayUnsent = (form, page, button) => {
  const reason = page && find(page, '[data-reason], [data-draft]');
  const line = make('p', { className: 'alert', role: 'alert', tabIndex: -1, textContent: reason?.textContent ?? texts.textUnsent ?? '' });
  line.dataset.unsent = '';
  const signIn = reason?.dataset.signIn;
  if (signIn) {
    // The tab gets a copy of the drafts, and offers that of this page.
    const back = location.pathname + (form.closest('dialog') ? '' : location.search);
    line.append(' ', make('a', { href: `${signIn}?return=${encodeURIComponent(back)}`, target: '_blank', rel: 'opener', textContent: texts.textSignIn ?? '' }));
  }
  form.querySelector('[data-unsent]')?.remove();
  const row = button?.closest('.actions, .add-row');
  if (row && form.contains(row)) row.before(line);
  else form.prepend(line);
  line.focus();
};

/**
 * Posts a body. A page of before the last sign-in of the same account gets the token of the new
 * session, and posts once more. Returns the answer with its page; `null` without one.
 * @param {string} action
 * @param {URLSearchParams | FormData} body
 */
const post = async (action, body) => {
  const once = async () => {
    try {
      const answer = await fetch(action, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
      return { answer, page: parse(await answer.text()) };
    } catch {
      return null;
    }
  };
  const first = await once();
  if (!first?.page.querySelector('[data-draft]') || first.page.body.dataset.account !== texts.account) return first;
  /** @type {HTMLInputElement | null} */
  const draft = first.page.querySelector('main [name="form_token"]');
  const token = draft?.value;
  if (!token) return first;
  /** @type {HTMLInputElement[]} */
  const fields = findAll(document, '[name="form_token"]');
  for (const field of fields) field.value = token;
  body.set('form_token', token);
  return once();
};

/**
 * Sends a form and shows the answer: the trip again, or the form with what is wrong.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
const send = async (form, button) => {
  const body = bodyOf(form, button);
  setSaving(form, button, true);
  const { answer, page } = (await post(form.action, body)) ?? {};
  setSaving(form, button, false);
  const dialog = form.closest('dialog');
  const sheet = page && find(page, '[data-sheet]');
  if (!answer || !page || (!answer.ok && !sheet)) {
    sayUnsent(form, page, button);
    return;
  }
  if (sheet && !answer.redirected) {
    if (!dialog) {
      showDialog(sheet, button);
      // What is typed on is kept as the draft of that form.
      if (!button?.matches('.tool')) endDraft(form);
      find(sheet, 'form :is(input, textarea, select)[name]:not([type=hidden])')?.dispatchEvent(new Event('change', { bubbles: true }));
      return;
    }
    if (answer.ok && !find(sheet, '[role=alert]')) endDraft(form);
    fillDialog(dialog, sheet);
    (find(sheet, '[aria-invalid]') ?? find(sheet, '[role=alert]') ?? find(sheet, 'button'))?.focus();
    return;
  }
  // What is typed beside an entry of a list is not what its button sends.
  if (!button?.matches('.tool')) endDraft(form);
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const focused = document.activeElement?.getAttribute('value');
  const section = sectionOf(form);
  const row = button?.getAttribute('name') === 'add' ? find(form, '.add-row :is(input, textarea)')?.id : '';
  const items = daysOf(document);
  dialog?.close();
  show(page, answer.url);
  const added = findAll(document, '[data-item]').find(({ dataset }) => !items.has(dataset.item));
  // Entries are added one after the other.
  const next = row && document.getElementById(row);
  if (next) {
    next.focus({ preventScroll: true });
    return;
  }
  const same = focused ? find(document, `[value="${CSS.escape(focused)}"]`) : null;
  const item = same?.closest('[data-item]');
  // The page stays where it is read.
  ((item && find(item, 'a, summary')) ?? headingOf(section))?.focus({ preventScroll: true });
  added?.scrollIntoView({ block: 'nearest' });
};

/** Where the browser keeps the ticks that have no answer yet, in order. */
const TICKS = `wayfare ticks ${texts.account}`;
/**
 * A tick of an entry, or its end: the button's name, and what the entry says.
 * @typedef {{ key: number, action: string, section: string, name: string, id: string, text: string }} Tick
 */
/** @type {() => Tick[]} */
const waitingTicks = () => JSON.parse(localStorage.getItem(TICKS) ?? '[]');

/**
 * Shows entries as they are with the ticks that wait.
 * @param {ParentNode} root
 * @param {string} [note]
 */
const markTicks = (root, note = '') => {
  const waiting = new Map(waitingTicks().map(({ id, name }) => [id, name]));
  forEach(root, '.tick', (/** @type {HTMLButtonElement} */ button) => {
    const [name, row] = [waiting.get(button.value), button.parentElement];
    if (!row || (!name && !row.dataset.waiting)) return;
    if (name) Object.assign(row.dataset, { waiting: name, note });
    else delete row.dataset.waiting;
    const isDone = name ? name === 'done' : Boolean(row.closest('.ticked'));
    button.name = isDone ? 'open' : 'done';
    button.setAttribute('aria-pressed', String(isDone !== Boolean(row.closest('.ticked'))));
  });
};

/** Where the focus goes after the tick that it was on. @type {() => HTMLElement | null | undefined} */
let nextTick = () => null;

/**
 * Ticks an entry: at once here, in order at the service.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
const tick = (form, button) => {
  const { name, value: id, nextElementSibling } = button;
  const section = sectionOf(form);
  // The next entry takes the place of one that was ticked.
  const others = () => findAll(document, `#${section} .tick[name=${name}]`);
  const place = others().indexOf(button);
  nextTick = () => others()[place] ?? others().pop() ?? headingOf(section);
  const list = new FormData(form).get('section') ?? form.querySelector('[name=section]')?.getAttribute('value');
  const text = nextElementSibling?.textContent ?? '';
  localStorage.setItem(TICKS, JSON.stringify([...waitingTicks(), { key: Math.random(), action: form.action, section: String(list), name, id, text }]));
  markTicks(document);
  sendTicks();
};

/**
 * Shows the answer to the last tick, and keeps what has the focus.
 * @param {Document} page
 * @param {string} url
 */
const showTicked = (page, url) => {
  const active = document.activeElement;
  const isTick = active?.matches('.tick');
  show(page, url);
  const next = isTick ? nextTick() : document.getElementById(active?.id ?? '');
  next?.focus({ preventScroll: true });
};

/** @type {number | undefined} */
let ticking;
let isTicking = false;
/** Sends the ticks that wait, one after the other. Without an answer, they wait. */
const sendEach = async () => {
  clearTimeout(ticking);
  if (isTicking) return;
  isTicking = true;
  for (let [first] = waitingTicks(); first; [first] = waitingTicks()) {
    const { action, section, name, id, text } = first;
    const token = document.querySelector('[name=form_token]')?.getAttribute('value') ?? '';
    const { answer, page } = (await post(action, new URLSearchParams({ form_token: token, section, [name]: id }))) ?? {};
    if (!answer || !page || answer.status === 429 || answer.status >= 500 || find(page, '[data-sign-in]')) {
      markTicks(document, texts.textWaiting);
      say(find(page ?? document, 'main [data-sign-in]')?.textContent ?? `${text}: ${texts.textWaiting}`);
      ticking = setTimeout(sendTicks, RETRY);
      break;
    }
    localStorage.setItem(TICKS, JSON.stringify(waitingTicks().filter(({ key }) => key !== first.key)));
    const { pathname, searchParams } = new URL(answer.url);
    const isRefused = !answer.ok || searchParams.get('done') === 'entry-gone';
    if (isRefused) say(`${text}: ${find(page, '[data-reason], #status [data-done]')?.textContent ?? texts.textUnsent}`, 'alert');
    if (waitingTicks().length) continue;
    if (answer.ok && pathname === location.pathname && !texts.saved) showTicked(page, answer.url);
    else markTicks(document);
  }
  isTicking = false;
};
/** As `sendEach`, in one tab at a time, where the browser can tell. */
const sendTicks = () => (navigator.locks ? navigator.locks.request(TICKS, sendEach) : sendEach());

/**
 * Shows what a file would be imported as, and keeps the file chosen.
 * @param {HTMLButtonElement} button
 */
const preparePreview = (button) => {
  const { form } = button;
  const result = find(document, '[data-result]');
  if (!form || !result) return;
  form.addEventListener('submit', async (event) => {
    if (event.submitter !== button) return;
    event.preventDefault();
    const body = new FormData(form, button);
    setBusy(form, button, true);
    const { page } = (await post(form.action, body)) ?? {};
    setBusy(form, button, false);
    const found = page?.querySelector('[data-result]');
    if (!found) {
      sayUnsent(form, page);
      return;
    }
    result.replaceChildren(...found.childNodes);
    find(result, '#preview')?.focus();
  });
};

/**
 * Dragging an item to a day or to a place in it; the buttons beside it do the same.
 * @param {HTMLFormElement} form
 */
const prepareDragging = (form) => {
  /** @type {HTMLElement | null} */
  let dragged = null;
  if (texts.saved) return;
  const unmark = () => form.querySelectorAll('.over, .above, .below').forEach((marked) => marked.classList.remove('over', 'above', 'below'));
  /** When in a day an item begins. @type {(item: HTMLElement) => number} */
  const hourOf = (item) => Date.parse(item.querySelector('.when time')?.getAttribute('datetime') ?? '') % 864e5;
  /** The other items of a day, and which of them a drop comes before. @type {(day: HTMLElement, item: HTMLElement, y: number) => [HTMLElement[], number]} */
  const placeIn = (day, item, y) => {
    const items = findAll(day, '[data-item]').filter((other) => other !== item);
    const before = items.findIndex((other) => {
      const box = other.getBoundingClientRect();
      return y < box.top + box.height / 2;
    });
    return [items, before < 0 ? items.length : before];
  };
  // Not before it is touched: its text can't be selected then, so that all of it is styled anew.
  form.addEventListener('pointerdown', (event) => {
    const item = closest(event, '[data-item]');
    if (!item) return;
    item.draggable = true;
    // The link over a title is no address to drag.
    forEach(item, '.edit', (/** @type {HTMLAnchorElement} */ link) => { link.draggable = false; });
  });
  form.addEventListener('dragstart', (event) => {
    dragged = closest(event, '[data-item]');
    dragged?.classList.add('dragged');
    event.dataTransfer?.setData('text/plain', dragged?.querySelector('h4')?.textContent ?? '');
  });
  form.addEventListener('dragend', () => {
    dragged?.classList.remove('dragged');
    unmark();
    dragged = null;
  });
  form.addEventListener('dragover', (event) => {
    const day = closest(event, '[data-day]');
    if (!dragged || !day) return;
    event.preventDefault();
    unmark();
    day.classList.add('over');
    const [items, place] = placeIn(day, dragged, event.clientY);
    // With a time, it goes to its hour wherever it is dropped.
    const hour = hourOf(dragged);
    let [least, most] = [0, items.length];
    items.forEach((item, index) => {
      if (hourOf(item) <= hour) least = index + 1;
      else if (hourOf(item) > hour) most = Math.min(most, index);
    });
    const at = Math.max(least, Math.min(place, most));
    items[Math.min(at, items.length - 1)]?.classList.add(at < items.length ? 'above' : 'below');
  });
  form.addEventListener('drop', async (event) => {
    const day = closest(event, '[data-day]');
    if (!dragged || !day) return;
    event.preventDefault();
    const body = bodyOf(form);
    body.set('move', dragged.dataset.item ?? '');
    body.set('day', day.dataset.day ?? '');
    body.set('index', String(placeIn(day, dragged, event.clientY)[1]));
    const { answer, page } = (await post(form.action, body)) ?? {};
    if (page && answer?.ok) show(page, answer.url);
    else sayUnsent(form, page);
  });
};

/**
 * What the amounts of a row of people leave of the total, while they are typed.
 * @param {HTMLFieldSetElement} group
 */
const prepareLeft = (group) => {
  const { form } = group;
  /** @type {HTMLInputElement | null | undefined} */
  const total = form?.querySelector('[name="total"]');
  const isShared = group.dataset.chips === 'for';
  if (!form || !total) return;
  // Some currencies have fewer in a browser than here: no more than these are padded.
  const decimals = () => {
    const currency = bodyOf(form).get('currency')?.trim() || find(document, '[data-base]')?.dataset.base;
    try {
      return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    } catch {
      return 2;
    }
  };
  const line = make('p', { className: 'note', ariaLive: 'polite' });
  group.append(line);
  // As `Numbers::parse` in locale/numbers.rs reads what it does not ask about.
  const number = (/** @type {string} */ text) => {
    const plain = text.normalize('NFKC').replace('−', '-').replace(/[^\d.,-]/g, '');
    const [last, ...others] = (plain.match(/[.,]/g) ?? []).reverse();
    const isGroup = others.length ? others.includes(last ?? '') : /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(plain) && last !== texts.decimal;
    const at = isGroup ? -1 : plain.lastIndexOf(last ?? '.');
    return Number(plain.replace(/[.,]/g, (_, place) => (place === at ? '.' : ''))) || 0;
  };
  const update = () => {
    /** @type {HTMLInputElement[]} */
    const amounts = findAll(group, '.chip > input');
    const shown = amounts.filter((amount) => amount.offsetParent);
    const isByParts = isShared && new FormData(form).get('split') !== 'amounts';
    const sum = shown.reduce((sum, amount) => sum + number(amount.value), 0);
    const whole = number(total.value);
    // Of a refund, all are negative.
    const left = Number(((whole - sum) * (whole < 0 ? -1 : 1)).toFixed(6));
    const blank = shown.filter((amount) => !amount.value.trim()).length;
    const rest = isShared && blank && left > 0 ? `, ${texts.textRest} ${blank}` : '';
    line.textContent = shown.length && total.value && !isByParts ? `${left < 0 ? texts.textExcess : texts.textLeft} ${Math.abs(left).toLocaleString(texts.locale, { minimumFractionDigits: decimals(), maximumFractionDigits: 3 })}${rest}` : '';
  };
  form.addEventListener('input', update);
  update();
};

/**
 * The progress of an upload.
 * @param {HTMLFormElement} form
 */
const prepareUpload = (form) => {
  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.files?.length) form.requestSubmit(find(form, 'button:not([data-no-file])'));
  });
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('data-no-file')) return;
    event.preventDefault();
    const bar = make('progress', { max: 1, ariaLabel: texts.textUpload ?? '' });
    form.append(bar);
    setBusy(form, event.submitter, true);
    const end = () => { bar.remove(); setBusy(form, event.submitter, false); };
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.addEventListener('progress', (step) => { bar.value = step.loaded / step.total; });
    request.addEventListener('load', () => {
      const page = parse(request.responseText);
      end();
      if (request.status >= 400) {
        sayUnsent(form, page);
      } else if (new URL(request.responseURL).pathname === location.pathname && !find(page, '#status li')) {
        const section = sectionOf(form);
        show(page, request.responseURL);
        headingOf(section)?.focus();
      } else location.assign(request.responseURL);
    });
    request.addEventListener('error', () => { end(); sayUnsent(form, undefined); });
    request.send(new FormData(form));
  });
};

/** @typedef {[x: number, y: number, width: number, height: number]} View */

/**
 * Zooming and panning of the map, by buttons, keys, wheel and dragging.
 * @param {HTMLElement} map
 */
const prepareMap = (map) => {
  const svg = map.querySelector('svg');
  if (!svg) return;
  const whole = /** @type {View} */ (svg.getAttribute('viewBox')?.split(' ').map(Number));
  const { view: kept } = map.dataset;
  let view = /** @type {View} */ (kept?.split(' ').map(Number) ?? [...whole]);
  /** @type {SVGElement[]} */
  const drawn = findAll(svg, '.pin');
  const pins = drawn.reverse();
  /** Where each pin is, however it is fanned out. */
  const places = new Map(pins.map((pin) => [pin, /[-\d.]+ [-\d.]+/.exec(pin.getAttribute('transform') ?? '')?.[0].split(' ').map(Number)]));
  /** @type {Set<SVGElement>} */
  const opened = new Set();
  /** @type {(pin: SVGElement) => [number, number]} */
  const place = (pin) => { const [x = 0, y = 0] = places.get(pin) ?? []; return [x, y]; };
  /** @type {(one: SVGElement, other: SVGElement) => number} */
  const between = (one, other) => Math.hypot(place(one)[0] - place(other)[0], place(one)[1] - place(other)[1]);
  /** The pins in groups of those that lie on one another. */
  const grouped = () => {
    const apart = 60 * view[2] / whole[2];
    /** @type {SVGElement[][]} */
    const groups = [];
    for (const pin of pins) {
      const near = groups.find(([first]) => first && between(first, pin) < apart);
      if (near) near.push(pin);
      else groups.push([pin]);
    }
    return groups;
  };
  // A group is one pin with the number of the others, or fans out.
  const spread = () => {
    const scale = view[2] / whole[2];
    for (const group of grouped()) {
      const isOpen = group.some((pin) => opened.has(pin));
      const far = isOpen && group.length > 1 ? Math.max(75, group.length * 13) * scale : 0;
      group.forEach((pin, index) => {
        const [x, y] = place(pin);
        const turn = 2 * Math.PI * index / group.length;
        pin.setAttribute('transform', `translate(${x + far * Math.sin(turn)} ${y - far * Math.cos(turn)}) scale(${scale})`);
        pin.setAttribute('visibility', index && !isOpen ? 'hidden' : 'visible');
        pin.querySelector('.count')?.remove();
      });
      if (group.length < 2 || isOpen) continue;
      const count = draw('text', { class: 'count', x: 34, y: -22 });
      count.textContent = `+${group.length - 1}`;
      group[0]?.append(count);
    }
  };
  // Finer tiles for a part of the map.
  const layer = draw('g', {});
  svg.querySelector('.route, .pin')?.before(layer);
  const [west = 0, north = 0, width = 1] = map.dataset.extent?.split(' ').map(Number) ?? [];
  const refine = () => {
    const unit = width / whole[2];
    const zoom = Math.min(19, Math.floor(Math.log2(4 / view[2] / unit)));
    const count = 2 ** zoom;
    const [left = 0, top = 0, right = 0, bottom = 0] = [west + view[0] * unit, north + view[1] * unit, west + (view[0] + view[2]) * unit, north + (view[1] + view[3]) * unit];
    layer.replaceChildren();
    if (view[2] > whole[2] / 2) return;
    for (let y = Math.max(0, Math.floor(top * count)); y < Math.min(count, bottom * count); y += 1) {
      for (let x = Math.floor(left * count); x < right * count; x += 1) {
        const column = ((x % count) + count) % count;
        const href = (map.dataset.tiles ?? '').replace('{z}', String(zoom)).replace('{x}', String(column)).replace('{y}', String(y));
        const size = 1 / count / unit;
        layer.append(draw('image', { href, x: (x / count - west) / unit, y: (y / count - north) / unit, width: size, height: size }));
      }
    }
  };
  /** @type {number | undefined} */
  let refining;
  const apply = (isZoomed = true) => {
    svg.setAttribute('viewBox', view.join(' '));
    clearTimeout(refining);
    if (map.dataset.tiles) refining = setTimeout(refine, 200);
    // The outlines are too coarse for so small a part of the world.
    map.classList.toggle('close', (width * view[2]) / whole[2] < 0.005);
    if (isZoomed) spread();
  };
  const zoom = (/** @type {number} */ factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) => {
    const width = Math.min(whole[2], Math.max(whole[2] / Number(map.dataset.depth), view[2] * factor));
    const ratio = width / view[2];
    view = [x - (x - view[0]) * ratio, y - (y - view[1]) * ratio, width, view[3] * ratio];
    opened.clear();
    apply();
  };
  /** Names the stop of a pin, with the way to its day. */
  const tell = (/** @type {SVGElement} */ pin) => {
    const line = find(map, '.stop') ?? make('p', { className: 'stop no-print', role: 'status' });
    const { of } = pin.dataset;
    const textContent = pin.querySelector('title')?.textContent ?? '';
    line.replaceChildren(of ? make('a', { href: `${map.dataset.itinerary}#day-${of}`, textContent }) : textContent);
    map.append(line);
  };
  /** Opens the group of a pin: zooms to where its pins are apart, or fans them out if they never are. */
  const open = (/** @type {SVGElement} */ pin) => {
    const group = grouped().find((pins) => pins.includes(pin)) ?? [];
    if (group.length < 2 || opened.size) tell(pin);
    if (group.length < 2) return;
    const [x, y] = place(pin);
    const far = Math.max(...group.map((other) => between(pin, other)));
    const width = far * whole[2] / 150;
    if (width > whole[2] / Number(map.dataset.depth) && width < view[2]) zoom(width / view[2], x, y);
    else if (opened.delete(pin)) spread();
    else { opened.add(pin); spread(); }
  };
  /** @type {(x: number, y: number) => void} */
  const pan = (x, y) => { view[0] += x * view[2]; view[1] += y * view[3]; apply(false); };
  const bar = make('div', { className: 'zoom no-print' });
  /** @type {[string | undefined, string, () => void][]} */
  const buttons = [
    [map.dataset.zoomIn, '+', () => zoom(0.6)],
    [map.dataset.zoomOut, '−', () => zoom(1 / 0.6)],
    [map.dataset.whole, '⤢', () => { view = [...whole]; apply(); }],
  ];
  for (const [label, sign, act] of buttons) {
    bar.append(make('button', { type: 'button', textContent: sign, ariaLabel: label ?? '', onclick: act }));
  }
  map.append(bar);
  svg.setAttribute('tabindex', '0');
  /** @type {Record<string, () => void>} */
  const keys = {
    '+': () => zoom(0.6),
    '-': () => zoom(1 / 0.6),
    ArrowLeft: () => pan(-0.1, 0),
    ArrowRight: () => pan(0.1, 0),
    ArrowUp: () => pan(0, -0.1),
    ArrowDown: () => pan(0, 0.1),
    // All groups in the view.
    Enter: () => {
      if (opened.size) opened.clear();
      else for (const [first] of grouped()) if (first) opened.add(first);
      spread();
    },
  };
  svg.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, point.x, point.y);
  }, { passive: false });
  /** @type {[number, number] | null} */
  let from = null;
  let moved = 0;
  svg.addEventListener('pointerdown', (event) => {
    from = [event.clientX, event.clientY];
    moved = 0;
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointermove', (event) => {
    if (!from) return;
    const box = svg.getBoundingClientRect();
    moved += Math.abs(from[0] - event.clientX) + Math.abs(from[1] - event.clientY);
    pan((from[0] - event.clientX) / box.width, (from[1] - event.clientY) / box.height);
    from = [event.clientX, event.clientY];
  });
  for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, () => { from = null; });
  svg.addEventListener('click', (event) => {
    if (moved > 6) return;
    const hit = document.elementFromPoint(event.clientX, event.clientY)?.closest('.pin');
    const pin = pins.find((other) => other === hit);
    if ('pick' in map.dataset) pick(svg, map.dataset.extent ?? '', event);
    else if (pin) open(pin);
  });
  apply();
  for (const note of findAll(document, '.pick-note')) note.hidden = false;
};

/**
 * Fills in the coordinates of a point of a map: the inverse of `project` in outlines.rs.
 * @param {SVGSVGElement} svg
 * @param {string} extent
 * @param {MouseEvent} event
 */
const pick = (svg, extent, event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  const [west = 0, north = 0, width = 1] = extent.split(' ').map(Number);
  const x = west + point.x / 1200 * width;
  const y = north + point.y / 1200 * width;
  const longitude = (((x * 360 - 180) + 540) % 360) - 180;
  const latitude = Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180 / Math.PI;
  const sheet = svg.closest('[data-sheet]') ?? document;
  const field = /** @type {HTMLInputElement | null} */ (find(sheet, '[name="at"]'));
  if (!field || Math.abs(latitude) > 85) return;
  field.value = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  const note = find(sheet, '.pick-note');
  if (note) note.textContent = field.value;
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]) / 1200;
  svg.querySelector('.picked')?.remove();
  svg.append(draw('circle', { class: 'picked', cx: point.x, cy: point.y, r: 22 * size }));
};

/** Prepares a map once it comes into view: beside the days, phones never show it. */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    prepareMap(/** @type {HTMLElement} */ (target));
  }
});

let comboboxes = 0;

/**
 * Suggests places while one is typed: an editable combobox with a list box (WAI-ARIA Authoring
 * Practices). A choice fills in the name, the location and the coordinates; these go when either is typed
 * again, and the location when the chosen name is gone.
 * @param {HTMLInputElement} input
 */
const prepareSuggestions = (input) => {
  const { form } = input;
  if (!form) return;
  comboboxes += 1;
  /** @type {(name: string) => HTMLInputElement | null} */
  const field = (name) => form.querySelector(`[name="${name}"]`);
  const list = make('ul', { id: `suggestions-${comboboxes}`, className: 'suggestions', role: 'listbox', ariaLabel: texts.textSuggestions ?? '', hidden: true });
  const live = make('span', { className: 'visually-hidden', role: 'status' });
  input.after(list, live);
  setAll(input, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': list.id, autocomplete: 'off' });
  let chosen = -1;
  let asked = 0;
  /** The words of the name that was chosen, and the location that came with it. @type {[string[], string]} */
  let taken = [[], ''];
  /** @type {number | undefined} */
  let timer;
  const options = () => findAll(list, '[role=option]');
  const choose = (/** @type {number} */ index) => {
    chosen = index;
    options().forEach((option, place) => option.setAttribute('aria-selected', String(place === chosen)));
    const option = options()[chosen];
    if (option) {
      input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    } else input.removeAttribute('aria-activedescendant');
  };
  const show = (/** @type {boolean} */ isShown) => {
    list.hidden = !isShown;
    input.setAttribute('aria-expanded', String(isShown));
    choose(-1);
  };
  const take = (/** @type {HTMLElement} */ { dataset }) => {
    // An end of travel is a name alone.
    const isEnd = ['origin', 'endDestination'].includes(input.name);
    const [name, location, at] = isEnd ? [input] : ['name', 'location', 'at'].map(field);
    if (name && (name === input || !name.value)) name.value = dataset.name ?? '';
    if (location) location.value = dataset.location ?? '';
    if (at) at.value = dataset.at ?? '';
    taken = [(dataset.name ?? '').toLowerCase().split(' '), location?.value ?? ''];
    input.dispatchEvent(new Event('change', { bubbles: true }));
    close();
  };
  const ask = async () => {
    const text = input.value.trim();
    asked += 1;
    const own = asked;
    const answer = text.length > 1 && await fetch(`${input.dataset.suggest}?q=${encodeURIComponent(text)}`).catch(() => null);
    const found = answer && answer.ok ? parse(await answer.text()) : null;
    // The latest answer wins.
    if (own !== asked || document.activeElement !== input) return;
    list.replaceChildren(...(found ? findAll(found, '[role=option]') : []));
    options().forEach((option, place) => { option.id = `${list.id}-${place}`; });
    show(options().length > 0);
    live.textContent = text.length > 1 ? `${options().length} ${texts.textSuggested}` : '';
  };
  const close = () => {
    asked += 1;
    clearTimeout(timer);
    show(false);
  };
  input.addEventListener('input', () => {
    const at = field('at');
    if (at) at.value = at.defaultValue;
    const [location, text] = [field('location'), input.value.toLowerCase()];
    const isGone = taken[1] && location !== input && location?.value === taken[1] && !taken[0].some((word) => text.includes(word));
    if (location && isGone) location.value = location.defaultValue;
    clearTimeout(timer);
    timer = setTimeout(ask, 200);
  });
  input.addEventListener('keydown', (event) => {
    const count = options().length;
    if (event.key === 'ArrowDown' && list.hidden) {
      event.preventDefault();
      ask();
    }
    if (list.hidden) return;
    if (event.key === 'ArrowDown') choose(chosen + 1 < count ? chosen + 1 : -1);
    else if (event.key === 'ArrowUp') choose(chosen < 0 ? count - 1 : chosen - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen >= 0) take(options()[chosen] ?? input);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('blur', close);
  // A press keeps the focus in the field.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = closest(event, '[role=option]');
    if (option) take(option);
  });
};

/**
 * Leads phones to their own map: to a point with its name, else to what the address finds.
 * @param {HTMLAnchorElement} link
 */
const prepareMapLink = (link) => {
  const { address = '', point } = link.dataset;
  const text = encodeURIComponent(address);
  const { userAgent } = navigator;
  if (/Android/.test(userAgent)) link.href = point ? `geo:${point}?q=${point}(${text})` : `geo:0,0?q=${text}`;
  // An iPad says that it is a Mac.
  else if (/iPhone|iPad|Mac/.test(userAgent)) link.href = `https://maps.apple.com/?${point ? `ll=${point}&` : ''}q=${text}`;
};

/**
 * Copies a text, or hands an address to another app, where the browser can.
 * @param {HTMLElement} button
 */
const prepareAddress = (button) => {
  const { copy, share: url = '', copied } = button.dataset;
  if (copy ? !navigator.clipboard : !navigator.share) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      if (!copy) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(copy);
        say(copied);
      }
    } catch { /* not wanted, or not permitted */ }
  });
};

/**
 * Moves the last day with the first one, as saving does when what is planned moves with it.
 * @param {HTMLInputElement} choice
 */
const prepareLastDay = ({ form }) => {
  const [start, end] = ['start', 'end'].map((name) => /** @type {HTMLInputElement | null | undefined} */ (form?.querySelector(`[name=${name}]`)));
  let last = end?.defaultValue;
  start?.addEventListener('change', () => {
    const time = start.valueAsNumber - Date.parse(start.defaultValue);
    const moves = new FormData(form ?? undefined).get('planned') === 'moves';
    // A last day that was typed stays.
    if (!moves || !end?.defaultValue || end.value !== last || Number.isNaN(time)) return;
    end.valueAsNumber = Date.parse(end.defaultValue) + time;
    last = end.value;
  });
};

/**
 * Adds comfort to a part of the page.
 * @param {ParentNode} root
 */
const prepare = (root) => {
  markToday(root);
  markTicks(root);
  forEach(root, 'form[data-days]', prepareDragging);
  forEach(root, 'form[data-upload]', prepareUpload);
  forEach(root, '[data-preview]', preparePreview);
  forEach(root, '[data-chips]', prepareLeft);
  forEach(root, '[data-map]', (/** @type {HTMLElement} */ map) => seen.observe(map));
  forEach(root, '[data-suggest]', prepareSuggestions);
  forEach(root, '[name=planned]:checked', prepareLastDay);
  forEach(root, '[data-copy], [data-share]', prepareAddress);
  forEach(root, '[data-print]', (/** @type {HTMLButtonElement} */ button) => {
    button.hidden = false;
    button.addEventListener('click', () => print());
  });
  if (matchMedia('(pointer: coarse)').matches) forEach(root, 'a[data-address]', prepareMapLink);
  // For the other scripts.
  root.dispatchEvent(new Event('prepared', { bubbles: true }));
};

/**
 * Lets a link that adds an item add it to the day that is in view once the page was scrolled, else to
 * today.
 * @param {HTMLAnchorElement} link
 */
const chooseDay = (link) => {
  const days = findAll(document, '.day[data-day]').filter((day) => day.getBoundingClientRect().top < innerHeight / 2);
  const day = scrollY && days.length ? days.at(-1) : find(document, `[data-date="${today()}"]`);
  const url = new URL(link.href);
  url.searchParams.delete('day');
  if (day?.dataset.day) url.searchParams.set('day', day.dataset.day);
  link.href = url.href;
};

document.addEventListener('click', (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (closest(event, 'a[data-dialog]'));
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    link.closest('[data-menu]')?.removeAttribute('open');
    if (!link.closest('.kinds')) openedDialog()?.close();
    if (link.matches('.float')) chooseDay(link);
    openDialog(link);
    return;
  }
  const cancel = closest(event, 'dialog [data-cancel]');
  if (cancel) {
    event.preventDefault();
    cancel.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
  for (const menu of document.querySelectorAll('[data-menu][open]')) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute('open');
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector('[data-menu][open]');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
});
// The ways of the photo that is shown, by the keys that they name.
document.addEventListener('keydown', (event) => {
  const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
  if (isTaken || closest(event, 'input, textarea, select, dialog')) return;
  const viewer = findAll(document, '[data-viewer]').find(({ offsetParent }) => offsetParent);
  if (viewer) find(viewer, `[data-key="${CSS.escape(event.key)}"]`)?.click();
});
// Enter adds what is typed into a list; with Shift it begins another entry.
document.addEventListener('keydown', (event) => {
  const field = closest(event, '[data-enter]');
  const form = field?.closest('form');
  if (!form || event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  form.requestSubmit(find(form, '.default-button'));
});
// Before anything else sends a form for the second time.
document.addEventListener('submit', (event) => {
  if (!('busy' in /** @type {HTMLFormElement} */ (event.target).dataset) || event.submitter?.matches('.tick')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener('submit', (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const isTaken = form.closest('[data-in-place]') || form.closest('dialog');
  if (event.defaultPrevented) return;
  if (!isTaken || 'plain' in form.dataset || form.enctype === 'multipart/form-data') {
    // The page goes, or stays if the answer is a file or does not come.
    if (form.method === 'post') {
      const button = event.submitter;
      setTimeout(setBusy, 0, form, button, true);
      setTimeout(setBusy, ANSWER_TIMEOUT / 3, form, button, false);
    }
    return;
  }
  event.preventDefault();
  if (event.submitter?.matches('.tick')) tick(form, /** @type {HTMLButtonElement} */ (event.submitter));
  else send(form, event.submitter);
});
addEventListener('online', sendTicks);
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) forEach(document, 'form[data-busy]', (/** @type {HTMLFormElement} */ form) => setBusy(form, find(form, '[aria-busy]'), false));
});
addEventListener('hashchange', () => openDay(location.hash.slice(1)));
// A part that follows the change of somebody else (live.js).
document.addEventListener('replaced', ({ target }) => prepare(/** @type {Element} */ (target)));
document.addEventListener('visibilitychange', () => markToday(document));
prepare(document);
addEventListener('scroll', placeMessages, { passive: true });
if (status) {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const line of addedNodes) if (line instanceof Element) fade(line);
  }).observe(status, { childList: true });
  forEach(status, '[data-done]', fade);
}
sendTicks();
openToday();
openDay(location.hash.slice(1));
