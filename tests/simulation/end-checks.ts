import { canonicalJson } from '#domain/ground/json.ts';
import { asPage, pageRangeOf } from '../../src/db/message-records.ts';
import { readPending } from '../../src/db/pending.ts';
import type { UserDb } from '../../src/db/schema.ts';
import type { Device } from './device/device.ts';
import type { Kept, Ledger } from './ledger.ts';
import { emptyRows, foldInto } from './model/rows.ts';
import type { Seen } from './server.ts';

/** Invariants at the end of a story. Each check returns the violations as text. */

/** (a), (b) and (d) on the server alone, which hold even before everything has settled. */
export function faultsAt(server: Seen, ledger: Ledger): string[] {
  const doubled = [...server.effects]
    .filter(([, count]) => count > 1)
    .map(([cmdId, count]) => `(a) ${cmdId} had ${count} effects`);
  const reused = [...server.conflicts].map((cmdId) => `(a) ${cmdId} was used for two wishes`);
  const said = ledger.kept.filter(({ kind }) => kind === 'message' || kind === 'question');
  const timesSaid = timesOf(server);
  const twice = said
    .filter(({ text }) => (timesSaid.get(text) ?? 0) > 1)
    .map(({ text, device }) => `(a) "${text}" of ${device.name} was said ${timesSaid.get(text)} times`);
  const folded = emptyRows();
  for (const event of server.log) foldInto(folded, event);
  return [
    ...doubled,
    ...reused,
    ...twice,
    ...rowsDiffer('the log folded anew, rooms', folded.rooms, server.rows.rooms),
    ...rowsDiffer('the log folded anew, orders', folded.orders, server.rows.orders),
    ...orderOfLog(server),
    ...orderOfSaid(ledger, server),
    ...saidByOthers(ledger, server),
  ];
}

function timesOf(server: Seen): Map<string, number> {
  const times = new Map<string, number>();
  for (const rows of server.rows.messages.values())
    for (const { content } of rows) times.set(content, (times.get(content) ?? 0) + 1);
  return times;
}

/** (d) The log has the order of each stream: otherwise a device would receive an effect before its cause. */
function orderOfLog({ log }: Seen): string[] {
  const newest = new Map<string, number>();
  const wrong: string[] = [];
  for (const { stream, sseq, xid } of log) {
    const last = newest.get(stream) ?? 0;
    if (sseq !== last + 1) wrong.push(`(d) the log has ${stream} at ${sseq} behind ${last}, transaction ${xid}`);
    newest.set(stream, Math.max(last, sseq));
  }
  return wrong;
}

/**
 * (d) Messages of one user of a device in a room are in the order they were sent: users of one device may write in the
 * same room, and what one of them has not sent waits until they sign in again. Messages undone by a restore are sent
 * again as soon as their device learns of the restore, and later messages may precede them (decision 0015). Text
 * does not wait for files.
 */
function orderOfSaid(ledger: Ledger, server: Seen): string[] {
  const place = new Map<string, number>();
  for (const rows of server.rows.messages.values()) for (const { id, sseq } of rows) place.set(id, sseq);
  const wrong: string[] = [];
  const before = new Map<string, { kept: Kept; sseq: number }[]>();
  for (const kept of ledger.kept) {
    const sseq =
      kept.kind === 'message' && !kept.isUndone && kept.hasFiles !== true ? place.get(kept.cmdId ?? '') : undefined;
    if (sseq === undefined) continue;
    const key = `${kept.device.name} ${kept.by} ${kept.roomId}`;
    const list = before.get(key) ?? [];
    const over = list.find((other) => other.sseq > sseq && (other.kept.at < kept.at || other.kept.tab === kept.tab));
    if (over !== undefined) wrong.push(`(d) "${kept.text}" of ${kept.device.name} overtook "${over.kept.text}"`);
    list.push({ kept, sseq });
    before.set(key, list);
  }
  return wrong;
}

/** (h) Other users who sign in on a device do not send its user's commands. */
function saidByOthers(ledger: Ledger, server: Seen): string[] {
  const authors = new Map<string, string>();
  for (const rows of server.rows.messages.values()) for (const { id, author } of rows) authors.set(id, author.id);
  return ledger.kept
    .filter(({ kind, cmdId = '', by }) => kind === 'message' && (authors.get(cmdId) ?? by) !== by)
    .map(({ text, device }) => `(h) "${text}" of ${device.name} was sent in another's name`);
}

/** (a) At rest, every command that was reported as stored has had its effect. */
export function missingEffects(ledger: Ledger, server: Seen): string[] {
  const timesSaid = timesOf(server);
  const written = new Map<string, number>();
  const told = server.log.map((event) => (event.stream.startsWith('order:') ? JSON.stringify(event) : ''));
  for (const { kind, text } of ledger.kept) {
    if (kind === 'patch') written.set(text, told.filter((event) => event.includes(`"${text}"`)).length);
  }
  return ledger.kept.flatMap((entry) => {
    const { kind, text, device } = entry;
    // A visitor who borrowed the device has not come back.
    if (entry.decided || entry.isLost || entry.by !== device.owner.id) return [];
    if ((kind === 'message' || kind === 'question') && !timesSaid.has(text))
      return [`(a) "${text}" of ${device.name} was never said`];
    if (kind !== 'patch' || written.get(text) !== 0 || isReplaced(entry, ledger)) return [];
    return [`(a) the change "${text}" of ${device.name} never arrived`];
  });
}

/** (c) Commands of visitors are on the server, or are pending until the visitor comes back. */
export async function lostOfVisitors(device: Device, ledger: Ledger, server: Seen): Promise<string[]> {
  const visitors = new Set(ledger.kept.flatMap((entry) => (entry.device === device ? [entry.by] : [])));
  visitors.delete(device.owner.id);
  const lost: string[] = [];
  for (const visitor of visitors) {
    const db = device.disk.connect(visitor, device.version);
    const [{ entries }, refused] = [await readPending(db), await db.attention.toCollection().primaryKeys()];
    db.close();
    const queued = new Set([...entries.map(({ cmdId }) => cmdId), ...refused]);
    for (const { cmdId, text, by, decided, isLost } of ledger.kept.filter((entry) => entry.device === device)) {
      if (by !== visitor || cmdId === undefined || decided || isLost || queued.has(cmdId)) continue;
      if (server.answerTo(cmdId) === undefined)
        lost.push(`(c) "${text}" is not on ${device.name} for who kept it there`);
    }
  }
  return lost;
}

/** Whether a pending change was merged with a later one of the same field, under the same id. */
function isReplaced(entry: Kept, ledger: Ledger): boolean {
  const later = ledger.kept.slice(ledger.kept.indexOf(entry) + 1);
  return later.some(({ cmdId, path }) => cmdId === entry.cmdId && path === entry.path);
}

/** (b) At rest, a device has what the server shows its user. */
export async function differences(device: Device, db: UserDb, server: Seen): Promise<string[]> {
  const { me, name } = device;
  const { rows } = server;
  const seen = <T>(all: ReadonlyMap<string, T>, kind: string) =>
    new Map([...all].filter(([id]) => server.sees(me, `${kind}:${id}`)));
  const wrong = [
    ...rowsDiffer(`${name}, rooms`, byId(await db.rooms.toArray()), seen(rows.rooms, 'room')),
    ...rowsDiffer(`${name}, orders`, byId(await db.orders.toArray()), seen(rows.orders, 'order')),
  ];
  for (const window of await db.windows.toArray()) {
    const pages = await db.messages
      .where(':id')
      .between(...pageRangeOf(window.roomId), true, true)
      .toArray();
    const has = pages.flatMap((page) => asPage(page).rows).filter((row) => row.sseq >= window.from);
    const expected = (rows.messages.get(window.roomId) ?? []).filter((row) => row.sseq >= window.from);
    wrong.push(...rowsDiffer(`${name}, messages`, byId(has), byId(expected)));
  }
  return wrong;
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

function rowsDiffer<T>(who: string, found: ReadonlyMap<string, T>, expected: ReadonlyMap<string, T>): string[] {
  const ids = new Set([...found.keys(), ...expected.keys()]);
  const text = (row: T | undefined) => canonicalJson(row ?? null);
  return [...ids]
    .filter((id) => text(found.get(id)) !== text(expected.get(id)))
    .map((id) => {
      const [is, should] = [text(found.get(id)), text(expected.get(id))];
      return `(b) ${who}: ${id} is ${is.slice(0, 300)} and should be ${should.slice(0, 300)}`;
    });
}
