import type { FastifyInstance } from 'fastify';
import { deviceNameOf } from '#domain/account/device-name.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { routesOfUsers } from '#domain/spine/wire/own.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { devicesOf, endDevice, endOtherDevices } from '../store/devices.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/**
 * Routes for the user's signed-in devices. Unsent commands on a device that is signed out stay there for their user.
 */
export function deviceRoutes(app: FastifyInstance, { db }: Deps): void {
  const serve = serving(app, routesOfUsers);

  serve('GET /users/me/devices', async (request) => {
    const { user, sessionId } = request.session;
    const items = (await devicesOf(db, user.id, sessionId)).map(({ user_agent: userAgent, ...row }) => ({
      ...row,
      ...deviceNameOf(userAgent),
      current: row.id === sessionId,
    }));
    return { items, total: items.length, page: 1, limit: pageRowsMost };
  });

  serve('DELETE /users/me/devices/:id', async ({ tx, session, params }) => {
    if (!(await endDevice(tx, session.user.id, params.id))) throw new Refusal('NOT_FOUND');
  });

  serve('DELETE /users/me/devices', async ({ tx, session: { user, sessionId } }) => ({
    ended: await endOtherDevices(tx, user.id, sessionId),
  }));
}
