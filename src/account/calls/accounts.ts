import type { Api } from '../../net/http.ts';
import type { ChallengeReply, SignedInReply } from '../../net/auth.ts';

/**
 * Verifies the code from the e-mail. Version 2 of the endpoint also signs in, version 1 only instant testers. On
 * another device than the one that signed up, a password must be chosen first.
 */
export function verify(
  api: Api,
  version: 1 | 2,
  shown: { email: string; verificationCode: string; user_id?: string },
): Promise<{ verified: true } & (SignedInReply | ChallengeReply | object)> {
  return api.json({ path: `/api/v${version}/auth/verify`, body: shown });
}

/** Signs in with a code from an e-mail, without a password. */
export function signInByCode(
  api: Api,
  { email, verificationCode }: { email: string; verificationCode: string },
): Promise<SignedInReply> {
  return api.json({ path: '/auth/sign-in-by-code', body: { email, verificationCode } });
}
