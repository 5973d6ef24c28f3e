import { limits } from '#domain/limits.ts';
import type { Me } from '#domain/users.ts';
import type { Api } from './http.ts';

export interface SignedInReply {
  accessToken: string;
  expires_in: number;
  user: Me;
}

/** The password was right, but is to be replaced: the same call again, with `newPassword` and this session. */
export interface ChallengeReply {
  challenge: 'NewPasswordRequired';
  session: string;
}

interface LoginBody {
  email: string;
  password: string;
  remember: boolean;
  newPassword?: string;
  session?: string;
}

/** Signs in; a wrong password is a `SignedOut` with code `NotAuthorizedException`. */
export function login(
  api: Api,
  { email, password, remember, newPassword, session }: LoginBody,
): Promise<SignedInReply | ChallengeReply> {
  return api.json({ path: '/auth/login', body: { email, password, remember, newPassword, session } });
}

/** Nobody who leaves waits longer than this for a server that does not answer. */
const leavingMs = 5000;

/** Ends the session on the server. */
export function logout(api: Api): Promise<void> {
  return api.json({ path: '/auth/logout', timeoutMs: leavingMs });
}

/** Who the token belongs to. */
export function whoAmI(api: Api, timeoutMs: number = limits.httpTimeoutMs): Promise<Me> {
  return api.json({ path: '/users/me', timeoutMs });
}
