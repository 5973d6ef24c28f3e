import type { PlanName } from '#domain/account/users.ts';
import type { Api } from '../../net/http.ts';
import type { ChallengeReply, SignedInReply } from '../../net/auth.ts';

/** Calls for sign-up, verification, codes and passwords. Refusals name the invalid fields in their details. */

export interface SignUpForm {
  email: string;
  password?: string;
  username?: string;
  display_name?: string;
  phone?: string;
  plan?: PlanName;
  language?: string;
}

/** Kinds of sign-up; each has its own endpoint. */
export type SignUpKind = 'register' | 'free_trial' | 'instant_test';

/** Requests an account; the server e-mails a code. @returns the id of the sign-up until it is verified */
export async function signUp(api: Api, kind: SignUpKind, form: SignUpForm): Promise<string> {
  const { user_id: id } = await api.json<{ user_id: string }>({ path: `/api/v2/auth/${kind}`, body: form });
  return id;
}

/**
 * Verifies the code from the e-mail. Version 2 of the endpoint also signs in, version 1 only instant testers. On another
 * device than the one that signed up, a password must be chosen first.
 */
export function verify(
  api: Api,
  version: 1 | 2,
  shown: { email: string; verificationCode: string; user_id?: string },
): Promise<{ verified: true } & (SignedInReply | ChallengeReply | object)> {
  return api.json({ path: `/api/v${version}/auth/verify`, body: shown });
}

export function resendCode(api: Api, email: string, signUpId: string | undefined): Promise<void> {
  const body = signUpId === undefined ? { email } : { email, user_id: signUpId };
  return api.json({ path: '/auth/re-send-confirmation-code', body });
}

/** Requests a code for sign-in. The reply is the same whether or not the address has an account. */
export function sendSignInCode(api: Api, email: string): Promise<void> {
  return api.json({ path: '/auth/send-sign-in-code', body: { email } });
}

/** Signs in with a code from an e-mail, without a password. */
export function signInByCode(
  api: Api,
  { email, verificationCode }: { email: string; verificationCode: string },
): Promise<SignedInReply> {
  return api.json({ path: '/auth/sign-in-by-code', body: { email, verificationCode } });
}

/** Requests a code for a new password. The reply is the same whether or not the address has an account. */
export function forgotPassword(api: Api, email: string): Promise<void> {
  return api.json({ path: '/auth/forgot-password', body: { email } });
}

export function confirmPassword(
  api: Api,
  shown: { email: string; confirmationCode: string; newPassword: string },
): Promise<void> {
  return api.json({ path: '/auth/confirm-password', body: shown });
}

/** Changes the signed-in user's password. @throws Refused with the field `password` when the old one is wrong */
export function changeOwnPassword(api: Api, shown: { password: string; newPassword: string }): Promise<void> {
  return api.json({ method: 'PUT', path: '/users/me/password', body: shown });
}
