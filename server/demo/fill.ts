import { sql } from 'kysely';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { quoteOf } from '#domain/order/price/price.ts';
import type { Bus } from '../spine/bus/push.ts';
import { hashPassword } from '../account/passwords.ts';
import { questions, conversations } from './lines.ts';
import { demoOrders } from './orders.ts';
import { demoCompanies, demoId, demoPassword, demoUsers } from './users.ts';
import { openConversation, writeConversation } from './conversation.ts';
import { createTyping, type Typing } from './typing.ts';
import { currentRateCard } from '../order/store/rate-cards.ts';
import type { Log } from '../ground/log.ts';
import { type Db, firstRow } from '../database/db.ts';

/** A demo whose users exist, and can sign in. */
export interface Demo {
  /** Writes their orders and conversations. Resolves when they are written, or writing has been stopped. */
  fill(): Promise<void>;
  stop(): Promise<void>;
}

interface DemoDeps {
  db: Db;
  /** Returns a bus that writes at the time of this clock. */
  busWith: (clock: () => Date) => Bus;
  log: Log;
  trialQuestionLimit: number;
}

/**
 * Adds the users of a demo company to an empty database. They are inserted as rows; all their actions go through the
 * bus, so log, projections and devices agree; the actions take a second or two. All ids are fixed, so the next start completes
 * an interrupted fill.
 */
export async function openDemo({ db, busWith, log, trialQuestionLimit }: DemoDeps): Promise<Demo> {
  if (!(await wantsDemo(db))) return { fill: () => Promise.resolve(), stop: () => Promise.resolve() };
  await addUsers(db, trialQuestionLimit);
  const life = new AbortController();
  let filled = Promise.resolve();
  return {
    fill() {
      filled = actAll(db, createTyping(busWith, life.signal)).catch((error: unknown) => {
        if (!life.signal.aborted) log.error({ err: error }, 'the demo is not complete; the next start goes on with it');
      });
      return filled;
    },
    stop() {
      life.abort();
      return filled;
    },
  };
}

async function actAll(db: Db, typing: Typing): Promise<void> {
  await writeOrders(db, typing);
  await askQuestions(typing);
  // The longest comes first in the list, and last here.
  for (const about of conversations.toReversed()) await writeConversation(typing, about);
  await typing.send('expert', lastStep, 'read.mark', { roomId: demoId('pilot-room'), upTo: 1 });
}

const lastStep = 'filled';

/** Whether the database has no users, or only those of an incomplete demo. */
async function wantsDemo(db: Db): Promise<boolean> {
  const row = await firstRow<{ people: number; filled: boolean }>(db)`
    select (select count(*) from users where id <> all(${demoUsers.map(({ id }) => id)}::uuid[])) as people,
           exists (select from idempotency where key = ${demoId(`command/${lastStep}`)}) as filled`;
  return row?.people === 0 && !row.filled;
}

async function addUsers(db: Db, trialQuestionLimit: number): Promise<void> {
  const password = await hashPassword(demoPassword);
  for (const { id, name, licenses, address, taxNumber } of demoCompanies) {
    await sql`insert into companies (id, name, license_limit, address, vat_id)
      values (${id}, ${name}, ${licenses}, ${address}, ${taxNumber}) on conflict do nothing`.execute(db);
  }
  for (const user of demoUsers) {
    const pays = user.plan !== null;
    await sql`
      insert into users (id, email, password_hash, display_name, username, company_id, role, status, plan_name,
                         billing_type, sub_status, current_period_end, question_limit)
      values (${user.id}, ${user.email}, ${password}, ${user.name}, ${user.email.split('@')[0] ?? ''}, ${user.company},
              ${user.role}, ${user.status}, ${user.plan}, ${pays ? 'fixed' : null}, ${pays ? 'active' : null},
              ${pays ? sql`now() + interval '300 days'` : null}, ${trialQuestionLimit})
      on conflict do nothing`.execute(db);
  }
}

async function writeOrders(db: Db, typing: Typing): Promise<void> {
  for (const { name, doc, placed } of demoOrders) {
    const orderId = demoId(name);
    const changes = Object.entries(doc).map(([path, value]) => ({ path, value, base: null }));
    await typing.send('engineer', `${name}/save`, 'order.patch', { orderId, changes });
    // Before the order is placed, which would open a room with another id.
    for (const about of conversations) if (about.order === name) await openConversation(typing, about);
    typing.at(0);
    if (!placed) continue;
    const { card } = await currentRateCard(db);
    const hashes = { docHash: docHashOf(doc), quoteHash: quoteOf(doc, card).hash };
    await typing.send('engineer', `${name}/place`, 'order.place', { orderId, ...hashes });
    const review = { orderId, event: 'START_REVIEW', expectStatus: 'submitted' };
    await typing.send('expert', `${name}/review`, 'order.transition', review);
  }
}

async function askQuestions(typing: Typing): Promise<void> {
  for (const { who, room, chatType, text } of questions) {
    await typing.send(who, `${room}/open`, 'room.open', { roomId: demoId(room), type: chatType });
    await typing.send(who, `${room}/${text}`, 'question.ask', { roomId: demoId(room), text, chatType });
  }
}
