import { deviceId } from '../../net/device-id.ts';
import { createApi } from '../../net/http.ts';

/** The server's doors for somebody who is not signed in. */
export const guestApi = createApi({ token: () => undefined, deviceId });
