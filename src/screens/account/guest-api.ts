import { createApi } from '../../net/http.ts';
import { storedDeviceId } from '../../net/stored-session.ts';

/** The server's doors for somebody who is not signed in. */
export const guestApi = createApi({ token: () => undefined, deviceId: storedDeviceId });
