import type { ConsentCategory } from '#domain/consent.ts';
import { putConsent } from '../../net/consent.ts';
import { deviceId } from '../../net/device-id.ts';
import { createApi } from '../../net/http.ts';
import { followConsent } from '../../net/remembered.ts';
import { storeConsent, storedConsent } from '../../net/stored-consent.ts';
import { storedToken } from '../../net/stored-session.ts';

const api = createApi({ token: storedToken, deviceId });

/** Takes what a person agrees to: it counts here and now; the server's record of it is made where it can be. */
export function saveConsent(categories: readonly ConsentCategory[]): void {
  // The language of the question is English, as specified, whatever it is shown in.
  const consent = { id: storedConsent()?.id ?? crypto.randomUUID(), categories: [...categories], language: 'en' };
  storeConsent(consent);
  followConsent();
  putConsent(api, consent).catch((error: unknown) => {
    // As specified: logged, and no more. The cookie is what counts.
    // oxlint-disable-next-line no-console -- the browser has no other log
    console.warn('The choice about cookies could not be recorded on the server.', error);
  });
}
