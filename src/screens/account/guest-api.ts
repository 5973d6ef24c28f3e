import { deviceId } from '../../net/device-id.ts';
import { createApi } from '../../net/http.ts';

/** API client without a session. */
export const guestApi = createApi({ token: () => undefined, deviceId });
