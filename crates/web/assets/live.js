// Follows the changes of others: replaces what differs of a trip's page, unless somebody types in it.

/** What the parts of the page showed as they came, by their ids. @type {Map<string, string>} */
const shown = new Map();
/** The last answer, while a part of it waits for the end of somebody's typing. @type {Document | null} */
let waiting = null;
/** @type {EventSource | null} */
let source = null;
let [version, pause, isFollowing] = [0, 2_000, false];

/** @type {(page: Document) => HTMLElement | null} */
const markerOf = (page) => page.querySelector('[data-live]');
/** @type {(page: Document) => HTMLElement[]} */
const partsOf = (page) => [...page.querySelectorAll(/** @type {'div'} */ ('main section[id], main [data-part]'))];
/** The form that is open, in a dialog or as the page. */
const sheet = () => document.querySelector('dialog[open] [data-sheet]') ?? document.querySelector('main [data-sheet]');
/** The address of what is to be followed: a page with a form follows the trip. */
const pathOf = () => (document.querySelector('main [data-sheet]') ? (markerOf(document)?.dataset.live ?? '').replace(/\/events$/, '') : location.pathname);
/** The HTML of a part, without what differs from answer to answer. @type {(part: Element) => string} */
const imprint = (part) => {
  const copy = /** @type {Element} */ (part.cloneNode(true));
  copy.querySelectorAll('[name="form_token"], [name="form_key"], .undo').forEach((element) => element.remove());
  copy.querySelector('[data-ask]')?.removeAttribute('data-ask');
  copy.querySelectorAll('details[open]').forEach((fold) => fold.removeAttribute('open'));
  return copy.innerHTML.replace(/\?[^"]*signature=[^"]*/g, '');
};
const note = () => { for (const part of partsOf(document)) shown.set(part.id, imprint(part)); };
/** What tells an element from the others of its part. @type {(element: Element) => string} */
const keyOf = (element) => [element.tagName, element.id, ...['name', 'value', 'href', 'aria-label'].map((name) => element.getAttribute(name)), element.childElementCount ? '' : element.textContent].join('|');
/** @type {(root: Element, key: string) => HTMLElement | undefined} */
const findByKey = (root, key) => [...root.querySelectorAll(/** @type {'div'} */ (key.split('|', 1)[0]))].find((element) => keyOf(element) === key);
/** @type {(part: Element) => boolean} */
const isTypedIn = (part) => part.querySelector('.dragged, form[data-busy]') !== null || [...part.querySelectorAll('input:not([type=hidden]), textarea')].some((field) => (
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && (field.value !== field.defaultValue || ('checked' in field && field.checked !== field.defaultChecked))));

/** Says something in a line of its own at the start of an element. @type {(place: Element | null | undefined, text: string | undefined, kind: string) => void} */
const tell = (place, text = '', kind) => {
  const line = place?.querySelector(':scope > [data-told]') ?? document.createElement('p');
  if (line.textContent === text) return;
  Object.assign(line, { className: kind, role: kind === 'alert' ? kind : 'status', textContent: text }).setAttribute('data-told', '');
  place?.prepend(line);
};

/** Replaces a part; focus, open menus and days, an offered undo and the view of the map stay. @type {(part: HTMLElement, next: Element) => void} */
const replace = (part, next) => {
  const [copy, active] = [document.importNode(next, true), document.activeElement];
  const focused = active && part.contains(active) ? keyOf(active) : null;
  const open = [...part.querySelectorAll('details[open] > summary')].map(keyOf);
  // A day that is not drawn yet is as high as before; one that has changed is drawn to know its height.
  for (const day of copy.querySelectorAll(/** @type {'div'} */ ('[data-day]'))) {
    const old = part.querySelector(/** @type {'div'} */ (`[data-day="${day.dataset.day}"]`));
    if (old?.textContent === day.textContent) day.style.containIntrinsicSize = `auto ${old.offsetHeight}px`;
    else day.style.contentVisibility = 'visible';
    const isOpen = old?.querySelector('details')?.open;
    if (isOpen !== undefined) day.querySelector('details')?.toggleAttribute('open', isOpen);
  }
  const [undo, map, other] = [part.querySelector('.undo'), part.querySelector(/** @type {'div'} */ ('[data-map]')), copy.querySelector(/** @type {'div'} */ ('[data-map]'))];
  const list = copy.querySelector(`form[action="${undo?.nextElementSibling?.getAttribute('action')}"]`);
  if (undo) (list ?? copy.lastElementChild)?.before(undo);
  if (map && other && map.dataset.extent === other.dataset.extent) other.dataset.view = map.querySelector('svg')?.getAttribute('viewBox') ?? '';
  part.replaceWith(copy);
  for (const key of open) findByKey(copy, key)?.parentElement?.setAttribute('open', '');
  copy.dispatchEvent(new Event('replaced', { bubbles: true }));
  const again = focused && (findByKey(copy, focused) ?? copy.querySelector('h2'));
  if (again) again.focus({ preventScroll: true });
};

/** Fills the name and the time of what was changed into a text. @type {(text: string | undefined, what: string, when?: string) => string} */
const fill = (text = '', what, when = '') => text.replace('$what', () => what).replace('$when', () => when);
/** The items and entries of a page, by their ids. @type {(page: Document) => Map<string | null | undefined, HTMLElement>} */
const itemsOf = (page) => new Map([...page.querySelectorAll(/** @type {'div'} */ ('main [data-item], .ticked [role=listitem]'))].map((item) => [item.dataset.item ?? item.querySelector('.tick')?.getAttribute('value'), item]));
/** Says what somebody has done to the one item that differs in another answer; `undefined` if several do. @type {(next: Document) => string | undefined} */
const tellChange = (next) => {
  const [before, after] = [itemsOf(document), itemsOf(next)];
  /** What an item is called, when it is, and all that it says. @type {(item: HTMLElement | undefined) => string[]} */
  const factsOf = (item) => {
    /** @type {(root: Element | null | undefined, selector: string) => string} */
    const text = (root, selector) => root?.querySelector(selector)?.textContent ?? '';
    return [text(item, 'h4, :scope > span'), text(item?.closest('[data-day]'), 'h3'), text(item, '.when'), text(item, '.what'), item?.dataset.item ?? ''];
  };
  const [id, ...others] = [...new Set([...before.keys(), ...after.keys()])].filter((id) => String(factsOf(before.get(id))) !== String(factsOf(after.get(id))));
  if (!id || others.length) return undefined;
  const { added, removed, moved, changed } = markerOf(next)?.dataset ?? {};
  const [[name = '', oldDay, oldTime], [newName = '', day, time]] = [factsOf(before.get(id)), factsOf(after.get(id))];
  if (!before.has(id)) return fill(added, newName);
  if (!after.has(id)) return fill(removed, name);
  const when = [day !== oldDay && day, time !== oldTime && time].filter(Boolean).join(' ');
  return when ? fill(moved, newName, when) : fill(changed, newName);
};

/** Shows what differs in another answer of this page, and who has changed it. @type {(next: Document) => void} */
const apply = (next) => {
  const [own, others] = [partsOf(document), partsOf(next)];
  const isSame = own.map((part) => part.id).join() === others.map((part) => part.id).join();
  const pairs = document.querySelector('main [data-sheet]') ? [] : isSame ? own.map((part, index) => /** @type {const} */ ([part, others[index]])) : [/** @type {const} */ ([document.querySelector('main'), next.querySelector('main')])];
  const landmarks = () => [...document.querySelectorAll(/** @type {'div'} */ ('main [id], main [data-item]'))];
  const anchor = landmarks().find((element) => element.getBoundingClientRect().top >= 0 && element.getClientRects().length > 0);
  const top = anchor?.getBoundingClientRect().top ?? 0;
  /** @type {(string | null | undefined)[]} */
  const titles = [];
  const marker = markerOf(next);
  const { changed = '', own: isOwn } = marker?.dataset ?? {};
  const told = tellChange(next);
  waiting = null;
  for (const [part, other] of pairs) {
    if (!part || !other || shown.get(part.id) === imprint(other)) continue;
    const title = other.querySelector('h1, h2')?.textContent ?? '';
    if (isTypedIn(part)) {
      waiting = next;
      if (isOwn === undefined) tell(part, fill(changed, title), 'alert');
      continue;
    }
    replace(part, other);
    titles.push(title);
    shown.set(part.id, imprint(other));
  }
  if (marker) markerOf(document)?.replaceWith(document.importNode(marker, true));
  if (!document.querySelector('main [data-sheet]')) document.title = next.title;
  if (titles.length && isOwn === undefined) tell(document.getElementById('status'), told ?? fill(changed, titles.filter(Boolean).join(', ')), 'done');
  const same = anchor?.isConnected ? anchor : landmarks().find((element) => anchor && element.id === anchor.id && element.dataset.item === anchor.dataset.item);
  if (same) scrollBy(0, same.getBoundingClientRect().top - top);
};

/** Fetches a page; `null` if it is refused, `undefined` without an answer. @type {(url: string) => Promise<Document | null | undefined>} */
const load = async (url) => {
  const answer = await fetch(url).catch(() => null);
  if (!answer || answer.status === 429 || answer.status >= 500) return undefined;
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
};

/** The versions that open forms have told of. @type {WeakMap<Element, string | undefined>} */
const warned = new WeakMap();

/** Says beside an open form that what it shows has changed, once for each of its versions. @type {(who: DOMStringMap | undefined) => Promise<void>} */
const warn = async (who) => {
  const [form, opened] = [sheet()?.querySelector('form'), /** @type {HTMLInputElement | null | undefined} */ (sheet()?.querySelector('[name="version"]'))];
  const page = form && opened && who?.own === undefined ? await load(form.action) : undefined;
  const present = page && /** @type {HTMLInputElement | null} */ (page.querySelector('[data-sheet] [name="version"]'));
  // After the version of the trip.
  const [now, was] = [present, opened].map((version) => version?.value.split('-').pop());
  const isNews = page !== undefined && form && now !== (warned.has(form) ? warned.get(form) : was);
  if (!isNews) return;
  warned.set(form, now);
  tell(form, who?.formChanged, 'alert');
};

/** The version that a page shows. */
const versionOf = (/** @type {Document} */ page) => Number(markerOf(page)?.dataset.version);

/** Brings the page to the version of the last event. */
const follow = async () => {
  if (isFollowing) return;
  isFollowing = true;
  while (!document.hidden && version > versionOf(document)) {
    const page = await load(pathOf());
    if (page === null) break;
    // Somebody else has signed in, or the session has ended.
    if (page && page.body.dataset.account !== document.body.dataset.account) {
      if (!sheet() && !partsOf(document).some(isTypedIn)) location.reload();
      break;
    }
    // The page may have become newer meanwhile, by a form of its own.
    if (page && versionOf(page) >= versionOf(document)) {
      apply(page);
      await warn(markerOf(page)?.dataset);
    }
    if (version > versionOf(document)) await new Promise((wake) => { setTimeout(wake, 1_000); });
  }
  isFollowing = false;
};

/** After the end of the stream: comes back, or says that the trip is out of reach. */
const lose = async () => {
  source?.close();
  source = null;
  if (await load(pathOf()) === null) {
    for (const place of [document.getElementById('status'), document.querySelector('dialog[open] form')]) tell(place, markerOf(document)?.dataset.gone, 'alert');
    return;
  }
  setTimeout(open, pause + Math.random() * 3_000);
  pause = Math.min(pause * 2, 300_000);
};

/** Takes back that the trip is out of reach. */
const regain = () => {
  for (const line of document.querySelectorAll('[data-told]')) {
    if (line.textContent === markerOf(document)?.dataset.gone) line.remove();
  }
};

const open = () => {
  const address = markerOf(document)?.dataset.live;
  if (source || !address || document.hidden) return;
  source = new EventSource(address);
  source.addEventListener('trip', ({ data }) => { pause = 2_000; regain(); version = JSON.parse(data).version; follow(); });
  source.addEventListener('gone', lose);
  // A browser comes back by itself, unless it was refused.
  source.addEventListener('error', () => { if (source?.readyState === EventSource.CLOSED) lose(); });
};

note();
open();
document.addEventListener('shown', () => { waiting = null; note(); open(); });
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) open();
  else if (source) { source.close(); source = null; }
});
// Once the focus is elsewhere.
document.addEventListener('focusout', () => setTimeout(() => waiting && apply(waiting)));
