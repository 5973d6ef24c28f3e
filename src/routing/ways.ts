import { matchPath, type Location } from 'react-router-dom';
import { isStaff } from '#domain/permissions.ts';
import { cameFrom, homeOf, turnOf, visitorOf, type GuardName, type Turn, type Visitor } from './guards.ts';
import {
  home,
  isCaseSensitive,
  pages,
  redirects,
  type PagePath,
  type PageRow,
  type RedirectRow,
} from './route-table.ts';

/** What an address does for a person: the table and the guards, put together. Works on the cached session, so offline too. */

/** What stands at an address: a page, or a way to another address. */
export type Found = { page: PagePath; row: PageRow } | { redirect: RedirectRow };

/** One step: the page is shown, or the person goes on, perhaps with a notice (a key of common.json) and the way back. */
export type Step = { show: PagePath } | { go: string; notice?: string; state?: { from: string } };

type Place = Pick<Location, 'pathname' | 'search' | 'state'>;

/** What stands at this address; the not-found page where nothing does. */
export function foundAt(pathname: string): Found {
  const exact = paths.find((path) => matches(path, pathname));
  if (exact !== undefined) return { page: exact, row: pages[exact] };
  const redirect = redirects.find(({ path }) => matchPath(path, pathname) !== null);
  if (redirect !== undefined) return { redirect };
  const wild = matchPath('/admin/*', pathname) === null ? '*' : '/admin/*';
  return { page: wild, row: pages[wild] };
}

const paths = (Object.keys(pages) as PagePath[]).filter((path) => !path.endsWith('*'));

function matches(path: PagePath, pathname: string): boolean {
  return matchPath({ path, caseSensitive: isCaseSensitive(path) }, pathname) !== null;
}

/** What happens to this person at this place. */
export function stepAt(place: Place, person: Visitor): Step {
  const found = foundAt(place.pathname);
  const guard = 'page' in found ? found.row.guard : (found.redirect.guard ?? 'anyone');
  const turn = turnOf(guard, person);
  if (turn !== undefined) return turned(guard, turn, place, visitorOf(person) === null);
  return 'page' in found ? { show: found.page } : { go: destinationOf(found.redirect, place, visitorOf(person)) };
}

function turned(guard: GuardName, { to, notice }: NonNullable<Turn>, place: Place, isGuest: boolean): Step {
  if (guard === 'guest' || guard === 'adminLogin') return { go: backTo(guard, place.state, to) };
  return {
    go: to,
    ...(notice === undefined ? {} : { notice }),
    ...(isGuest ? { state: { from: `${place.pathname}${place.search}` } } : {}),
  };
}

/** Whoever has signed in goes back to the page they came from; from the admins' login to an admin page only. */
function backTo(guard: GuardName, state: unknown, otherwise: string): string {
  const from = cameFrom(state);
  if (from === undefined) return otherwise;
  return guard === 'guest' || (otherwise.startsWith('/admin') && from.startsWith('/admin')) ? from : otherwise;
}

function destinationOf(row: RedirectRow, { pathname, search }: Place, person: Visitor): string {
  const to = choiceOf(row, person);
  if (to === home) return person === null ? '/login' : homeOf(person);
  if (!row.path.includes(':')) return to;
  const { orderId } = matchPath(row.path, pathname)?.params ?? {};
  return `${to.replace(/\/:.*/, orderId === undefined ? '' : `/${orderId}`)}${search}`;
}

function choiceOf(row: RedirectRow, person: Visitor): string {
  if (person === null) return row.guest ?? row.to;
  if (row.staff !== undefined && isStaff(person)) return row.staff;
  if (row.companyAdmin !== undefined && person.role === 'COMPANY_ADMIN') return row.companyAdmin;
  return row.to;
}

/** The whole way to a page. @returns where it ends, and the notices met on it */
export function landingOf(
  address: string,
  person: Visitor,
  state: unknown = null,
): { page: PagePath; address: string; notices: string[] } {
  const notices: string[] = [];
  let place = placeOf(address, state);
  for (let steps = 0; steps < mostSteps; steps++) {
    const step = stepAt(place, person);
    if ('show' in step) return { page: step.show, address: `${place.pathname}${place.search}`, notices };
    if (step.notice !== undefined) notices.push(step.notice);
    place = placeOf(step.go, step.state ?? null);
  }
  throw new Error(`${address} leads in a circle`);
}

const mostSteps = 8;
const base = 'https://vfp.invalid';

function placeOf(address: string, state: unknown): Place {
  const { pathname, search } = new URL(address, base);
  return { pathname, search, state };
}

/** Whether an address belongs to the area of signed-in people, where a link may carry a token. */
export function isUserArea(pathname: string): boolean {
  const found = foundAt(pathname);
  const page = 'page' in found ? found : foundAt(landsOn(found.redirect));
  return 'page' in page && page.row.layout === 'user';
}

function landsOn({ guest, to }: RedirectRow): string {
  if (guest !== undefined) return new URL(guest, base).pathname;
  return to === home ? '/chat/general' : to.replace(/\/:.*$/, '');
}
