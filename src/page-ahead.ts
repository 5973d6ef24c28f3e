import type { i18n } from 'i18next';
import type { Me } from '#domain/account/users.ts';
import { layouts, screens } from './routes.tsx';
import { pages } from './routing/route-table.ts';
import { resolveRoute } from './routing/resolve-route.ts';

/**
 * Loads the code and the texts of the page that this user sees at the present address, while the session opens. A
 * failure is left to the page, which then loads them itself.
 * @returns a promise that resolves when they are there, have failed, or take longer than others should wait for them
 */
export async function loadPageAhead(me: Me, texts: Promise<i18n>): Promise<void> {
  const { pathname, search } = location;
  const at = (place: URL) =>
    resolveRoute({ pathname: place.pathname, search: place.search, state: stateOfRouter() }, me);
  const step = at(new URL(`${pathname}${search}`, location.origin));
  const found = 'go' in step ? at(new URL(step.go, location.origin)) : step;
  if (!('show' in found)) return;
  const { layout } = pages[found.show];
  const screen = screens[found.show];
  const parts = [screen.load(), texts.then((loaded) => loaded.loadNamespaces([...screen.texts]))];
  if (layout === 'user' || layout === 'admin') parts.push(layouts[layout].load());
  await Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, longestMs))]);
}

/** The state that the router has stored with the present entry of the history. */
function stateOfRouter(): unknown {
  return Reflect.get(Object(history.state), 'usr');
}

/** Longest wait in ms: then the frame of the page is shown without the page. */
const longestMs = 1000;
