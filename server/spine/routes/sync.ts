import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#domain/ground/errors.ts';
import { knowledgeHeader } from '#domain/assistant/wire/knowledge.ts';
import {
  pullBody,
  pullReply,
  pushBody,
  pushReply,
  type SnapshotLine,
  snapshotLine,
  pushBytes,
} from '#domain/spine/wire/sync.ts';
import { sentAsStored } from '../../http/sent-as-stored.ts';
import type { Deps } from './deps.ts';
import { noteCursor } from '../log/seen-cursors.ts';
import { syncService } from '../feed/sync-service.ts';
import { KB } from '#domain/ground/units.ts';

/** Smaller pages of the log are sent as they are: compressing them would save no packet. */
const gzippedFromBytes = 4 * KB;

/** Routes of the sync layer: push, pull and snapshot. */
export function syncRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>();
  const service = syncService(deps);

  routes.post(
    '/sync/push',
    // The largest push, and 16 KB for its envelope.
    {
      bodyLimit: pushBytes + 16 * 1024,
      schema: { body: pushBody, response: { 200: pushReply } },
      // The schema is only for the description; serializing with it would be slower.
      serializerCompiler: () => (reply) => JSON.stringify(reply),
    },
    (request) => service.push(request.session.user, request.body),
  );

  routes.post(
    '/sync/pull',
    { schema: { body: pullBody, response: { 200: sentAsStored(pullReply) } } },
    async (request, reply) => {
      const { user, sessionId } = request.session;
      const { text, isPage } = await service.pull(user, request.body);
      // Events after noted cursors are not archived. A failed note is harmless. A cursor that leads to a snapshot is
      // not used again, so it is not noted.
      if (isPage) {
        noteCursor(deps.db, sessionId, request.body.cursor).catch((error: unknown) =>
          deps.log.warn({ err: error }, 'a cursor was not noted'),
        );
      }
      // Sent as bytes, because a long string would be measured, copied and encoded again.
      const bytes = Buffer.from(text);
      reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
      if (bytes.length < gzippedFromBytes || !acceptsGzip(request)) return reply.send(bytes);
      return reply.header('content-encoding', 'gzip').send(await gzipped(bytes, { level: 1 }));
    },
  );

  routes.get(
    '/sync/snapshot',
    { schema: { querystring: snapshotQuery, response: snapshotReply } },
    async (request, reply) => {
      const streams = request.query.streams === undefined ? undefined : namesIn(request.query.streams);
      const { user } = request.session;
      const lines = await service.inTurn(user, () =>
        deps.snapshotOf(deps.db, user, { streams, knowledge: knowledgeFor(request) }),
      );
      // The transaction has ended, so a slow client holds nothing back.
      const text = Readable.from(lines.map((line) => `${textOf(line)}\n`));
      reply.type('application/x-ndjson; charset=utf-8').header('vary', 'accept-encoding');
      if (!acceptsGzip(request)) return reply.send(text);
      return reply.header('content-encoding', 'gzip').send(text.pipe(createGzip({ level: 1 })));
    },
  );
}

const gzipped = promisify(gzip);

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(headers['accept-encoding'] ?? '');
}

/** Older devices get the knowledge base in the snapshot. */
function knowledgeFor({ headers }: FastifyRequest): 'included' | 'apart' {
  return headers[knowledgeHeader] === 'apart' ? 'apart' : 'included';
}

/** Texts of the knowledge base, which many devices get at once. */
const knowledgeTexts = new WeakMap<object, string>();

function textOf(line: SnapshotLine): string {
  const knowledge = 'rows' in line ? line.rows.knowledge : undefined;
  if (knowledge === undefined) return JSON.stringify(line);
  const text = knowledgeTexts.get(knowledge) ?? JSON.stringify(line);
  knowledgeTexts.set(knowledge, text);
  return text;
}

const snapshotReply = { 200: sentAsStored(snapshotLine, 'application/x-ndjson') };

const snapshotQuery = Type.Object({ streams: Type.Optional(Type.String({ maxLength: 20_000 })) });

const streamName = /^(catalog|(user|room|order):[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

function namesIn(list: string): string[] {
  const names = list.split(',').filter((name) => name !== '');
  if (!names.every((name) => streamName.test(name)))
    throw new Refusal('VALIDATION', [{ path: 'streams', code: 'pattern' }]);
  return names;
}
