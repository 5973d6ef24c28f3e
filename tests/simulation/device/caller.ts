import type { Me } from '#domain/account/users.ts';

/** The caller: a tab of a device, with the device's token. */
export interface Caller {
  name: string;
  device: string;
  me: Me;
  version: number;
  isSignedIn: () => boolean;
  isOnline: () => boolean;
  /** Whether the device says that it has no network. */
  saysOffline: () => boolean;
}
