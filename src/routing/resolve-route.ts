import { matchPath, type Location } from 'react-router-dom';
import { isStaff } from '#domain/account/permissions.ts';
import {
  returnPathOf,
  homeOf,
  guardRedirectOf,
  visitorOf,
  type GuardName,
  type GuardRedirect,
  type Visitor,
} from './guards.ts';
import {
  home,
  isCaseSensitive,
  pages,
  redirects,
  type PagePath,
  type PageRow,
  type RedirectRow,
} from './route-table.ts';

/** Resolves a path for a user by the route table and the guards. Uses the cached session, so it also works offline. */

/** Match for a path: a page, or a redirect to another path. */
export type RouteMatch = { page: PagePath; row: PageRow } | { redirect: RedirectRow };

/** Result for a path: a page to show, or a redirect with an optional notice (a key of common.json) and return path. */
export type RouteResult = { show: PagePath } | { go: string; notice?: string; state?: { from: string } };

type RouteLocation = Pick<Location, 'pathname' | 'search' | 'state'>;

/** Returns the page or redirect at this path; the not-found page where there is neither. */
export function routeAt(pathname: string): RouteMatch {
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

/** Returns the page this user sees at this location, or the redirect they get. */
export function resolveRoute(place: RouteLocation, user: Visitor): RouteResult {
  const found = routeAt(place.pathname);
  const guard = 'page' in found ? found.row.guard : (found.redirect.guard ?? 'anyone');
  const turn = guardRedirectOf(guard, user);
  if (turn !== undefined) return turned(guard, turn, place, visitorOf(user) === null);
  return 'page' in found ? { show: found.page } : { go: destinationOf(found.redirect, place, visitorOf(user)) };
}

function turned(
  guard: GuardName,
  { to, notice }: NonNullable<GuardRedirect>,
  place: RouteLocation,
  isGuest: boolean,
): RouteResult {
  if (guard === 'guest' || guard === 'adminLogin') return { go: pathAfterSignIn(guard, place.state, to) };
  return {
    go: to,
    ...(notice === undefined ? {} : { notice }),
    ...(isGuest ? { state: { from: `${place.pathname}${place.search}` } } : {}),
  };
}

/** Returns the page to open after sign-in: the one the user came from; after the admin sign-in only an admin page. */
function pathAfterSignIn(guard: GuardName, state: unknown, otherwise: string): string {
  const from = returnPathOf(state);
  if (from === undefined) return otherwise;
  return guard === 'guest' || (otherwise.startsWith('/admin') && from.startsWith('/admin')) ? from : otherwise;
}

function destinationOf(row: RedirectRow, { pathname, search }: RouteLocation, user: Visitor): string {
  const to = choiceOf(row, user);
  if (to === home) return user === null ? '/login' : homeOf(user);
  if (!row.path.includes(':')) return to;
  const { orderId } = matchPath(row.path, pathname)?.params ?? {};
  return `${to.replace(/\/:.*/, orderId === undefined ? '' : `/${orderId}`)}${search}`;
}

function choiceOf(row: RedirectRow, user: Visitor): string {
  if (user === null) return row.guest ?? row.to;
  if (row.staff !== undefined && isStaff(user)) return row.staff;
  if (row.companyAdmin !== undefined && user.role === 'COMPANY_ADMIN') return row.companyAdmin;
  return row.to;
}

/** Parameters of a query that name a room, a conversation with the assistant, or orders that are compared. */
const objectsInQuery = ['room', 'c', 'a'];

/** Returns whether an address names one order or conversation, which may belong to another account. */
export function namesObject({ pathname, search }: { pathname: string; search: string }): boolean {
  const found = routeAt(pathname);
  const params = matchPath('page' in found ? found.page : found.redirect.path, pathname)?.params ?? {};
  const query = new URLSearchParams(search);
  return (
    Object.entries(params).some(([name, value]) => name.endsWith('Id') && name !== 'treeId' && value !== undefined) ||
    objectsInQuery.some((name) => query.has(name))
  );
}

/** Returns whether a path belongs to the area of signed-in users, where a link may carry a token. */
export function isUserArea(pathname: string): boolean {
  const found = routeAt(pathname);
  const page = 'page' in found ? found : routeAt(redirectPathOf(found.redirect));
  return 'page' in page && page.row.layout === 'user';
}

function redirectPathOf({ guest, to }: RedirectRow): string {
  if (guest !== undefined) return new URL(guest, 'https://vfp.invalid').pathname;
  return to === home ? '/chat/general' : to.replace(/\/:.*$/, '');
}
