import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Message, Room } from '#domain/chat/chat.ts';
import { type Event, is } from '#domain/spine/events.ts';
import { foldOrder } from '#domain/spine/fold-order.ts';
import { foldFeedback, foldRedaction, foldRoom, messageIn } from '#domain/spine/fold-room.ts';
import { canonicalJson } from '#domain/ground/json.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { User } from '#domain/account/users.ts';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import { archiveOldEvents } from '../../../../server/spine/log/archive.ts';
import { busWorld, change, patch, say } from '../../../support/database/bus-world.ts';
import { newId, somebody, wish } from '../../../support/users.ts';

/** Folding the whole log, with its archived part, gives exactly the stored rows, whatever users have done. */

const world = await busWorld();
afterAll(() => world.close());

/** A customer, and the room and order that the actions change. */
interface Scenario {
  engineer: User;
  roomId: string;
  orderId: string;
  said: string[];
  version: string | null;
}

type Action = (scenario: Scenario, i: number) => { by: User; command: IncomingCommand };

const pick = (list: string[], i: number): string => list[i % Math.max(1, list.length)] ?? newId();

function sayIn(scenario: Scenario, by: User, text: string) {
  const command = say(scenario.roomId, text);
  scenario.said.push(command.cmdId);
  return { by, command };
}

const actions: Action[] = [
  (scenario, i) => sayIn(scenario, scenario.engineer, `said ${i}`),
  (scenario, i) => sayIn(scenario, world.expert, `answer ${i}`),
  ({ engineer, roomId }, i) => ({ by: engineer, command: wish('read.mark', { roomId, upTo: 1 + i }) }),
  ({ roomId }, i) => ({ by: world.expert, command: wish('read.mark', { roomId, upTo: 1 + i }) }),
  ({ engineer, roomId, said }, i) => {
    return { by: engineer, command: wish('feedback.give', { roomId, answerId: pick(said, i), rating: 1 }) };
  },
  ({ roomId, said }, i) => {
    return { by: world.expert, command: wish('message.redact', { roomId, messageId: pick(said, i) }) };
  },
  (scenario, i) => {
    const command = patch(scenario.orderId, change('quantity', i, scenario.version));
    scenario.version = command.cmdId;
    return { by: scenario.engineer, command };
  },
  ({ engineer, orderId }, i) => ({ by: engineer, command: patch(orderId, change('quantity', 100 + i, newId())) }),
  ({ engineer, orderId }) => {
    return { by: engineer, command: wish('order.transition', { orderId, event: 'DISCARD', expectStatus: 'draft' }) };
  },
];

/** Applies these frames of actions to a new customer with a room and an order. */
async function applyFrames(frames: Action[][]): Promise<void> {
  const engineer = await somebody(world.db, 'engineer');
  const roomId = await world.openRoom(engineer, 5);
  const scenario: Scenario = { engineer, roomId, orderId: newId(), said: [], version: null };
  let n = 0;
  for (const frame of frames) {
    const made = frame.map((action) => action(scenario, n++));
    for (const by of [engineer, world.expert]) {
      const commands = made.filter((each) => each.by === by).map(({ command }) => command);
      if (commands.length > 0) await world.send(by, ...commands);
    }
  }
}

/** Rows of several kinds as one text that does not depend on their order. */
const asText = (kinds: Iterable<unknown>[]): string =>
  JSON.stringify(kinds.map((kind) => [...kind].map((row) => canonicalJson(row)).sort()));

/** The stored rows, and the rows folded from the log, each as one text. */
async function storedAndFolded(): Promise<[string, string]> {
  const { rows: log } = await sql<Event>`
    select stream, sseq, type, v, data, cmd_id as "cmdId" from (
      select * from events union all
      select seq, xid, stream, sseq, type, v, data, cmd_id, staff, actor, created_at from archived_events
    ) everything order by stream, sseq`.execute(world.db);
  const rooms = new Map<string, Room | undefined>();
  const orders = new Map<string, Order | undefined>();
  const messages = new Map<string, Message>();
  const members = new Map<string, string>();
  for (const event of log) {
    const id = event.stream.slice(event.stream.indexOf(':') + 1);
    if (event.stream.startsWith('room:')) rooms.set(id, foldRoom(rooms.get(id), event));
    if (event.stream.startsWith('order:')) orders.set(id, foldOrder(orders.get(id), event));
    const message = messageIn(event);
    if (message !== undefined) messages.set(message.id, message);
    if (is(event, 'message.redacted')) {
      messages.set(event.data.message.id, foldRedaction(messages.get(event.data.message.id), event));
    }
    const answer = is(event, 'feedback.given') ? messages.get(event.data.answerId) : undefined;
    if (answer !== undefined && is(event, 'feedback.given')) messages.set(answer.id, foldFeedback(answer, event));
    if (is(event, 'member.added')) members.set(`${event.data.roomId} ${event.data.userId}`, event.data.side);
    if (is(event, 'member.removed')) members.delete(`${event.data.roomId} ${event.data.userId}`);
  }
  const read = async <T>(query: ReturnType<typeof sql<{ data: T }>>) =>
    (await query.execute(world.db)).rows.map(({ data }) => data);
  const stored = [
    await read<Room>(sql`select data from rooms`),
    await read<Order>(sql`select data from orders`),
    await read<Message>(sql`select data from messages`),
    await read<string>(sql`select room_id || ' ' || user_id || ' ' || side as data from room_members`),
  ];
  const folded = [rooms.values(), orders.values(), messages.values(), [...members].map((member) => member.join(' '))];
  return [asText(stored), asText(folded)];
}

test('40 folding the whole log from the start gives exactly the stored rows, before and after part of it is archived', async () => {
  const scenario = fc.array(fc.array(fc.constantFrom(...actions), { minLength: 1, maxLength: 6 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(scenario, async (frames) => {
      await applyFrames(frames);
      const [rows, folded] = await storedAndFolded();
      expect(folded).toBe(rows);
    }),
    { numRuns: 25 },
  );
  const roomId = await world.openRoom(world.engineer, 5);
  await world.send(world.engineer, say(roomId, 'before'));
  await world.send(world.expert, wish('member.remove', { roomId, userId: world.engineer.id }));
  await sql`update events set created_at = now() - interval '100 days'
    where xid < (select max(xid) from events)`.execute(world.db);
  expect(await archiveOldEvents(world.db)).toBeGreaterThan(0);
  const [rows, folded] = await storedAndFolded();
  expect(folded).toBe(rows);
});
