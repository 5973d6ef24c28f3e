/** Content of the link in the e-mail of an invitation. */
export interface InvitationLink {
  email: string;
  /** The password that is valid until the invited user has chosen their own. */
  password: string;
}

/**
 * Removes an invitation from the fragment of a URL of the sign-in page and returns it. Fragments reach no server and no
 * log; the fragment is removed, so that it is not in the history either.
 * @param replace called with the path and query without the fragment
 * @returns undefined when there is no invitation
 */
export function takeInvitation(address: string, replace: (clean: string) => void): InvitationLink | undefined {
  const { pathname, search, hash } = new URL(address);
  const parts = new URLSearchParams(hash.slice(1));
  const email = parts.get('email');
  const password = parts.get('invitation');
  if (pathname !== '/login' || email === null || password === null) return undefined;
  replace(`${pathname}${search}`);
  return { email, password };
}
