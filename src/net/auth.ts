import type { Me } from '#domain/account/users.ts';
import type { Api } from './http.ts';
import { deadlines } from './deadlines.ts';
import { call } from './call.ts';

export interface SignedInReply {
  accessToken: string;
  expires_in: number;
  user: Me;
}

/** Reply when the password is correct but must be replaced: repeat the call with `newPassword` and this session. */
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

/** Signs in. @throws SignedOut with code `NotAuthorizedException` when the password is wrong */
export function login(
  api: Api,
  { email, password, remember, newPassword, session }: LoginBody,
): Promise<SignedInReply | ChallengeReply> {
  return api.json({ path: '/auth/login', body: { email, password, remember, newPassword, session } });
}

/** Returns the user of the token. */
export function whoAmI(api: Api): Promise<Me> {
  return call(api, 'GET /users/me', { timeoutMs: deadlines.user });
}
