import type { FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../login-attempts.ts';
import { deviceOf } from '../../http/device-header.ts';
import { type Device, openSessionByPassword, tokenSeconds } from '../../session/sessions.ts';
import { meOf } from '../store/me.ts';
import type { Db } from '../../database/db.ts';

/** Returns who makes a request, as far as it is known without a session. */
export function originOf({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): RequestOrigin {
  return { deviceId: deviceOf(headers['x-device-id']), address: ip };
}

/** The device of a request, for the session that is opened on it. */
export function sessionDeviceOf(request: FastifyRequest, remember = true): Device {
  return {
    deviceId: deviceOf(request.headers['x-device-id']),
    userAgent: request.headers['user-agent'] ?? null,
    remember,
  };
}

/** Signs in with a password that was right. @returns undefined when the account has another one by now */
export async function signInByPassword(
  db: Db,
  request: FastifyRequest,
  { remember, ...proven }: { userId: string; passwordHash: string; remember?: boolean | undefined },
) {
  const accessToken = await openSessionByPassword(db, proven, sessionDeviceOf(request, remember));
  return accessToken === undefined ? undefined : await signedInAs(db, proven.userId, accessToken);
}

/** Returns what a client learns about its new session; its user is undefined when it is gone. */
export async function signedInAs(db: Db, userId: string, accessToken: string) {
  return { accessToken, expires_in: tokenSeconds, user: await meOf(db, userId) };
}
