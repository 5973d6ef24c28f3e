import type { Me } from '#domain/users.ts';
import type { Api } from './http.ts';

export interface SignedInReply {
  accessToken: string;
  expires_in: number;
  user: Me;
}

/** Signs in; a wrong password is a `SignedOut` with code `NotAuthorizedException`. */
export function login(api: Api, body: { email: string; password: string; remember: boolean }): Promise<SignedInReply> {
  return api.json({ path: '/auth/login', body });
}

/** Nobody who leaves waits longer than this for a server that does not answer. */
const leavingMs = 5000;

/** Ends the session on the server. */
export function logout(api: Api): Promise<void> {
  return api.json({ path: '/auth/logout', timeoutMs: leavingMs });
}

/** Who the token belongs to. */
export function whoAmI(api: Api): Promise<Me> {
  return api.json({ path: '/users/me' });
}
