import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { PullReply, PushBody, PushReply, SnapshotLine } from '#domain/protocol/sync.ts';
import { answerIdOf } from '../../domain/commands.ts';
import { assignRoom } from '../../src/commands/room-assign.ts';
import { sendMessage } from '../../src/commands/chat-send.ts';
import { deleteRoom } from '../../src/commands/room-delete.ts';
import { giveFeedback } from '../../src/commands/feedback-give.ts';
import { requestHandoff } from '../../src/commands/handoff-request.ts';
import { redactMessage } from '../../src/commands/message-redact.ts';
import { patchOrder } from '../../src/commands/order-patch.ts';
import { askQuestion } from '../../src/commands/question-ask.ts';
import { markRead } from '../../src/commands/read-mark.ts';
import { openRoom } from '../../src/commands/room-open.ts';
import { pinRoom } from '../../src/commands/room-pin.ts';
import { renameRoom } from '../../src/commands/room-rename.ts';
import { restoreRoom } from '../../src/commands/room-restore.ts';
import { UserDb } from '../../src/db/schema.ts';
import { Pull } from '../../src/sync/pull.ts';
import { Device } from '../support/device.ts';
import { recordedFolder, recordings, type Recording, summaryOf } from '../support/recorded.ts';
import { reviewedOrder } from '../support/reviewing.ts';
import { type SignedIn, startServer, type TestServer } from '../support/server.ts';
import { newId } from '../support/users.ts';

/**
 * Frames of earlier releases, as they were on the wire. Today's server accepts what those devices pushed, and today's
 * device folds what those servers sent. `VFP_RECORD=1` records the frames of today.
 */

async function engineerAndExpert(server: TestServer): Promise<Record<'engineer' | 'expert', SignedIn>> {
  return { engineer: await server.signIn('engineer'), expert: await server.signIn('expert') };
}

test.each(recordings().map((recording) => [recording.at, recording] as const))(
  'what devices of %s pushed has the same results today',
  async (_, { pushes, users: then }) => {
    const server = await startServer({ knowledge: true });
    const users = await engineerAndExpert(server);
    for (const { who, body, results } of pushes) {
      const sent = JSON.stringify(body)
        .replaceAll(then.engineer, users.engineer.user.id)
        .replaceAll(then.expert, users.expert.user.id);
      const reply = await server.request(users[who], 'POST', '/sync/push', JSON.parse(sent) as object);
      expect({ status: reply.status, results: (reply.body as PushReply).results?.map(({ s }) => s) }).toEqual({
        status: 200,
        results,
      });
    }
    await server.close();
  },
);

test.each(recordings().map((recording) => [recording.at, recording] as const))(
  'a device of today understands what servers of %s said',
  async (_, { reader, had }) => {
    Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange });
    const db = new UserDb(reader.me.id);
    const left = [...reader.pulls];
    const stop = new AbortController();
    const pull = new Pull({
      db,
      me: reader.me.id,
      report: ({ type }) => left.length === 0 && type === 'pull.caughtUp' && stop.abort(),
      world: {
        now: () => performance.now(),
        date: () => Date.now(),
        serverDate: () => Date.now(),
        random: () => 0.5,
        sleep: () => Promise.resolve(),
        push: () => Promise.reject(new Error('nothing to push')),
        pull: () => Promise.resolve(left.shift() ?? Promise.reject(new Error('there was no such pull'))),
        snapshot: () => Promise.resolve(reader.snapshot),
      },
    });
    await pull.run(stop.signal);
    expect(await summaryOf(db)).toEqual(had);
    db.close();
  },
);

test.runIf(process.env['VFP_RECORD'] === '1')('the frames of today are recorded', async () => {
  const server = await startServer({ knowledge: true });
  const users = await engineerAndExpert(server);
  const reader = await Device.open(server, users.engineer);
  const snapshots: SnapshotLine[] = [];
  const pulls: PullReply[] = [];
  reader.network.next(
    /sync\/(pull|snapshot)/,
    async (send) => {
      const reply = await send();
      const text = await reply.clone().text();
      if (reply.headers.get('content-type')?.includes('ndjson') === true)
        snapshots.push(
          ...text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as SnapshotLine),
        );
      else pulls.push(JSON.parse(text) as PullReply);
      return reply;
    },
    Infinity,
  );
  await reader.look();
  const pushes: Recording['pushes'] = [];
  const engineer = await recorded('engineer');
  const expert = await recorded('expert');

  async function recorded(who: 'engineer' | 'expert'): Promise<Device> {
    const device = await Device.open(server, users[who]);
    device.network.next(
      /sync\/push/,
      async (send, body) => {
        const reply = await send();
        const { results } = (await reply.clone().json()) as PushReply;
        pushes.push({ who, body: JSON.parse(body as string) as PushBody, results: results.map(({ s }) => s) });
        return reply;
      },
      Infinity,
    );
    return device;
  }

  const { ctx } = engineer;
  const roomId = await openRoom(ctx, { type: 7, resultName: 'Recorded' });
  const first = await sendMessage(ctx, { roomId, content: 'The first message', files: [] });
  await sendMessage(ctx, { roomId, content: 'A reply to it, 전해액', files: [], replyTo: first });
  const { roomId: asked, cmdId } = await askQuestion(ctx, { text: 'How wide and tall is a 4680 cell?', chatType: 1 });
  await engineer.sync();
  await giveFeedback(ctx, { roomId: asked, answerId: answerIdOf(cmdId), rating: -1, comment: 'Too short' });
  await renameRoom(ctx, { roomId: asked, title: 'Cells' });
  await pinRoom(ctx, { roomId: asked, pinned: true });
  await requestHandoff(ctx, { roomId: asked, questionId: cmdId, note: 'Please' });
  const orderId = newId();
  await patchOrder(ctx, {
    orderId,
    changes: [
      { path: 'quantity', value: 12, base: null },
      { path: 'format', value: '21700', base: null },
    ],
  });
  await engineer.sync();
  await expert.sync();
  await assignRoom(expert.ctx, { roomId, assigneeId: users.expert.user.id, expectAssigneeId: null });
  const reply = await sendMessage(expert.ctx, { roomId, content: 'From an expert', files: [] });
  await sendMessage(expert.ctx, { roomId: newId(), content: 'Into a room that is not there', files: [] });
  await markRead(expert.ctx, { roomId, upTo: 3 });
  await redactMessage(expert.ctx, { roomId, messageId: reply });
  await expert.sync();
  await engineer.sync();
  await deleteRoom(ctx, { roomId: asked });
  await restoreRoom(ctx, { roomId: asked });
  await markRead(ctx, { roomId, upTo: 100 });
  await engineer.sync();
  // Prices change, so that a push which names one would be refused later: orders that are placed are read only.
  await reviewedOrder(server, [users.engineer, users.expert]);
  await reader.look();
  const recording: Recording = {
    at: new Date().toISOString().slice(0, 10),
    users: { engineer: users.engineer.user.id, expert: users.expert.user.id },
    pushes,
    reader: { me: reader.me, snapshot: snapshots, pulls },
    had: await summaryOf(reader.db),
  };
  mkdirSync(recordedFolder, { recursive: true });
  writeFileSync(join(recordedFolder, `${recording.at}.json`), `${JSON.stringify(recording)}\n`);
  expect(pushes.flatMap(({ results }) => results)).toContain('rejected');
  for (const device of [reader, engineer, expert]) device.close();
  await server.close();
});
