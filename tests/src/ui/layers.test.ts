import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { createLayers } from '../../../src/ui/layers.ts';

/** Back and the layers over the page, with the history of the real router over a browser's history in memory. */

let browser: BrowserInMemory;
let app: ReturnType<typeof startApp>;

beforeEach(async () => {
  browser = new BrowserInMemory('/chat');
  app = startApp(browser);
  app.router.push('/orders');
  await browser.settled();
});

/** Shows a layer, and waits until the history has its entry. */
async function shown(...layer: Parameters<typeof app.show>) {
  const opened = app.show(...layer);
  await browser.settled();
  return opened;
}

async function afterBack() {
  await browser.back();
  return app.seen();
}

test('Back closes the top layer and only that, layer by layer, and then leaves the page', async () => {
  await shown('sheet');
  await shown('question');
  expect(await afterBack()).toEqual(['/orders', 'sheet']);
  expect(await afterBack()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('a layer that a button closed takes its entry away: the next Back leaves the page', async () => {
  const sheet = await shown('sheet');
  sheet.close();
  await browser.settled();
  expect(app.seen()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('layers that open and close at once leave nothing', async () => {
  app.show('sheet').close();
  expect(await afterBack()).toEqual(['/chat']);
});

test('a dialog that takes the place of another one is closed by one Back', async () => {
  const menu = await shown('menu');
  menu.close();
  await shown('rename');
  expect(await afterBack()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('the router hears nothing of layers', async () => {
  const heard = app.visits.length;
  const { key } = app.router.location;
  await shown('sheet');
  expect(app.router.location.key).toBe(key);
  await browser.back();
  expect(app.router.location.key).toBe(key);
  expect(app.visits).toHaveLength(heard);
});

test('a page that a layer opens takes the place of the layer: Back returns to the page below', async () => {
  const palette = await shown('palette');
  app.router.push('/history');
  palette.close();
  await browser.settled();
  expect(app.seen()).toEqual(['/history']);
  expect(await afterBack()).toEqual(['/orders']);
  await browser.forward();
  expect(app.seen()).toEqual(['/history']);
});

test('a menu that is still open while the page chosen in it is prepared does not take a Back of its own', async () => {
  await shown('menu');
  app.router.push('/history');
  await browser.settled();
  expect(app.seen()).toEqual(['/history', 'menu']);
  expect(await afterBack()).toEqual(['/orders']);
  expect(app.visits.at(-1)).toBe('/orders');
});

test('a page that is opened while a layer is being taken away stays, and Back returns to the page below', async () => {
  const palette = await shown('palette');
  palette.close();
  await Promise.resolve();
  app.router.push('/history');
  await browser.settled();
  expect(app.seen()).toEqual(['/history']);
  expect(app.visits.at(-1)).toBe('/history');
  expect(await afterBack()).toEqual(['/orders']);
});

test('a page opened from a dialog over a sheet is left by one Back, and reached again by one Forward', async () => {
  const sheet = await shown('sheet');
  const question = await shown('question');
  app.router.push('/history');
  question.close();
  sheet.close();
  await browser.settled();
  expect(await afterBack()).toEqual(['/orders']);
  await browser.forward();
  expect(app.seen()).toEqual(['/history']);
});

test('a layer that stays open over the next page is closed by the first Back there', async () => {
  await shown('chat box');
  app.router.push('/history');
  app.showPage();
  await browser.settled();
  expect(app.seen()).toEqual(['/history', 'chat box']);
  expect(await afterBack()).toEqual(['/history']);
  expect(await afterBack()).toEqual(['/orders']);
});

test('what the address of the page becomes under a layer is its address when the layer is closed', async () => {
  await shown('sheet');
  app.router.replace('/orders?q=pouch');
  expect(await afterBack()).toEqual(['/orders?q=pouch']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('Forward opens no layer again, and Back then still leaves the page', async () => {
  await shown('sheet');
  await browser.back();
  await browser.forward();
  expect(app.seen()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('a layer with unsaved text stays, as often as Back is pressed, and the page with it', async () => {
  const form = await shown('form', { refuses: true });
  await browser.back();
  expect(await afterBack()).toEqual(['/orders', 'form']);
  await browser.go(-2);
  expect(app.seen()).toEqual(['/orders', 'form']);
  expect(app.visits.at(-1)).toBe('/orders');
  form.close();
  await browser.settled();
  expect(await afterBack()).toEqual(['/chat']);
});

test('a jump over several entries closes all layers of the page that it leaves', async () => {
  await shown('sheet');
  await shown('question');
  await browser.go(-3);
  expect(app.seen()).toEqual(['/chat']);
  expect(app.visits.at(-1)).toBe('/chat');
});

test('a button of a layer that goes back leaves the page, not the layer alone', async () => {
  await shown('question');
  app.router.go(-1);
  await browser.settled();
  expect(browser.path).toBe('/chat');
  expect(app.visits.at(-1)).toBe('/chat');
});

test('a layer that closes by another address is closed by one Back', async () => {
  const sheet = app.show('sheet', { closesBy: () => app.router.replace('/orders') });
  app.router.replace('/orders?approve=1');
  await browser.settled();
  await browser.back();
  expect(browser.path).toBe('/orders');
  sheet.close();
  await browser.settled();
  expect(app.seen()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('a sheet with an address of its own, closed by a button, leaves no entry, and what the button says is kept', async () => {
  app.router.push('/orders/7');
  await browser.settled();
  app.router.replace('/orders', { closed: '7' });
  await browser.settled();
  expect(app.seen()).toEqual(['/orders']);
  expect(app.router.location.state).toEqual({ closed: '7' });
  expect(app.visits.at(-1)).toBe('/orders');
  expect(await afterBack()).toEqual(['/chat']);
});

test('a form that has both an address and a layer is closed by one Back', async () => {
  app.router.push('/orders?edit=7');
  const form = await shown('form', { closesBy: () => app.router.replace('/orders') });
  await browser.back();
  form.close();
  await browser.settled();
  expect(app.seen()).toEqual(['/orders']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('after a reload with an open layer, which is gone, one Back leaves the page', async () => {
  await shown('sheet');
  app.router.replace('/orders?q=pouch');
  browser.reload();
  app = startApp(browser);
  await browser.settled();
  expect(app.seen()).toEqual(['/orders?q=pouch']);
  expect(await afterBack()).toEqual(['/chat']);
});

test('a part of the page that a link jumps to is an entry of its own', async () => {
  browser.jump('#main');
  await browser.settled();
  await shown('sheet');
  expect(await afterBack()).toEqual(['/orders#main']);
  expect(await afterBack()).toEqual(['/orders']);
});

/** The router and the layers of an app that was just opened. */
function startApp(on: BrowserInMemory) {
  const layers = createLayers(on as unknown as Window);
  const router = createBrowserHistory({ window: layers.routerWindow, v5Compat: true });
  const visits: string[] = [];
  const names: string[] = [];
  router.listen(({ location }) => visits.push(`${location.pathname}${location.search}`));
  return {
    router,
    visits,
    showPage: () => layers.showPage(router.location.key),
    seen: () => [on.path, ...names],
    show(name: string, { refuses = false, closesBy }: { refuses?: boolean; closesBy?: () => void } = {}) {
      names.push(name);
      const close = () => {
        if (!names.includes(name)) return;
        names.splice(names.indexOf(name), 1);
        remove();
      };
      const remove = layers.open(closesBy ?? (() => !refuses && close()));
      return { close };
    },
  };
}

/** As much of a browser's window as has to do with its history; traversals end later, as in a browser. */
class BrowserInMemory {
  readonly location = { href: '', origin: 'https://vfp.example', pathname: '', search: '', hash: '' };
  readonly history = {
    state: null as unknown,
    pushState: (state: unknown, _title: string, url?: string) => {
      this.#entries.splice(this.#at + 1, Infinity, this.#entryOf(state, url));
      this.#moveTo(this.#at + 1);
    },
    replaceState: (state: unknown, _title: string, url?: string) => {
      this.#entries[this.#at] = this.#entryOf(state, url);
      this.#moveTo(this.#at);
    },
    go: (by: number) => {
      this.#travels += 1;
      setTimeout(() => {
        this.#travels -= 1;
        if (this.#entries[this.#at + by] === undefined) return;
        this.#moveTo(this.#at + by);
        for (const listener of this.#listeners) listener();
      });
    },
  };
  #entries: { state: unknown; href: string }[];
  #at = 0;
  #travels = 0;
  #listeners: (() => void)[] = [];

  constructor(path: string) {
    this.#entries = [{ state: null, href: `${this.location.origin}${path}` }];
    this.#moveTo(0);
  }

  get path(): string {
    return `${this.location.pathname}${this.location.search}${this.location.hash}`;
  }

  addEventListener(_type: string, listener: () => void): void {
    this.#listeners.push(listener);
  }

  back = () => this.go(-1);
  forward = () => this.go(1);

  async go(by: number): Promise<void> {
    this.history.go(by);
    await this.settled();
  }

  /** Resolves when no traversal is under way or about to begin. */
  async settled(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve));
    while (this.#travels > 0);
  }

  /** The page is loaded again: nothing is left of the app but the history. */
  reload(): void {
    this.#listeners = [];
  }

  /** A link to a part of the page: an entry that no code has written. */
  jump(hash: string): void {
    this.history.pushState(null, '', hash);
    for (const listener of this.#listeners) listener();
  }

  #entryOf(state: unknown, url?: string) {
    return {
      state: structuredClone(state),
      href: url === undefined ? this.location.href : new URL(url, this.location.href).href,
    };
  }

  #moveTo(at: number): void {
    this.#at = at;
    const { state, href } = this.#entries[at] ?? { state: null, href: '' };
    const { pathname, search, hash } = new URL(href);
    this.history.state = state;
    Object.assign(this.location, { href, pathname, search, hash });
  }
}
