// Keeps the pages of trips that were opened, and shows them without network. Each is a cache of its
// own, with the styles, scripts and pictures that it names, so that no upgrade mixes two versions.
// The header `Offline-Copy` of a page says whose it is, and whether it may be kept. A page of another
// account, or of a sign-out, removes all that was kept. A page of no account, such as after the end
// of a session, hides it.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {any} */ (self));
const { scope } = worker.registration;
/** The names of our caches begin with this, since an origin may serve others. */
const PREFIX = `wayfare ${scope} `;
const FRAME = `${PREFIX}frame`;
const FRAME_URL = `${scope}offline`;
/** The name of an empty cache, which remembers the present account, begins with this. */
const OWNER = `${PREFIX}owner=`;
const LEFT = /[?&]done=(signed-out|account-deleted)/;
/** Milliseconds after which a saved page is shown in place of one that does not come. */
const NETWORK_TIMEOUT = 3_000;
/** Milliseconds after which the other views of a trip are asked for. */
const PAUSE = 1_000;
const MOST_TRIPS = 50;
const MOST_BYTES = 50 << 20;
/** The most bytes of a page with its pictures; further pictures are left out. */
const MOST_PAGE_BYTES = 10 << 20;

/** The account whose pages are kept. @type {string | undefined} */
let account;
/** How often it has changed. */
let changes = 0;
/** The language for which what is kept was looked through. @type {string | undefined} */
let translated;
/** The windows that show a saved page. @type {Set<string>} */
const showing = new Set();
/** The addresses for which the network is worth waiting, since it has answered. @type {Set<string>} */
const awaited = new Set();

const namesWith = async (/** @type {string} */ start) => (await caches.keys()).filter((name) => name.startsWith(start));
const drop = (/** @type {string[]} */ names) => Promise.all(names.map((name) => caches.delete(name)));
/** The caches of pages. */
const ownCaches = async () => (await namesWith(PREFIX)).filter((name) => name.slice(PREFIX.length).includes(' '));
/** Those of the present account. */
const readable = async () => {
  account ??= (await namesWith(OWNER))[0]?.slice(OWNER.length);
  return (await ownCaches()).filter((name) => name.startsWith(`${PREFIX}${account} `));
};

/** The address under which a part of a page is kept: a picture's without its signature. */
const plain = (/** @type {string} */ address) => {
  const url = new URL(address);
  for (const name of ['expires', 'signature']) url.searchParams.delete(name);
  return url.href;
};

/** Removes what other accounts than the present one have kept; for nobody's pages, only after a sign-out. */
const settle = async (/** @type {string} */ present, hasLeft = false) => {
  if (account !== present) {
    account = present;
    changes += 1;
    await caches.open(OWNER + present);
    await drop((await namesWith(OWNER)).filter((name) => name !== OWNER + account));
  }
  if (present || hasLeft) await drop((await ownCaches()).filter((name) => !name.startsWith(`${PREFIX}${present} `)));
};

/** The pages of caches: the newest first. */
const pagesOf = async (/** @type {string[]} */ names) => {
  const pages = names.map(async (name) => {
    const url = name.slice(name.lastIndexOf(' ') + 1);
    const { headers } = (await caches.match(url, { cacheName: name })) ?? new Response();
    return { name, url, saved: headers.get('saved') ?? '', bytes: Number(headers.get('bytes')), language: headers.get('content-language'), title: decodeURIComponent(headers.get('title') ?? '') };
  });
  return (await Promise.all(pages)).sort((one, other) => other.saved.localeCompare(one.saved));
};

/** The version of the trip that a page shows. */
const versionOf = (/** @type {string} */ text) => /data-version="(\d+)"/.exec(text)?.[1];

/** The trip of a page. */
const tripOf = (/** @type {string} */ url) => url.slice(scope.length).split('/')[1] ?? '';

/** Removes the oldest pages above the bounds. */
const evict = async () => {
  /** @type {Set<string>} */
  const trips = new Set();
  let bytes = 0;
  for (const page of await pagesOf(await ownCaches())) {
    const trip = tripOf(page.url);
    const isKept = bytes + page.bytes <= MOST_BYTES && (trips.has(trip) || trips.size < MOST_TRIPS);
    if (!isKept) await caches.delete(page.name);
    else {
      bytes += page.bytes;
      trips.add(trip);
    }
  }
};

/** Fills a cache with a page and the parts that it names. @type {(cache: Cache, url: string, response: Response) => Promise<void>} */
const fill = async (cache, url, response) => {
  const text = await response.text();
  const title = encodeURIComponent(/<h1[^>]*>([^<]*)</.exec(text)?.[1] ?? '');
  let bytes = text.length;
  const savePage = () => {
    const headers = new Headers({ title, bytes: String(bytes), saved: new Date().toISOString() });
    for (const name of ['content-type', 'content-language', 'content-security-policy', 'referrer-policy']) headers.set(name, response.headers.get(name) ?? '');
    return cache.put(url, new Response(text, { headers }));
  };
  const named = [...text.matchAll(/<(?:link rel="(?:stylesheet|preload)"|script|img|a data-file="(\d+)") [^>]*?\b(?:src|href)="([^"]+)"/g)];
  const sizes = new Map(named.map(([, size, part = '']) => [new URL(part.replaceAll('&amp;', '&'), url).href, Number(size ?? 0)]));
  const parts = [...sizes.keys()].filter((part) => part.startsWith(scope));
  const isAsset = (/** @type {string} */ part) => part.startsWith(`${scope}assets/`);
  const save = async (/** @type {string} */ part) => {
    const known = await cache.match(plain(part));
    // A file that has no room is not even fetched.
    if (!known && !isAsset(part) && bytes + (sizes.get(part) ?? 0) > MOST_PAGE_BYTES) return;
    const fetched = known ?? await fetch(part);
    if (!fetched.ok || fetched.headers.get('cache-control')?.includes('no-store')) return;
    const size = (await fetched.clone().blob()).size;
    if (!isAsset(part) && bytes + size > MOST_PAGE_BYTES) return;
    bytes += size;
    if (!known) await cache.put(plain(part), fetched);
  };
  // A page is kept once it has its styles and scripts. Pictures may be missing.
  for (const part of parts.filter(isAsset)) await save(part);
  await savePage();
  for (const part of parts.filter((part) => !isAsset(part))) await save(part).catch(() => {});
  await savePage();
  const needed = new Set([url, ...parts.map(plain)]);
  for (const { url: old } of await cache.keys()) if (!needed.has(old)) await cache.delete(old);
};

/**
 * Notes whose page an answer is; returns whether it may be kept. An answer to a request of before
 * the last change of accounts says nothing.
 * @type {(response: Response, asked: number) => Promise<boolean>}
 */
const note = async (response, asked) => {
  const [, owner, may] = /^account=(\w*)(; keep)?/.exec(response.headers.get('offline-copy') ?? '') ?? [];
  if (owner === undefined || asked !== changes) return false;
  await settle(owner, LEFT.test(response.url));
  return Boolean(may);
};

/**
 * Keeps a page. One with a query or with secrets is asked for once more without.
 * @type {(address: string, response: Response) => Promise<void>}
 */
const keep = async (address, response) => {
  const url = new URL(address);
  const isSaved = url.search === '?saved';
  const isSecret = response.headers.get('cache-control')?.includes('no-store');
  if (isSecret || (url.search && !isSaved)) {
    if (!isSaved) await keepAnew(address);
    return;
  }
  const [owner, page] = [account, url.origin + url.pathname];
  const name = `${PREFIX}${owner} ${page}`;
  const cache = await caches.open(name);
  // What is put into a cache that was removed is gone with it.
  if (account !== owner) await caches.delete(name);
  else await fill(cache, page, response).then(evict);
};

/** The view of a trip that was kept last. */
let latest = '';
/**
 * Keeps the other views of a trip as they are in the version of the view that was kept, one after
 * another; those of a page that is left soon are not asked for.
 * @type {(address: string) => Promise<void>}
 */
const keepViews = async (address) => {
  const { origin, pathname } = new URL(address);
  latest = address;
  await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
  const text = await (await caches.match(origin + pathname))?.text() ?? '';
  const version = versionOf(text);
  for (const [, view = ''] of text.matchAll(/<a data-view href="([^"]+)"/g)) {
    if (latest !== address) return;
    const kept = await caches.match(origin + view);
    if (view !== pathname && (!kept || versionOf(await kept.text()) !== version)) await keepAnew(origin + view);
  }
};

/** Asks for a page, and keeps it. */
const keepAnew = async (/** @type {string} */ address) => {
  const url = new URL(address);
  const asked = changes;
  const page = `${url.origin}${url.pathname}?saved`;
  const response = await fetch(page);
  if (response.ok && await note(response, asked)) await keep(page, response);
};

/** Asks for what is kept in another language than that of the present page anew, once. */
const translate = async (/** @type {string} */ present) => {
  if (translated === present) return;
  translated = present;
  const frame = await caches.match(FRAME_URL, { cacheName: FRAME });
  if (frame?.headers.get('content-language') !== present) await keepFrame();
  if (!account) return;
  for (const { url, language } of await pagesOf(await readable())) {
    if (language !== present) await keepAnew(url).catch(() => {});
  }
};

const keepFrame = async () => fill(await caches.open(FRAME), FRAME_URL, await fetch(FRAME_URL));

/** The saved copy of a page, marked as such. */
const copyOf = async (/** @type {string} */ address) => {
  const url = new URL(address);
  const page = url.origin + url.pathname;
  const name = (await readable()).find((name) => name.endsWith(` ${page}`));
  const copy = name && await caches.match(page, { cacheName: name });
  if (!copy) return null;
  const text = (await copy.text()).replace('<body ', `<body data-saved="${copy.headers.get('saved')}" `);
  return new Response(text, { headers: copy.headers });
};

/** A file that a saved page names. */
const fileOf = async (/** @type {string} */ address) => {
  const found = (await readable()).map((name) => caches.match(plain(address), { cacheName: name }));
  return (await Promise.all(found)).find(Boolean) ?? null;
};

/** The page in place of one that was not saved, and of the list of trips: it lists what was saved. */
const frame = async (/** @type {string} */ address) => {
  const page = await caches.match(FRAME_URL, { cacheName: FRAME });
  if (!page) return Response.error();
  // Titles are HTML already.
  const isView = (/** @type {string} */ url) => /^\/(map|costs|lists|photos|people)$/.test(url.slice(scope.length + 5 + 36));
  const saved = (await pagesOf(await readable())).filter((page) => page.saved && !isView(page.url));
  const own = page.headers.get('content-language') || 'en';
  const languages = [...navigator.languages, 'en-GB', own].filter((language) => language.startsWith(own));
  const items = saved.map(({ url, title, saved }) => `<li><a href="${url}">${title}</a> · ${new Date(saved).toLocaleDateString(languages)}</li>`);
  const text = (await page.text()).replace('<ul data-kept></ul>', `<ul>${items.join('')}</ul>`);
  return new Response(text, { status: new URL(address).pathname === new URL(`${scope}trips`).pathname ? 200 : 503, headers: page.headers });
};

const bare = (/** @type {string} */ url) => url.split('#')[0] ?? '';

/** Makes a window ask for its page again, and wait for the network. */
const refresh = (/** @type {Client | MessageEventSource | null | undefined} */ client, /** @type {string} */ url) => {
  awaited.add(bare(url));
  client?.postMessage('fresh');
};

/** Answers with a page: from the network, else its saved copy. */
const answer = async (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const asked = changes;
  const fetched = fetch(request);
  const noted = fetched.then(async (response) => {
    // Back shows what the browser has: maybe another account's.
    const isOld = request.cache === 'force-cache';
    const may = !isOld && response.ok && await note(response, asked);
    if (may) event.waitUntil(keep(request.url, response.clone()).then(() => keepViews(request.url)).catch(() => {}));
    if ([401, 404].includes(response.status)) {
      const gone = (await readable()).filter((name) => name.endsWith(` ${bare(request.url).split('?')[0]}`));
      // The session may have ended: another page says so.
      const other = gone.length && await fetch(`${scope}trips`).catch(() => null);
      if (other) await note(other, asked);
      if (other && account) await drop(gone);
    }
    return response;
  });
  event.waitUntil(noted.catch(() => {}));
  const isAwaited = awaited.delete(bare(request.url));
  const late = new Promise((resolve) => { if (!isAwaited) setTimeout(resolve, NETWORK_TIMEOUT, null); });
  const first = /** @type {Response | null} */ (await Promise.race([noted, late]).catch(() => null));
  if (first) return first;
  const copy = await copyOf(request.url);
  if (!copy) return noted.catch(async () => await fileOf(request.url) ?? frame(request.url));
  showing.add(event.resultingClientId);
  // The network was only slow.
  noted.then(async () => refresh(await worker.clients.get(event.resultingClientId), request.url)).catch(() => {});
  return copy;
};

/** Answers with a part of a page. */
const part = async (/** @type {FetchEvent} */ { request, clientId }) => {
  const known = () => caches.match(plain(request.url));
  if (showing.has(clientId)) return (await known()) ?? fetch(request);
  return fetch(request).catch(async () => (await known()) ?? Response.error());
};

worker.addEventListener('install', (event) => {
  event.waitUntil((async () => {
    await keepFrame();
    await worker.skipWaiting();
  })());
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('message', (event) => {
  const { keep: page, account: present, hasLeft, language, fresh } = event.data;
  if (fresh) refresh(event.source, fresh);
  event.waitUntil((async () => {
    if (present !== undefined) await settle(present, hasLeft);
    if (page) await keepAnew(page).then(() => keepViews(page));
    if (language) await translate(language);
  })().catch(() => {}));
});
worker.addEventListener('fetch', (event) => {
  const { method, url, mode, destination } = event.request;
  if (method !== 'GET' || !url.startsWith(scope)) return;
  // Streams and what scripts fetch go to the network alone.
  if (mode === 'navigate') event.respondWith(answer(event));
  else if (['style', 'script', 'font', 'image'].includes(destination)) event.respondWith(part(event));
});
