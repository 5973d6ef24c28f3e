import { canonicalJson } from '#domain/json.ts';
import { comparePlaces, type Cursor } from '#domain/protocol/sync.ts';
import { readPending } from '../../src/db/pending.ts';
import { pagesOf } from '../../src/db/message-pages.ts';
import type { Device } from './device.ts';
import type { Kept, Ledger } from './ledger.ts';
import { emptyRows, foldInto } from './model-rows.ts';
import type { ModelServer } from './model-server.ts';

/** The promises of the sync layer; each returns what breaks it, in words. */

/** (c) and rule 5, at any moment: what was kept is in the queue, or with its owner, or a pull has passed its place. */
export async function lostOn(device: Device, ledger: Ledger, server: ModelServer): Promise<string[]> {
  const { db } = device;
  const queued = new Set((await readPending(db)).entries.map((entry) => entry.cmdId));
  for (const row of await db.attention.toArray()) queued.add(row.cmdId);
  const cursor = (await db.meta.get('cursor'))?.value as Cursor | undefined;
  return ledger.of(device).flatMap(({ cmdId, text, decided }) => {
    if (cmdId === undefined || decided || queued.has(cmdId)) return [];
    const answer = server.answerTo(cmdId);
    if (answer === undefined || !('pos' in answer))
      return [`(c) ${device.name} lost "${text}" before the server had it`];
    if (cursor === undefined || comparePlaces(answer.pos, cursor) <= 0) return [];
    return [`(c) ${device.name} dropped "${text}" before a pull had passed its place`];
  });
}

/** (e) The cursor never goes back within one history, except that a sign-out forgets it. */
export class CursorWatch {
  readonly #last = new Map<Device, Cursor>();

  async movedBack(device: Device): Promise<string[]> {
    const cursor = (await device.db.meta.get('cursor'))?.value as Cursor | undefined;
    const last = this.#last.get(device);
    if (cursor === undefined) this.#last.delete(device);
    else this.#last.set(device, cursor);
    if (cursor === undefined || last === undefined || last.epoch !== cursor.epoch) return [];
    return comparePlaces(cursor, last) < 0 ? [`(e) the cursor of ${device.name} went back`] : [];
  }
}

/** (a) and (d), at rest: each effect once, and what one device said in a room is there in the order it was said. */
export function effectsIn(ledger: Ledger, server: ModelServer): string[] {
  const doubled = [...server.effects]
    .filter(([, count]) => count > 1)
    .map(([cmdId, count]) => `(a) ${cmdId} had ${count} effects`);
  const said = [...server.rows.messages.values()].flat();
  const timesSaid = (text: string) => said.filter((message) => message.content === text).length;
  const wrong = ledger.kept.flatMap((entry) => {
    const problem = problemWith(entry, server, timesSaid, ledger);
    return problem === undefined ? [] : [`(a) ${problem}`];
  });
  return [...doubled, ...wrong, ...orderIn(ledger, server)];
}

function problemWith(
  entry: Kept,
  server: ModelServer,
  timesSaid: (text: string) => number,
  ledger: Ledger,
): string | undefined {
  const { kind, text, decided, device } = entry;
  if (kind === 'message' || kind === 'question') {
    const times = timesSaid(text);
    if (times > 1) return `"${text}" of ${device.name} was said ${times} times`;
    return times === 0 && !decided ? `"${text}" of ${device.name} was never said` : undefined;
  }
  if (kind !== 'patch') return undefined;
  const times = server.log.filter((event) => JSON.stringify(event.data).includes(`"${text}"`)).length;
  const isReplaced = ledger.kept.some(
    (later) =>
      later !== entry &&
      later.device === device &&
      later.orderId === entry.orderId &&
      later.path === entry.path &&
      ledger.kept.indexOf(later) > ledger.kept.indexOf(entry),
  );
  if (times === 0 && !isReplaced && !laneWasRefused(entry, server))
    return `the change "${text}" of ${device.name} never arrived`;
  // A conflict names the losing value again; a second patch event would not.
  const written = server.log.filter(
    (event) => event.type === 'order.patched' && JSON.stringify(event.data).includes(`"${text}"`),
  ).length;
  return written > 1 ? `the change "${text}" was written ${written} times` : undefined;
}

/** A patch of an order that is not a draft any more is refused, and let go at the end of the story. */
function laneWasRefused(entry: Kept, server: ModelServer): boolean {
  return server.rows.orders.get(entry.orderId ?? '')?.status !== 'draft';
}

function orderIn(ledger: Ledger, server: ModelServer): string[] {
  const place = new Map(
    [...server.rows.messages.values()].flatMap((rows) => rows.map((row) => [row.id, row.sseq] as const)),
  );
  const wrong: string[] = [];
  const newest = new Map<string, { sseq: number; text: string }>();
  for (const { device, roomId, cmdId, text, kind } of ledger.kept) {
    if (kind !== 'message' || cmdId === undefined) continue;
    const sseq = place.get(cmdId);
    if (sseq === undefined) continue;
    const key = `${device.name} ${roomId}`;
    const last = newest.get(key);
    if (last !== undefined && last.sseq > sseq) wrong.push(`(d) "${text}" of ${device.name} overtook "${last.text}"`);
    else newest.set(key, { sseq, text });
  }
  return wrong;
}

/** (b) At rest: what every device has is what the server shows, and that is the log folded anew. */
export async function differences(devices: Device[], server: ModelServer): Promise<string[]> {
  const folded = emptyRows();
  for (const event of server.log.toSorted((a, b) => a.xid - b.xid || a.seq - b.seq)) foldInto(folded, event);
  const wrong = [
    ...rowsDiffer('the log folded anew', folded.rooms, server.rows.rooms),
    ...rowsDiffer('the log folded anew', folded.orders, server.rows.orders),
  ];
  for (const device of devices) wrong.push(...(await deviceDiffers(device, server)));
  return wrong;
}

function rowsDiffer<T>(who: string, found: ReadonlyMap<string, T>, expected: ReadonlyMap<string, T>): string[] {
  const ids = new Set([...found.keys(), ...expected.keys()]);
  return [...ids]
    .filter((id) => canonicalJson(found.get(id) ?? null) !== canonicalJson(expected.get(id) ?? null))
    .map(
      (id) =>
        `(b) ${who}: ${id} is ${canonicalJson(found.get(id) ?? null).slice(0, 300)} and should be ${canonicalJson(expected.get(id) ?? null).slice(0, 300)}`,
    );
}

function byId<T extends { id: string }>(rows: T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

async function deviceDiffers(device: Device, server: ModelServer): Promise<string[]> {
  const { db, me, name } = device;
  const seen = <T extends { id: string }>(rows: ReadonlyMap<string, T>, kind: string) =>
    new Map([...rows].filter(([id]) => server.sees(me, `${kind}:${id}`)));
  const wrong = [
    ...rowsDiffer(`${name}, rooms`, byId(await db.rooms.toArray()), seen(server.rows.rooms, 'room')),
    ...rowsDiffer(`${name}, orders`, byId(await db.orders.toArray()), seen(server.rows.orders, 'order')),
  ];
  for (const window of await db.windows.toArray()) {
    const pages = await db.messages
      .where(':id')
      .between(...pagesOf(window.roomId), true, true)
      .toArray();
    const rows = pages.flatMap((page) => page.rows);
    const expected = (server.rows.messages.get(window.roomId) ?? []).filter((row) => row.sseq >= window.from);
    wrong.push(...rowsDiffer(`${name}, messages`, byId(rows.filter((row) => row.sseq >= window.from)), byId(expected)));
  }
  return wrong;
}
