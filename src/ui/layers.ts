/**
 * Layers over the page (dialogs, sheets, menus) in the history of the browser: each open layer has an entry, so that
 * Back closes the top layer and leaves the page.
 *
 *     page ── layer ── layer        Back: the top layer closes. If it stays open, its entry is restored.
 *      0        1        2          Closed by a button: its entry is left, and skipped from then on.
 *
 * The entries of layers have the address of their page. The router does not notice them: it gets a window whose history
 * has only pages. A page that is opened from a layer takes the layer's entry. A page that is replaced by the one before
 * it (a sheet with an address of its own, closed by a button) leaves its entry, too.
 */
export interface Layers {
  /** The window for the router. */
  routerWindow: Window;
  /**
   * Adds a layer on top of the others.
   * @param close closes it before it returns; a layer that stays open refuses
   * @returns a function that removes the layer, however it was closed
   */
  open: (close: () => void) => () => void;
  /**
   * To be called when a page that the router has opened is on the screen: what still lies over it gets an entry.
   * @param key of its entry, as the router calls it
   */
  showPage: (key: string) => void;
}

/** Stored with each entry: its place in the history, and how many entries lie between it and the one of its page. */
interface HistoryMark {
  at: number;
  depth: number;
  /** The address of the entry before it, where that is a page's. */
  before?: string;
}

export function createLayers(window: Window): Layers {
  const { history } = window;
  /** Those over the page that is left have no entry there: most of them close with it, a moment later. */
  const open: { close: () => void; isOfPageBefore: boolean }[] = [];
  const routers = new Set<() => void>();
  /** The entry that the browser is at. */
  let entry = markOf(history.state) ?? { at: 0, depth: 0 };
  /** The last entry at which the user was meant to stay. */
  let settled = entry;
  let last = entry.at;
  /** A traversal that was begun here and has not ended; `next` is where it leads afterwards. */
  let travel: { to: number; next?: number; carries: boolean } | undefined;
  /** State that the router wrote to an entry that is left: it belongs to the entry below. */
  let carried: { state: object; href: string } | undefined;
  let shown = addressNow();
  /** Number of times that the router has changed the history. */
  let changes = 0;

  function addressNow(): string {
    return `${String(Reflect.get(Object(history.state), 'key'))} ${window.location.href}`;
  }

  function store(
    method: 'pushState' | 'replaceState',
    mark: HistoryMark,
    state: unknown,
    url?: string | URL | null,
  ): void {
    entry = mark;
    settled = mark;
    last = method === 'pushState' ? mark.at : Math.max(last, mark.at);
    // The router reads `idx`, and understands null.
    history[method]({ idx: null, ...Object(state), layer: mark }, '', url);
  }

  function goTo(to: number, carries = false): void {
    travel = { to, carries };
    history.go(to - entry.at);
  }

  /** Gives each open layer an entry, and leaves the entries of closed ones. */
  function settle(): void {
    if (travel !== undefined) return;
    const depth = open.filter(({ isOfPageBefore }) => !isOfPageBefore).length;
    if (entry.depth > depth) goTo(entry.at - (entry.depth - depth));
    while (entry.depth < depth) {
      store('pushState', { at: entry.at + 1, depth: entry.depth + 1 }, history.state);
    }
  }

  function handlePop(): void {
    const mark = markOf(history.state) ?? { at: entry.at + 1, depth: 0 };
    const ended = travel?.to === mark.at ? travel : undefined;
    travel = undefined;
    entry = mark;
    if (ended?.next !== undefined) goTo(ended.next);
    else if (ended !== undefined || closeDownTo(mark)) arrive(mark, ended?.carries ?? false);
  }

  /** Closes what the user has gone back from. Returns false where that leads elsewhere. */
  function closeDownTo(mark: HistoryMark): boolean {
    const from = settled;
    const rest = isSamePage(mark, from) ? mark.depth : 0;
    const before = changes;
    settled = mark;
    while (open.length > rest) {
      const top = open.at(-1);
      top?.close();
      // A layer that the address opens is closed by another address, perhaps later.
      if (changes !== before) return false;
      if (top !== undefined && open.includes(top)) {
        settled = from;
        goTo(from.at);
        return false;
      }
    }
    settled = from;
    return true;
  }

  function arrive(mark: HistoryMark, carries: boolean): void {
    if (mark.depth > open.length) {
      // The entry of a closed layer is skipped, in the direction in which the user goes; at the end they stay.
      if (mark.at <= settled.at) goTo(mark.at - (mark.depth - open.length));
      else goTo(last > mark.at ? mark.at + 1 : settled.at);
      return;
    }
    const page = carries || isSamePage(mark, settled) ? carried : undefined;
    if (page === undefined) store('replaceState', mark, history.state);
    else store('replaceState', mark, page.state, page.href);
    if (mark.depth === 0 || page === undefined) carried = undefined;
    if (addressNow() !== shown) {
      shown = addressNow();
      for (const router of routers) router();
    }
    settle();
  }

  const routerHistory = {
    get state(): unknown {
      return history.state;
    },
    pushState(state: unknown, _title: string, url?: string | URL | null) {
      changes += 1;
      const isLeaving = travel !== undefined && travel.to < entry.at;
      if (travel !== undefined && isLeaving) travel.next = entry.at;
      else travel = undefined;
      const { at, depth } = entry;
      const before = window.location.href;
      if (depth === 0 && !isLeaving) store('pushState', { at: at + 1, depth, before }, state, url);
      else if (depth === 1 && carried === undefined) store('replaceState', { at, depth: 0, before }, state, url);
      else store('replaceState', { at, depth: 0 }, state, url);
      carried = undefined;
      shown = addressNow();
      for (const layer of open) layer.isOfPageBefore = true;
    },
    replaceState(state: unknown, _title: string, url?: string | URL | null) {
      changes += 1;
      store('replaceState', entry, state, url);
      const { href } = window.location;
      const isTwice = travel === undefined && entry.before === href;
      if (entry.depth > 0 || travel !== undefined || isTwice) carried = { state: Object(state), href };
      if (isTwice) goTo(entry.at - 1, true);
      shown = addressNow();
    },
    go(pages: number) {
      changes += 1;
      const to = entry.at - (pages < 0 ? entry.depth : 0) + pages;
      // Outside of what is known here, an entry may be missing, and a traversal without an end would stop all others.
      if (pages === 0 || to < 0 || to > last) history.go(to - entry.at);
      else goTo(to);
    },
  };
  const routerWindow = {
    document: window.document,
    location: window.location,
    history: routerHistory,
    addEventListener: (_type: 'popstate', router: () => void) => routers.add(router),
    removeEventListener: (_type: 'popstate', router: () => void) => routers.delete(router),
  };

  window.addEventListener('popstate', handlePop);
  store('replaceState', entry, history.state);
  if (entry.depth > 0) {
    // Reloaded with open layers, of which none is left.
    carried = { state: Object(history.state), href: window.location.href };
    settle();
  }
  return {
    // The router uses no more of a window than this.
    routerWindow: routerWindow as unknown as Window,
    open(close) {
      const layer = { close, isOfPageBefore: false };
      open.push(layer);
      // Later, because a layer may take the place of another one in the same change of the page.
      queueMicrotask(settle);
      return () => {
        const at = open.indexOf(layer);
        if (at >= 0) open.splice(at, 1);
        queueMicrotask(settle);
      };
    },
    showPage(key) {
      // The user may already have left for another page.
      if (Reflect.get(Object(history.state), 'key') !== key) return;
      for (const layer of open) layer.isOfPageBefore = false;
      queueMicrotask(settle);
    },
  };
}

function isSamePage(one: HistoryMark, other: HistoryMark): boolean {
  return one.at - one.depth === other.at - other.depth;
}

function markOf(state: unknown): HistoryMark | undefined {
  const mark: { at?: unknown; depth?: unknown; before?: unknown } = Object(Reflect.get(Object(state), 'layer'));
  const { at, depth, before } = mark;
  if (typeof at !== 'number' || typeof depth !== 'number') return undefined;
  return { at, depth, ...(typeof before === 'string' ? { before } : {}) };
}
