import type { FastifyRequest } from 'fastify';
import { deviceOf } from '../device-header.ts';
import { openSession, openSessionByCode, tokenSeconds } from '../../store/users/sessions.ts';
import { meOf } from '../../store/users/users.ts';
import type { Db } from '../../store/system/db.ts';

interface SignIn {
  userId: string;
  remember?: boolean | undefined;
  /** Opens the one session of the code that created the account. */
  byCode?: boolean;
}

/** Opens a session on the device of this request. @returns its token and its user, undefined when they are gone */
export async function signIn(db: Db, request: FastifyRequest, { userId, remember = true, byCode = false }: SignIn) {
  const device = {
    deviceId: deviceOf(request.headers['x-device-id']),
    userAgent: request.headers['user-agent'] ?? null,
    remember,
  };
  const accessToken = await (byCode ? openSessionByCode : openSession)(db, userId, device);
  return { accessToken, expires_in: tokenSeconds, user: await meOf(db, userId) };
}
