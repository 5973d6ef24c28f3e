import type { DeletionReply } from '#domain/protocol/rest.ts';
import type { Api } from './http.ts';

/** Leaving: the deletion of one's own account. */

export type Deletion = DeletionReply;

/** Whether and when the account is deleted. */
export function deletion(api: Api): Promise<Deletion> {
  return api.json({ path: '/users/me/deletion' });
}

/** Asks for it; refused by the field `password` or `email` where what was typed is not the account's. */
export function askForDeletion(api: Api, shown: { password: string } | { email: string }): Promise<Deletion> {
  return api.json({ path: '/users/me/deletion', body: shown });
}

/** Takes it back. */
export function keepAccount(api: Api): Promise<Deletion> {
  return api.json({ method: 'DELETE', path: '/users/me/deletion' });
}
