import type { DevicesReply } from '#domain/spine/wire/own.ts';
import type { Api } from '../../net/http.ts';

/** The devices a user is signed in on. */

export type SignedInDevice = DevicesReply['items'][number];

/** Returns the devices on which the user is signed in: this one first, then the most recently seen. */
export async function devices(api: Api): Promise<SignedInDevice[]> {
  return (await api.json<DevicesReply>({ path: '/users/me/devices' })).items;
}

/** Signs another device out. */
export function endDevice(api: Api, id: string): Promise<void> {
  return api.json({ method: 'DELETE', path: `/users/me/devices/${id}` });
}

/** Signs out all devices but this one. */
export function endOtherDevices(api: Api): Promise<void> {
  return api.json({ method: 'DELETE', path: '/users/me/devices' });
}
