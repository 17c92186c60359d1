// Comfort for the pages: everything here also works without it, by links and forms.

const status = document.getElementById('status');

/** Says something to everybody, also to screen readers. */
const say = (text) => {
  const line = document.createElement('p');
  line.className = 'done';
  line.textContent = text;
  status?.replaceChildren(line);
};

/** Replaces the page's content by that of another document, and keeps the place. */
const show = (next, url) => {
  const main = document.getElementById('main');
  const other = next.getElementById('main');
  if (!main || !other) {
    location.assign(url);
    return;
  }
  main.replaceChildren(...other.childNodes);
  main.className = other.className;
  document.title = next.title;
  const done = next.querySelector('#status [data-done]');
  if (done) say(done.textContent);
  prepare(main);
};

/** The section that an element is in, or that its dialog was opened from. */
const sectionOf = (element) => element?.closest('dialog')?.dataset.section ?? element?.closest('section[id]')?.id;

/** The heading of a section, else the page's content. */
const headingOf = (section) => document.getElementById(`${section}-title`) ?? document.getElementById('main');

/** Opens a form in a dialog, which gives the focus back to `opener` when it closes. */
const showDialog = (sheet, opener) => {
  const dialog = document.createElement('dialog');
  dialog.dataset.section = sectionOf(opener) ?? '';
  dialog.append(sheet);
  const heading = sheet.querySelector('h1');
  if (heading) {
    heading.id = 'dialog-title';
    dialog.setAttribute('aria-labelledby', heading.id);
  }
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    const href = opener?.getAttribute('href');
    const again = opener?.isConnected ? opener : href && document.querySelector(`a[href="${CSS.escape(href)}"]`);
    (again || headingOf(dialog.dataset.section))?.focus();
  });
  prepare(sheet);
  const filled = () => [...dialog.querySelectorAll('form')].map((form) => new URLSearchParams(new FormData(form))).join();
  const opened = filled();
  dialog.addEventListener('cancel', (event) => {
    if (filled() !== opened && !window.confirm(document.body.dataset.textDiscard)) event.preventDefault();
  });
  dialog.showModal();
  (sheet.querySelector('[aria-invalid]') ?? sheet.querySelector('input:not([type=hidden]), textarea, select, button'))?.focus();
};

/** Opens a page with a form in a dialog. */
const openDialog = async (link) => {
  const answer = await fetch(link.href).catch(() => null);
  const page = answer?.ok && parse(await answer.text());
  const sheet = page && page.querySelector('[data-sheet]');
  if (sheet) showDialog(sheet, link);
  else location.assign(link.href);
};

/** Parses a page. */
const parse = (text) => new DOMParser().parseFromString(text, 'text/html');

/** Says beside a form why it was not saved, as the answer's page says; what was typed stays. */
const sayUnsent = (form, page) => {
  const reason = page?.querySelector('[data-reason]');
  const line = document.createElement('p');
  line.className = 'alert';
  line.dataset.unsent = '';
  line.setAttribute('role', 'alert');
  line.tabIndex = -1;
  line.textContent = reason?.textContent ?? document.body.dataset.textUnsent;
  const signIn = reason?.dataset.signIn;
  if (signIn) {
    const link = document.createElement('a');
    Object.assign(link, { href: signIn, target: '_blank', textContent: document.body.dataset.textSignIn });
    line.append(' ', link);
  }
  form.querySelector(':scope > [data-unsent]')?.remove();
  form.prepend(line);
  line.focus();
};

/**
 * Posts a body. A page of before the last sign-in gets the token of the new session, and posts once
 * more. Returns the answer with its page; `null` without one.
 */
const post = async (action, body) => {
  const once = async () => {
    const answer = await fetch(action, { method: 'POST', body }).catch(() => null);
    return answer && { answer, page: parse(await answer.text()) };
  };
  const first = await once();
  const token = first?.page.querySelector('[data-draft]') && first.page.querySelector('main [name="form_token"]')?.value;
  if (!token) return first;
  for (const field of document.querySelectorAll('[name="form_token"]')) field.value = token;
  body.set('form_token', token);
  return once();
};

/** Sends a form and shows the answer: the trip again, or the form with what is wrong. */
const send = async (form, button) => {
  const body = new URLSearchParams(new FormData(form, button));
  const { answer, page } = (await post(form.action, body)) ?? {};
  const dialog = form.closest('dialog');
  const sheet = page?.querySelector('[data-sheet]');
  if (!answer || (!answer.ok && !sheet)) {
    sayUnsent(form, page);
    return;
  }
  if (sheet && !answer.redirected) {
    if (!dialog) {
      showDialog(sheet, button);
      return;
    }
    dialog.replaceChildren(sheet);
    prepare(sheet);
    (sheet.querySelector('[aria-invalid]') ?? sheet.querySelector('[role=alert]') ?? sheet.querySelector('button'))?.focus();
    return;
  }
  if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  const focused = document.activeElement?.getAttribute('value');
  const section = sectionOf(form);
  dialog?.close();
  show(page, answer.url);
  const same = focused ? document.querySelector(`[value="${CSS.escape(focused)}"]`) : null;
  const target = same?.closest('[data-item]')?.querySelector('a, summary') ?? headingOf(section);
  target?.focus({ preventScroll: Boolean(same) });
};

/** Shows what a file would be imported as, and keeps the file chosen. */
const preparePreview = (button) => {
  const { form } = button;
  const result = document.querySelector('[data-result]');
  form.addEventListener('submit', async (event) => {
    if (event.submitter !== button) return;
    event.preventDefault();
    const { page } = (await post(form.action, new FormData(form, button))) ?? {};
    const found = page?.querySelector('[data-result]');
    if (!found) {
      sayUnsent(form, page);
      return;
    }
    result.replaceChildren(...found.childNodes);
    result.querySelector('#preview')?.focus();
  });
};

/** Dragging an item to a day or to a place in it; the buttons beside it do the same. */
const prepareDragging = (form) => {
  let dragged = null;
  for (const item of form.querySelectorAll('[data-item]')) item.draggable = true;
  form.addEventListener('dragstart', (event) => {
    dragged = event.target.closest?.('[data-item]');
    dragged?.classList.add('dragged');
    event.dataTransfer?.setData('text/plain', dragged?.querySelector('[data-title]')?.textContent ?? '');
  });
  form.addEventListener('dragend', () => {
    dragged?.classList.remove('dragged');
    form.querySelectorAll('.over').forEach((day) => day.classList.remove('over'));
    dragged = null;
  });
  form.addEventListener('dragover', (event) => {
    const day = event.target.closest?.('[data-day]');
    if (!dragged || !day) return;
    event.preventDefault();
    form.querySelectorAll('.over').forEach((other) => other !== day && other.classList.remove('over'));
    day.classList.add('over');
  });
  form.addEventListener('drop', async (event) => {
    const day = event.target.closest?.('[data-day]');
    if (!dragged || !day) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    body.set('move', dragged.dataset.item);
    body.set('day', day.dataset.day);
    const items = [...day.querySelectorAll('[data-item]')].filter((item) => item !== dragged);
    const before = items.findIndex((item) => {
      const box = item.getBoundingClientRect();
      return event.clientY < box.top + box.height / 2;
    });
    if (before >= 0) body.set('index', before);
    const { answer, page } = (await post(form.action, body)) ?? {};
    if (answer?.ok) show(page, answer.url);
    else sayUnsent(form, page);
  });
};

/** Sums of the shares while they are typed. */
const prepareTotals = (fields) => {
  const shares = [...fields.querySelectorAll('[data-sum="share"]')];
  const total = fields.querySelector('[data-sum="total"]');
  if (!shares.length || !total) return;
  const line = document.createElement('p');
  line.className = 'note field';
  line.setAttribute('aria-live', 'polite');
  fields.append(line);
  const number = (text) => Number(text.replace(/\s/g, '').replace(',', '.')) || 0;
  const update = () => {
    const sum = shares.reduce((all, share) => all + number(share.value), 0);
    const left = number(total.value) - sum;
    const { textShares: label, textLeft: rest } = document.body.dataset;
    line.textContent = `${label}: ${sum.toFixed(2)}${total.value ? `, ${rest}: ${left.toFixed(2)}` : ''}`;
  };
  fields.addEventListener('input', update);
  update();
};

/** The progress of an upload. */
const prepareUpload = (form) => {
  form.addEventListener('submit', (event) => {
    if (event.submitter?.hasAttribute('data-plain')) return;
    event.preventDefault();
    const bar = document.createElement('progress');
    bar.max = 1;
    bar.setAttribute('aria-label', document.body.dataset.textUpload);
    form.append(bar);
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.addEventListener('progress', (step) => { bar.value = step.loaded / step.total; });
    request.addEventListener('load', () => {
      const page = parse(request.responseText);
      if (request.status >= 400) {
        bar.remove();
        sayUnsent(form, page);
      } else if (new URL(request.responseURL).pathname === location.pathname) {
        const section = sectionOf(form);
        show(page, request.responseURL);
        headingOf(section)?.focus();
      } else location.assign(request.responseURL);
    });
    request.addEventListener('error', () => { bar.remove(); sayUnsent(form); });
    request.send(new FormData(form));
  });
};

/** Zooming and panning of the map, by buttons, keys, wheel and dragging. */
const prepareMap = (map) => {
  const svg = map.querySelector('svg');
  const whole = svg.getAttribute('viewBox').split(' ').map(Number);
  let view = [...whole];
  const apply = () => {
    svg.setAttribute('viewBox', view.join(' '));
    const scale = view[2] / whole[2];
    for (const pin of svg.querySelectorAll('[data-x]')) {
      pin.setAttribute('transform', `translate(${pin.dataset.x} ${pin.dataset.y}) scale(${scale})`);
    }
  };
  const zoom = (factor, x = view[0] + view[2] / 2, y = view[1] + view[3] / 2) => {
    const width = Math.min(whole[2], Math.max(whole[2] / 64, view[2] * factor));
    const ratio = width / view[2];
    view = [x - (x - view[0]) * ratio, y - (y - view[1]) * ratio, width, view[3] * ratio];
    apply();
  };
  const pan = (x, y) => { view[0] += x * view[2]; view[1] += y * view[3]; apply(); };
  const bar = document.createElement('div');
  bar.className = 'zoom no-print';
  for (const [label, sign, act] of [[map.dataset.zoomIn, '+', () => zoom(0.6)], [map.dataset.zoomOut, '−', () => zoom(1 / 0.6)], [map.dataset.whole, '⤢', () => { view = [...whole]; apply(); }]]) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.setAttribute('aria-label', label);
    button.addEventListener('click', act);
    bar.append(button);
  }
  map.append(bar);
  svg.setAttribute('tabindex', '0');
  const keys = { '+': () => zoom(0.6), '-': () => zoom(1 / 0.6), ArrowLeft: () => pan(-0.1, 0), ArrowRight: () => pan(0.1, 0), ArrowUp: () => pan(0, -0.1), ArrowDown: () => pan(0, 0.1) };
  svg.addEventListener('keydown', (event) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  svg.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, point.x, point.y);
  }, { passive: false });
  let from = null;
  svg.addEventListener('pointerdown', (event) => { from = [event.clientX, event.clientY]; svg.setPointerCapture(event.pointerId); });
  svg.addEventListener('pointermove', (event) => {
    if (!from) return;
    const box = svg.getBoundingClientRect();
    pan((from[0] - event.clientX) / box.width, (from[1] - event.clientY) / box.height);
    from = [event.clientX, event.clientY];
  });
  for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, () => { from = null; });
};

/** Adds comfort to a part of the page. */
const prepare = (root) => {
  root.querySelectorAll('form[data-days]').forEach(prepareDragging);
  root.querySelectorAll('form[data-upload]').forEach(prepareUpload);
  root.querySelectorAll('[data-preview]').forEach(preparePreview);
  root.querySelectorAll('[data-fields]').forEach(prepareTotals);
  root.querySelectorAll('[data-map]').forEach(prepareMap);
};

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[data-dialog]');
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) {
    event.preventDefault();
    link.closest('details')?.removeAttribute('open');
    document.querySelector('dialog[open]')?.close();
    openDialog(link);
    return;
  }
  const cancel = event.target.closest?.('dialog [data-cancel]');
  if (cancel) {
    event.preventDefault();
    cancel.closest('dialog').close();
  }
  for (const menu of document.querySelectorAll('[data-menu][open]')) {
    if (!menu.contains(event.target)) menu.removeAttribute('open');
  }
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector('[data-menu][open]');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
});
document.addEventListener('submit', (event) => {
  const form = event.target;
  const onTrip = form.closest('[data-in-place]') || form.closest('dialog');
  if (event.defaultPrevented || !onTrip || 'plain' in form.dataset || form.enctype === 'multipart/form-data') return;
  event.preventDefault();
  send(form, event.submitter);
});
prepare(document);
