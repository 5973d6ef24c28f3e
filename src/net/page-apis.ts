import { deviceId } from './device-id.ts';
import { createApi } from './http.ts';
import { storedToken } from './stored-session.ts';

/** The API clients of a page, which work before a session is open. */

/** Carries the stored session, if there is one. */
export const pageApi = createApi({ token: storedToken, deviceId });

/** Carries no session. */
export const guestApi = createApi({ token: () => undefined, deviceId });
