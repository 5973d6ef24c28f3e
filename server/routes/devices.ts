import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { deviceNameOf } from '#domain/device-name.ts';
import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import { devicesReply, endedReply } from '#domain/protocol/own.ts';
import { idParams } from '#domain/protocol/rest.ts';
import type { Deps } from '../deps.ts';
import { devicesOf, endDevice, endOtherDevices } from '../store/devices.ts';

/** Where a person is signed in, and ending it there. What is unsent on an ended device stays there for its owner. */
export function deviceRoutes(app: FastifyInstance, { db }: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();

  routes.get('/users/me/devices', { schema: { response: { 200: devicesReply } } }, async (request) => {
    const { person, sessionId } = request.session;
    const items = (await devicesOf(db, person.id, sessionId)).map(({ user_agent: userAgent, ...row }) => ({
      ...row,
      ...deviceNameOf(userAgent),
      current: row.id === sessionId,
    }));
    return { items, total: items.length, page: 1, limit: limits.pageRowsMost };
  });

  routes.delete(
    '/users/me/devices/:id',
    { schema: { params: idParams, response: { 204: Type.Null() } } },
    async (request, reply) => {
      if (!(await endDevice(db, request.session.person.id, request.params.id))) throw new Refusal('NOT_FOUND');
      return reply.code(204).send(null);
    },
  );

  // All but the one that asks.
  routes.delete('/users/me/devices', { schema: { response: { 200: endedReply } } }, async (request) => {
    const { person, sessionId } = request.session;
    return { ended: await endOtherDevices(db, person.id, sessionId) };
  });
}
