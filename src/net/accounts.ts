import type { PlanName } from '#domain/users.ts';
import type { Api } from './http.ts';
import type { SignedInReply } from './auth.ts';

/** From the wish for an account to a new password. Refusals name the fields at fault in their details. */

export interface SignUpForm {
  email: string;
  password?: string;
  username?: string;
  display_name?: string;
  phone?: string;
  plan?: PlanName;
  language?: string;
}

/** Which door a wish goes through. */
export type SignUpKind = 'register' | 'free_trial' | 'instant_test';

/** Asks for an account; a code comes by mail. @returns what the sign-up goes by until then */
export async function signUp(api: Api, kind: SignUpKind, form: SignUpForm): Promise<string> {
  const { user_id: id } = await api.json<{ user_id: string }>({ path: `/api/v2/auth/${kind}`, body: form });
  return id;
}

/** Shows the code from the mail. Version 2 signs in with it, version 1 only instant testers. */
export function verify(
  api: Api,
  version: 1 | 2,
  shown: { email: string; verificationCode: string; user_id?: string },
): Promise<{ verified: true } | ({ verified: true } & SignedInReply)> {
  return api.json({ path: `/api/v${version}/auth/verify`, body: shown });
}

export function resendCode(api: Api, email: string, signUpId: string | undefined): Promise<void> {
  const body = signUpId === undefined ? { email } : { email, user_id: signUpId };
  return api.json({ path: '/auth/re-send-confirmation-code', body });
}

/** Asks for a code to sign in with; the reply is the same whether or not the address has an account. */
export function sendSignInCode(api: Api, email: string): Promise<void> {
  return api.json({ path: '/auth/send-sign-in-code', body: { email } });
}

/** Signs in with that code, without a password. */
export function signInByCode(
  api: Api,
  { email, verificationCode }: { email: string; verificationCode: string },
): Promise<SignedInReply> {
  return api.json({ path: '/auth/sign-in-by-code', body: { email, verificationCode } });
}

/** Asks for a code to set a new password with; the reply is the same whether or not the address has an account. */
export function forgotPassword(api: Api, email: string): Promise<void> {
  return api.json({ path: '/auth/forgot-password', body: { email } });
}

export function confirmPassword(
  api: Api,
  shown: { email: string; confirmationCode: string; newPassword: string },
): Promise<void> {
  return api.json({ path: '/auth/confirm-password', body: shown });
}

/** Another password for whoever is signed in; a wrong old one is refused by its field. */
export function changeOwnPassword(api: Api, shown: { password: string; newPassword: string }): Promise<void> {
  return api.json({ method: 'PUT', path: '/users/me/password', body: shown });
}
