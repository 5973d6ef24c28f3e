import type { DevicesReply } from '#domain/protocol/own.ts';
import type { Api } from './http.ts';

/** The devices a user is signed in on. */

export type SignedInDevice = DevicesReply['items'][number];

/** Where this person is signed in: this device first, then most recently seen first. */
export async function devices(api: Api): Promise<SignedInDevice[]> {
  return (await api.json<DevicesReply>({ path: '/users/me/devices' })).items;
}

/** Signs another device out. */
export function endDevice(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/users/me/devices/${id}` });
}

/** Signs every device out but this one. */
export function endOtherDevices(api: Api): Promise<void> {
  return api.json({ method: 'DELETE', path: '/users/me/devices' });
}
