import { isUserArea } from './resolve-route.ts';

/**
 * Removes the token from a URL of the user area and returns it. It must run first, so that the token is out of the URL
 * and the history before other code can record it.
 * @param replace called with the path, query and hash without the token
 * @returns undefined when there is no token, it is empty, or the page is not in the user area
 */
export function takeToken(address: string, replace: (clean: string) => void): string | undefined {
  const { pathname, searchParams, hash } = new URL(address);
  const token = searchParams.get('token');
  if (token === null || !isUserArea(pathname)) return undefined;
  searchParams.delete('token');
  const search = searchParams.size === 0 ? '' : `?${searchParams.toString()}`;
  replace(`${pathname}${search}${hash}`);
  return token === '' ? undefined : token;
}
