import type { Message, Room } from '#domain/chat/chat.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import type { Event, EventData, EventType } from '#domain/spine/events.ts';
import type { Cursor, WireEvent } from '#domain/spine/wire/sync.ts';
import type { Me } from '#domain/account/users.ts';
import type { CommandContext } from '../../../src/db/context.ts';
import { append } from '../../../src/db/outbox.ts';
import { storeMeta } from '../../../src/db/meta.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { newId } from '../../../src/sync/engine.ts';
import { outboxRules } from '../../../src/nouns.ts';

/** A user on a device, and the events a server would send: each test specifies only what matters to it. */

export function testUser(about: Partial<Me> = {}): Me {
  return {
    id: crypto.randomUUID(),
    role: 'USER',
    status: 'ACTIVE',
    company_id: 1,
    question_usage: 0,
    question_limit: 10,
    plan: { name: 'professional' },
    subscription: { billing_type: 'fixed', status: 'active', current_period_end: null },
    email: 'somebody@example.com',
    display_name: 'Somebody',
    username: null,
    phone: null,
    company: { id: 1, name: 'Cells' },
    flags: {
      isAdmin: false,
      isInstantTester: false,
      hasNavigatorPremiumPass: false,
      canChatWithExperts: true,
      disableAiChat: false,
    },
    permissions: [],
    unread: { expert: 0, po: 0 },
    ...about,
  };
}

/** A device of this user, with its database open. */
export function deviceOf(me: Me = testUser()): { me: Me; db: UserDb; ctx: CommandContext } {
  const db = new UserDb(me.id);
  return { me, db, ctx: { db, rules: outboxRules, me, newId, appVersion: 'test', appended: () => undefined } };
}

export function positionAt(seq: number, epoch = 'e1'): Cursor {
  return { epoch, xid: String(1000 + seq), seq };
}

/** Sets the cursor as a first snapshot would. */
export async function startAt(db: UserDb, seq: number): Promise<Cursor> {
  const cursor = positionAt(seq);
  await db.transaction('rw', db.meta, () => storeMeta(db, 'cursor', cursor));
  return cursor;
}

export function roomOfMe(me: Me, about: Partial<Room> = {}): Room {
  return {
    id: crypto.randomUUID(),
    type: 5,
    name: 'Expert',
    createdAt: '2026-01-01T00:00:00.000Z',
    customerId: me.id,
    customerName: me.display_name,
    companyName: null,
    orderId: null,
    resultName: null,
    status: 'open',
    assigneeId: null,
    sseq: 1,
    last: null,
    marks: { user: 0, support: 0 },
    unread: { user: [], support: [] },
    ...about,
  };
}

export function messageIn(room: Room, about: Partial<Message> = {}): Message {
  return {
    id: crypto.randomUUID(),
    roomId: room.id,
    sseq: 0,
    content: 'Hello',
    senderType: 'SUPPORT',
    author: { id: 'expert', name: 'Expert', kind: 'expert' },
    files: [],
    replyTo: null,
    createdAt: '2026-01-02T00:00:00.000Z',
    ...about,
  };
}

export function fact<T extends EventType>(
  seq: number,
  stream: string,
  sseq: number,
  type: T,
  data: EventData[T],
  cmdId: string | null = null,
): WireEvent {
  const event: Event<T> = { stream, sseq, type, v: 1, data, cmdId };
  return { pos: positionAt(seq), ...event };
}

/** Appends any command directly, without the functions in `src/commands`. */
export function appendCommand<T extends CommandType>(
  ctx: CommandContext,
  type: T,
  args: CommandArgs<T>,
  deps: string[] = [],
): Promise<string> {
  return append(ctx, { cmdId: ctx.newId(), type, args, deps });
}

/** The same device after a page reload: nothing in memory is left. */
export function reloaded(ctx: CommandContext): { me: Me; db: UserDb; ctx: CommandContext } {
  ctx.db.close();
  return deviceOf(ctx.me);
}
