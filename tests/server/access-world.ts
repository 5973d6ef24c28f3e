import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { demoOrders } from '../../server/demo/orders.ts';
import { keepFile } from '../../server/files/stored-files.ts';
import { newId, wish } from '../support/users.ts';
import { png } from '../support/files/sample-files.ts';
import { at, startServer, type SignedIn, type TestServer } from '../support/servers/server.ts';
import { type Letter, people as users } from './access-table.ts';

/** A server with the eleven kinds of users of the access table, and the objects of each of them. */
export interface World {
  server: TestServer;
  who: Record<Letter, SignedIn | null>;
  /** The objects of each user. */
  own: Record<Letter, Belongings>;
  foreign: Belongings;
  company: Belongings;
  /** The owner of the foreign objects, except the order: a navigator of company 102. */
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
  const server = await startServer({ knowledge: 'whole', distDir });
  const who = {} as World['who'];
  const own = {} as World['own'];
  for (const letter of users) {
    who[letter] = letter === 'G' ? null : await server.signIn(kinds[letter]);
    own[letter] = await belongingsOf(server, who[letter]);
  }
  const deactivated = who.D?.user.id;
  await sql`update users set status = 'DEACTIVATED' where id = ${deactivated}`.execute(server.db);
  const colleague = await server.signIn('colleague');
  const company = await belongingsOf(server, colleague);
  // An order without a company, because an expert created it.
  const ofExpert = await belongingsOf(server, await server.signIn('expert'));
  const foreign = {
    ...company,
    room: company['poRoom'] ?? '',
    file: await attach(server, colleague, company['poRoom'] ?? ''),
  };
  return { server, who, own, foreign: { ...foreign, order: ofExpert['order'] ?? '' }, company, colleague };
}

/** Creates a room, an answer, a file and an invoice for a user, and with the Navigator pass a project room and an order. */
async function belongingsOf(server: TestServer, who: SignedIn | null): Promise<Belongings> {
  if (who === null) return {};
  const { id } = who.user;
  const has: Record<string, string> = { id };
  const asked = await server.request(who, 'POST', '/bot/questions_v2', {
    text: 'What are the dimensions of a 21700 cell?',
  });
  if (asked.status === 200) {
    has['assistantRoom'] = String(at(asked.body, 'conversation_id'));
    has['answer'] = String(at(asked.body, 'answer.id'));
  }
  // A user whose trial excludes the assistant gets a room with experts.
  const newRoom = { roomId: newId(), type: asked.status === 200 ? 1 : 5 };
  await server.bus.executeCommands(id, [wish('room.open', newRoom)]);
  has['room'] = has['assistantRoom'] ?? newRoom.roomId;
  has['file'] = await attach(server, who, has['room']);
  has['invoice'] = await orderedBy(server, who);
  const opened = await server.request(who, 'POST', '/po-chats/rooms', { result_name: 'Batch 7' });
  if (opened.status !== 201) return has;
  has['poRoom'] = String(at(opened.body, 'room.id'));
  const saved = await server.request(who, 'POST', '/po_system/orders/save', { data: orderDocument });
  has['order'] = String(at(saved.body, 'order.id'));
  return has;
}

/** Orders a plan for a user. @returns the id of the open invoice */
export async function orderedBy(server: TestServer, who: SignedIn): Promise<string> {
  const ordered = await server.request(who, 'POST', '/subscriptions/subscribe', { plan: 'premium' });
  return String(at(ordered.body, 'invoice.id'));
}

/** Sends a message with a photo. @returns the id of the photo */
async function attach(server: TestServer, { user }: SignedIn, roomId: string): Promise<string> {
  const bytes = png(++count);
  const file = {
    id: newId(),
    name: 'tab.png',
    ...(await keepFile(server.db, server.filesDir, user.id, 'tab.png', bytes)),
  };
  const [sent] = await server.bus.executeCommands(user.id, [wish('chat.send', { roomId, content: '', files: [file] })]);
  if (sent?.s !== 'ok') throw new Error(`the photo was not sent: ${JSON.stringify(sent)}`);
  return file.id;
}
