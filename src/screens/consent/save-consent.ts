import type { ConsentCategory } from '#domain/consent.ts';
import { putConsent } from '../../net/consent.ts';
import { deviceId } from '../../net/device-id.ts';
import { createApi } from '../../net/http.ts';
import { followConsent } from '../../net/preferences.ts';
import { storeConsent, storedConsent } from '../../net/stored-consent.ts';
import { storedToken } from '../../net/stored-session.ts';

const api = createApi({ token: storedToken, deviceId });

/** Stores the consent on this device, where it takes effect at once, and tries to record it on the server. */
export function saveConsent(categories: readonly ConsentCategory[]): void {
  // Specified: the recorded language is English, whatever language the notice is shown in.
  const consent = { id: storedConsent()?.id ?? crypto.randomUUID(), categories: [...categories], language: 'en' };
  storeConsent(consent);
  followConsent();
  putConsent(api, consent).catch((error: unknown) => {
    // Specified: a failure is only logged, because the cookie is authoritative.
    // oxlint-disable-next-line no-console -- the browser has no other log
    console.warn('The choice about cookies could not be recorded on the server.', error);
  });
}
