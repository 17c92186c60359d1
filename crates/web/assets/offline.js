// Reading without network: registers the service worker, tells it what to keep, and marks saved pages.

const { dataset } = document.body;
/** Milliseconds after the last change of a page until it is saved again. */
const PAUSE = 2_000;
/** Milliseconds after which a saved page looks for the network again. */
const RETRY = 10_000;

/** Sends a message to the service worker. */
const tell = async (/** @type {{ account?: string, hasLeft?: boolean, language?: string, keep?: string, fresh?: string }} */ message) => {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
};

/** Says since when this page is as it is, and turns its forms off. Ticks wait for the network. */
const mark = (/** @type {string} */ saved) => {
  const line = document.createElement('p');
  line.className = 'alert';
  const date = new Date(saved).toLocaleString(dataset.locale, { dateStyle: 'long', timeStyle: 'short' });
  line.textContent = `${dataset.textSavedOn} ${date} — ${dataset.textOffline}`;
  document.getElementById('status')?.replaceChildren(line);
  for (const form of document.forms) for (const field of form.elements) if (!field.matches('.tick')) field.setAttribute('disabled', '');
  for (const link of document.querySelectorAll('a[data-dialog]')) link.remove();
  const { href } = location;
  let isLeaving = false;
  const retry = async () => {
    if (!isLeaving && navigator.onLine && !document.hidden && await fetch(href, { method: 'HEAD' }).catch(() => null)) tell({ fresh: href });
  };
  addEventListener('online', retry);
  setInterval(retry, RETRY);
  navigator.serviceWorker?.addEventListener('message', () => {
    if (!isLeaving) location.reload();
    isLeaving = true;
  });
};

if (dataset.saved) mark(dataset.saved);
if (navigator.serviceWorker && dataset.worker) {
  // Private windows may have none.
  if (!dataset.saved) navigator.serviceWorker.register(dataset.worker).catch(() => {});
  const [how] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  // Back may show what another account has left.
  const isPresent = !dataset.saved && how?.type !== 'back_forward';
  if (isPresent && dataset.account !== undefined) tell({ account: dataset.account, hasLeft: /[?&]done=(signed-out|account-deleted)/.test(location.search), language: document.documentElement.lang });
  if (isPresent && 'keep' in dataset) {
    const keep = () => tell({ keep: location.origin + location.pathname });
    if (!navigator.serviceWorker.controller) keep();
    /** @type {number | undefined} */
    let timer;
    document.addEventListener('prepared', (event) => {
      if (!(event.target instanceof Element) || !event.target.closest('#main')) return;
      clearTimeout(timer);
      timer = setTimeout(keep, PAUSE);
    });
  }
}
