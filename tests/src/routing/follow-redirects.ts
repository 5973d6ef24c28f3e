import type { Visitor } from '../../../src/routing/guards.ts';
import type { PagePath } from '../../../src/routing/route-table.ts';
import { resolveRoute } from '../../../src/routing/resolve-route.ts';

const maxRedirects = 8;

/**
 * Follows all redirects from an address.
 * @returns the final page and address, and the notices shown on the way
 * @throws Error when the redirects form a loop
 */
export function followRedirects(
  address: string,
  user: Visitor,
  state: unknown = null,
): { page: PagePath; address: string; notices: string[] } {
  const notices: string[] = [];
  let place = routeLocationOf(address, state);
  for (let steps = 0; steps < maxRedirects; steps++) {
    const step = resolveRoute(place, user);
    if ('show' in step) return { page: step.show, address: `${place.pathname}${place.search}`, notices };
    if (step.notice !== undefined) notices.push(step.notice);
    place = routeLocationOf(step.go, step.state ?? null);
  }
  throw new Error(`${address} leads in a circle`);
}

function routeLocationOf(address: string, state: unknown): Parameters<typeof resolveRoute>[0] {
  const { pathname, search } = new URL(address, 'https://vfp.invalid');
  return { pathname, search, state };
}
