import { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { Refusal } from '#domain/errors.ts';
import { limits } from '#domain/limits.ts';
import { pullBody, pullReply, pushBody, pushReply, snapshotLine } from '#domain/protocol/sync.ts';
import type { Deps } from '../deps.ts';
import { noteCursor } from '../../store/sync/seen-cursors.ts';
import { snapshotOf } from '../../store/sync/snapshot.ts';
import { syncService } from '../../feed/sync-service.ts';

/** The sync layer over HTTP: what the outbox sends, what devices fetch, and how they start. */
export function syncRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const door = syncService(deps);

  routes.post(
    '/sync/push',
    // A whole push is at most this; the rest is room for the envelope.
    {
      bodyLimit: limits.pushBytes + 16 * 1024,
      schema: { body: pushBody, response: { 200: pushReply } },
      // The schema describes; it does not slow down what every device waits for.
      serializerCompiler: () => (reply) => JSON.stringify(reply),
    },
    (request) => door.push(request.session.person, request.body),
  );

  routes.post(
    '/sync/pull',
    { schema: { body: pullBody, response: { 200: described(pullReply) } } },
    async (request, reply) => {
      const { person, sessionId } = request.session;
      const { text, isPage } = await door.pull(person, request.body);
      // What this device may still ask for is not archived; that it was not noted once keeps nothing from anybody. A cursor
      // that no page begins at leads to a snapshot, and is not asked for again.
      if (isPage) {
        noteCursor(deps.db, sessionId, request.body.cursor).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'a cursor was not noted'),
        );
      }
      // As bytes: handed over as a string, so long a text is measured, copied and encoded once more.
      return reply.type('application/json; charset=utf-8').send(Buffer.from(text));
    },
  );

  routes.get(
    '/sync/snapshot',
    { schema: { querystring: snapshotQuery, response: snapshotReply } },
    async (request, reply) => {
      const streams = request.query.streams === undefined ? undefined : namesIn(request.query.streams);
      const { person } = request.session;
      const lines = await door.inTurn(person, () => snapshotOf(deps.db, person, streams));
      // The transaction has ended: a slow reader holds nothing back.
      const text = Readable.from(lines.map((line) => `${JSON.stringify(line)}\n`));
      return reply.type('application/x-ndjson; charset=utf-8').send(text);
    },
  );
}

/** What is sent as bytes or as a stream, with the shape that it has. */
const described = (shape: TSchema, type = 'application/json') => ({
  description: 'Sent as it is stored.',
  content: { [type]: { schema: Type.Unsafe<Buffer | Readable>(shape) } },
});
const snapshotReply = { 200: described(snapshotLine, 'application/x-ndjson') };

const snapshotQuery = Type.Object({ streams: Type.Optional(Type.String({ maxLength: 20_000 })) });

const streamName = /^(catalog|(user|room|order):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function namesIn(list: string): string[] {
  const names = list.split(',').filter((name) => name !== '');
  if (!names.every((name) => streamName.test(name)))
    throw new Refusal('VALIDATION', [{ path: 'streams', code: 'pattern' }]);
  return names;
}
