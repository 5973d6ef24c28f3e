import { isUserArea } from './ways.ts';

/**
 * The token that an address of the user area carries, which is the first thing to be done with such an address: it comes
 * out of it, and so out of the history, before anything else could write it down.
 * @param replace is told the address without it
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
