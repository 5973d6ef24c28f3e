import { deviceId } from '../../net/device-id.ts';
import { createApi } from '../../net/http.ts';

/** The server's routes for guests. */
export const guestApi = createApi({ token: () => undefined, deviceId });
