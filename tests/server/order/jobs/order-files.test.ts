import { randomUUID } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { filesRead } from '#domain/chat/file-claims.ts';
import type { FileText } from '#domain/ground/file-text.ts';
import { partsOf, readOrderFiles } from '../../../../server/order/jobs/order-files.ts';
import { busWorld, change, patch, say } from '../../../support/database/bus-world.ts';
import { newId, wish } from '../../../support/users.ts';
import { claimFiles } from '../../../../server/order/work/claims-in-log.ts';

/** The job that reads the files of an order, with texts that are given. */

let roomId: string;
let hints: string[];

const world = await busWorld();
// The queue is there, but no worker: the test runs the job.
await runMigrations({ connectionString: world.url });
afterAll(() => world.close());
beforeEach(async () => {
  const { engineer } = world;
  const orderId = newId();
  await world.one(engineer, patch(orderId, change('format', '21700', null)));
  roomId = await world.openRoom(engineer, 6, { orderId });
  hints = [];
});

/** Sends a message with new files. @returns its id */
async function send(count = 1): Promise<string> {
  const files = Array.from({ length: count }, () => {
    const sha256 = (randomUUID() + randomUUID()).replaceAll('-', '');
    return { id: newId(), name: 'drawing.pdf', size: 4, mime: 'application/pdf', sha256 };
  });
  for (const { sha256 } of files) {
    await sql`insert into files (id, uploader, sha256, size, mime, path)
      values (${randomUUID()}, ${world.engineer.id}, ${sha256}, 4, 'application/pdf', ${sha256})`.execute(world.db);
  }
  const command = say(roomId, '', files);
  expect(await world.one(world.engineer, command)).toMatchObject({ s: 'ok' });
  return command.cmdId;
}

const read = (messageId: string, text: FileText) =>
  readOrderFiles(
    {
      db: world.db,
      fileTexts: { textsOf: async (_, hashes) => new Map(hashes.map((hash) => [hash, text])) },
      hints: { committed: (streams) => hints.push(...streams.map(({ stream }) => stream)) },
    },
    { messageId },
  );

const drawing: FileText = { pages: [{ page: 1, text: 'Can 18650' }] };
const claimed = async () => filesRead(await world.room(roomId));

test('a file that is not read in time is read by the next run of the job, and devices are told once', async () => {
  const messageId = await send();
  await expect(read(messageId, { problem: 'notReady' })).rejects.toThrow('not read yet');
  expect(await claimed()).toEqual([]);
  await read(messageId, drawing);
  await read(messageId, drawing);
  expect(await claimed()).toMatchObject([{ claims: [{ kind: 'format', value: '18650', page: 1 }] }]);
  expect(hints).toEqual([`room:${roomId}`]);
});

test('a message that is taken back while its files are read leaves no claims', async () => {
  const messageId = await send();
  await readOrderFiles(
    {
      db: world.db,
      fileTexts: {
        textsOf: async (_, hashes) => {
          await world.one(world.engineer, wish('message.redact', { roomId, messageId }));
          return new Map(hashes.map((hash) => [hash, drawing]));
        },
      },
      hints: { committed: () => undefined },
    },
    { messageId },
  );
  expect(await claimed()).toEqual([]);
  expect(await world.room(roomId)).toMatchObject({ fileClaims: { [messageId]: null } });
});

test('an order has the claims of so many files, and no more', async () => {
  const perMessage = 5;
  for (let n = 0; n < claimFiles + perMessage; n += perMessage) await read(await send(perMessage), drawing);
  expect(await claimed()).toHaveLength(claimFiles);
});

test('a page of very many short lines is read in short parts, which together are the page', () => {
  const text = Array.from({ length: 30_000 }, (_, i) => (i % 7 === 0 ? 'Can 18650' : 'x')).join('\n\n');
  const parts = [...partsOf(text)];
  expect(parts.join('\n')).toBe(text);
  expect(Math.max(...parts.map((part) => part.length))).toBeLessThan(2_100);
  expect([...partsOf('Can 18650')]).toEqual(['Can 18650']);
});
