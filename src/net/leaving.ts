import type { CopiesReply } from '#domain/protocol/own.ts';
import type { DeletionReply } from '#domain/protocol/rest.ts';
import type { Api } from './http.ts';

/** Leaving: a copy of one's own data, and the deletion of one's account. */

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

export type DataCopy = CopiesReply['items'][number];

/** The newest copies of one's own data, newest first. */
export function copies(api: Api): Promise<CopiesReply> {
  return api.json({ path: '/users/me/copies' });
}

/** Asks for another one; while one is being made, that one is the answer. */
export function askForCopy(api: Api): Promise<CopiesReply> {
  return api.json({ method: 'POST', path: '/users/me/copies' });
}
