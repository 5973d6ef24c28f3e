import type { CopiesReply, MailChoices, ProfileBody, ProfileReply } from '#domain/spine/wire/own.ts';
import type { DeletionReply } from '#domain/account/wire/accounts.ts';
import type { Api } from '../../net/http.ts';

/** E-mails to the user, copies of the user's own data, and deletion of the account. */

export type Deletion = DeletionReply;

/** Returns whether and when the account will be deleted. */
export function deletion(api: Api): Promise<Deletion> {
  return api.json({ path: '/users/me/deletion' });
}

/** Requests the deletion. @throws Refused with the field `password` or `email` that does not match the account */
export function requestDeletion(api: Api, shown: { password: string } | { email: string }): Promise<Deletion> {
  return api.json({ path: '/users/me/deletion', body: shown });
}

/** Cancels the deletion. */
export function cancelDeletion(api: Api): Promise<Deletion> {
  return api.json({ method: 'DELETE', path: '/users/me/deletion' });
}

/** Returns which e-mails the user gets. */
export function mailChoices(api: Api): Promise<MailChoices> {
  return api.json({ path: '/users/me/mails' });
}

/** Chooses which e-mails the user gets. */
export function chooseMails(api: Api, body: MailChoices): Promise<MailChoices> {
  return api.json({ method: 'PUT', path: '/users/me/mails', body });
}

/** Returns what the user tells of themselves. */
export function profile(api: Api): Promise<ProfileReply> {
  return api.json({ path: '/users/me/profile' });
}

export function saveProfile(api: Api, body: ProfileBody): Promise<ProfileReply> {
  return api.json({ method: 'PUT', path: '/users/me/profile', body });
}

export type DataCopy = CopiesReply['items'][number];

/** Returns the copies of the user's own data, newest first. */
export function copies(api: Api): Promise<CopiesReply> {
  return api.json({ path: '/users/me/copies' });
}

/** Requests another copy. While one is being made, the reply is that one. */
export function askForCopy(api: Api): Promise<CopiesReply> {
  return api.json({ method: 'POST', path: '/users/me/copies' });
}
