import type { Api } from './http.ts';

/** Calls that change the address of an account. */

/**
 * Sends a code to another address. The reply is the same if the address has an account.
 * @throws Refused with the field `password` or `email`
 */
export async function askForEmailChange(api: Api, asked: { email: string; password: string }): Promise<void> {
  await api.json({ path: '/users/me/email', body: asked });
}

/** Changes the address with the code, on the device that asked for it. A repeat after a lost reply is harmless. */
export async function confirmEmailChange(api: Api, shown: { email: string; code: string }): Promise<string> {
  const { email } = await api.json<{ email: string }>({ path: '/users/me/email/confirm', body: shown });
  return email;
}

/** Undoes the change whose notice contained this token. @returns the address that the account has again */
export async function undoEmailChange(api: Api, token: string): Promise<string> {
  const { email } = await api.json<{ email: string }>({ path: '/auth/undo_email_change', body: { token } });
  return email;
}
