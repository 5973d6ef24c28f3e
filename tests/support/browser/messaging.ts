import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Db } from '../../../server/database/db.ts';

/** Writing to the experts in a browser, and checks of the result on the server. */

/** Opens the expert room and returns its id. */
export async function openExpertRoom(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/chat/chat-with-expert`);
  await page.getByRole('link', { name: /Chat with an expert/ }).click();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return new URL(page.url()).searchParams.get('room') ?? '';
}

/** Sends a message and waits until it is shown, which means that it is stored on the device. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText(text).waitFor();
}

/** Returns how often the server has this message. */
export async function countOf(db: Db, text: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events
    where type = 'message.sent' and data #>> '{message,content}' = ${text}`.execute(db);
  return rows[0]?.n ?? -1;
}

/**
 * Prevents the server from committing anything in this room until the returned function is called, so that pushes stay
 * in flight.
 */
export async function holdRoom(db: Db, roomId: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`room:${roomId}`}, 0))`.execute(tx);
    held.resolve();
    await done.promise;
  });
  await held.promise;
  return async () => {
    done.resolve();
    await holding;
  };
}

/** Returns the number of pushes that wait for a held room. */
export async function pushesUnderWay(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.n ?? -1;
}

/** Counts how often a page sends a text, over the socket and HTTP. Call it before the page loads. */
export function sendsOf(page: Page): (text: string) => number {
  const sent: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(String(payload))));
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  return (text) => sent.filter((body) => body.includes(text)).length;
}
