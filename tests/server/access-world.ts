import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { demoOrders } from '../../server/demo/orders.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { newId, wish } from '../support/people.ts';
import { png } from '../support/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../support/server.ts';
import { type Letter, people } from './access-table.ts';

/** A server with the eleven kinds of users of the access table, and what each of them has. */
export interface World {
  server: TestServer;
  who: Record<Letter, SignedIn | null>;
  /** What each person has, by name. */
  own: Record<Letter, Belongings>;
  foreign: Belongings;
  company: Belongings;
  /** Whose the foreign things are: a navigator of company 102, but for the order. */
  colleague: SignedIn;
}

/** Ids by name: `room`, `poRoom`, `answer`, `order`, `file`, `id`. */
type Belongings = Readonly<Record<string, string>>;

type Kind = Parameters<TestServer['signIn']>[0];

const kinds: Record<Exclude<Letter, 'G'>, Kind> = {
  T: 'trial',
  F: 'freeTrialProfessional',
  S: 'standard',
  P: 'customer',
  N: 'engineer',
  C: 'companyAdmin',
  c: 'companyAdminWithoutPlan',
  E: 'expert',
  A: 'admin',
  D: 'engineer',
};

export const orderDocument = demoOrders[0]?.doc ?? {};
let count = 0;
export async function accessWorld(): Promise<World> {
  const distDir = await mkdtemp(join(tmpdir(), 'vfp-dist-'));
  await writeFile(join(distDir, 'index.html'), '<!doctype html><title>VFP</title>');
  await cp(join(import.meta.dirname, '../../public/locales'), join(distDir, 'locales'), { recursive: true });
  const server = await startServer({ knowledge: true, distDir });
  const who = {} as World['who'];
  const own = {} as World['own'];
  for (const letter of people) {
    who[letter] = letter === 'G' ? null : await server.signIn(kinds[letter]);
    own[letter] = await belongingsOf(server, who[letter]);
  }
  const deactivated = who.D?.person.id;
  await sql`update users set status = 'DEACTIVATED' where id = ${deactivated}`.execute(server.db);
  const colleague = await server.signIn('colleague');
  const company = await belongingsOf(server, colleague);
  // An order of nobody's company: whoever made it was an expert then.
  const elsewhere = await belongingsOf(server, await server.signIn('expert'));
  const foreign = {
    ...company,
    room: company['poRoom'] ?? '',
    file: await attach(server, colleague, company['poRoom'] ?? ''),
  };
  return { server, who, own, foreign: { ...foreign, order: elsewhere['order'] ?? '' }, company, colleague };
}

/** Gives a person a room, an answer, a file, and with the pass a room and an order of the Navigator. */
async function belongingsOf(server: TestServer, who: SignedIn | null): Promise<Belongings> {
  if (who === null) return {};
  const { id } = who.person;
  const has: Record<string, string> = { id };
  const asked = await server.request(who, 'POST', '/bot/questions_v2', { text: 'How wide and tall is a 4680 cell?' });
  if (asked.status === 200) {
    has['assistantRoom'] = String(at(asked.body, 'conversation_id'));
    has['answer'] = String(at(asked.body, 'answer.id'));
  }
  // Whom the trial keeps from the assistant talks to experts.
  const talk = { roomId: newId(), type: asked.status === 200 ? 1 : 5 };
  await server.bus.executeCommands(id, [wish('room.open', talk)]);
  has['room'] = has['assistantRoom'] ?? talk.roomId;
  has['file'] = await attach(server, who, has['room']);
  has['invoice'] = await orderedBy(server, who);
  const opened = await server.request(who, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' });
  if (opened.status !== 201) return has;
  has['poRoom'] = String(at(opened.body, 'room.id'));
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: orderDocument });
  has['order'] = String(at(saved.body, 'order.id'));
  return has;
}

/** Orders a plan for somebody. @returns the id of the invoice, which is open */
export async function orderedBy(server: TestServer, who: SignedIn): Promise<string> {
  const ordered = await server.request(who, 'POST', '/subscriptions/subscribe', { plan: 'premium' });
  return String(at(ordered.body, 'invoice.id'));
}

/** Writes a message with a photo into a room. */
async function attach(server: TestServer, { person }: SignedIn, roomId: string): Promise<string> {
  const bytes = png(++count);
  const file = {
    id: newId(),
    name: 'tab.png',
    ...(await keepFile(server.db, server.filesDir, person.id, 'tab.png', bytes)),
  };
  const [sent] = await server.bus.executeCommands(person.id, [
    wish('chat.send', { roomId, content: '', files: [file] }),
  ]);
  if (sent?.s !== 'ok') throw new Error(`the photo was not sent: ${JSON.stringify(sent)}`);
  return file.id;
}
