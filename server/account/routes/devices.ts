import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { deviceNameOf } from '#domain/account/device-name.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { devicesReply, endedReply } from '#domain/spine/wire/own.ts';
import { idParams } from '#domain/spine/wire/rest.ts';
import type { Deps } from '../../spine/routes/deps.ts';
import { keyed } from '../../spine/routes/keyed-writes.ts';
import { devicesOf, endDevice, endOtherDevices } from '../store/devices.ts';
import { pageRowsMost } from '#domain/ground/page-rows.ts';

/**
 * Routes for the user's signed-in devices. Unsent commands on a device that is signed out stay there for their user.
 */
export function deviceRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/users/me/devices', { schema: { response: { 200: devicesReply } } }, async (request) => {
    const { user, sessionId } = request.session;
    const items = (await devicesOf(db, user.id, sessionId)).map(({ user_agent: userAgent, ...row }) => ({
      ...row,
      ...deviceNameOf(userAgent),
      current: row.id === sessionId,
    }));
    return { items, total: items.length, page: 1, limit: pageRowsMost };
  });

  routes.delete(
    '/users/me/devices/:id',
    { config: keyed, schema: { params: idParams, response: { 204: Type.Null() } } },
    async ({ tx, session, params }, reply) => {
      if (!(await endDevice(tx, session.user.id, params.id))) throw new Refusal('NOT_FOUND');
      reply.code(204);
      return null;
    },
  );

  // All except the caller's.
  routes.delete(
    '/users/me/devices',
    { config: keyed, schema: { response: { 200: endedReply } } },
    async ({ tx, session: { user, sessionId } }) => ({ ended: await endOtherDevices(tx, user.id, sessionId) }),
  );
}
