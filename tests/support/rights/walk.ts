import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { openSession } from '../../../server/session/sessions.ts';
import { say } from '../database/bus-world.ts';
import { newId, somebody, wish } from '../users.ts';
import { push, type SignedIn } from '../servers/processes.ts';
import { at } from '../servers/server.ts';
import { until } from '../until.ts';
import { callNames, namespaceNames, openCall, openSocket, type OpenSocket } from './channels.ts';
import { type Loss, type Scene, type Stream, streams } from './losses.ts';
import type { Db } from '../../../server/database/db.ts';

/** Takes a right from a user with all channels open, and checks what still arrives. */

export interface Place {
  db: Db;
  filesDir: string;
  /** The process the user is connected to. */
  url: string;
  /** The process used by the others, who change the rights and write. */
  elsewhere: string;
}

async function signedIn(db: Db, kind: Parameters<typeof somebody>[1]): Promise<SignedIn> {
  const user = await somebody(db, kind);
  return { user, token: await openSession(db, user.id, { deviceId: null, userAgent: null, remember: true }) };
}

/** Checks one way to lose rights. @returns the number of channels that were open */
export async function walk(place: Place, loss: Loss): Promise<number> {
  const { db, url, elsewhere } = place;
  const [victim, expert, colleague] = [
    await signedIn(db, loss.kind),
    await signedIn(db, 'expert'),
    await signedIn(db, 'colleague'),
  ];
  const rooms = {
    'expert room': await room(elsewhere, victim, { type: 5 }, colleague),
    'result room': await room(elsewhere, victim, { type: 7, resultName: randomUUID() }, colleague),
  };
  const orderId = newId();
  const scene: Scene = { db, url: elsewhere, victim, expert, rooms };

  const opened = await Promise.all(namespaceNames.map((name) => openSocket(url, name, victim)));
  const sockets = opened.filter((each) => each !== undefined);
  const witnesses = await Promise.all(namespaceNames.map((name) => openSocket(url, name, expert)));
  const fileId = await bigFile(place, victim);
  await fillRoom(db, rooms['expert room']);
  const assign = (assigneeId: string | null) =>
    sql`update rooms set data = data || ${JSON.stringify({ assigneeId })}::jsonb where id = ${rooms['expert room']}`.execute(
      db,
    );
  // Staff load a room of this size only while it is theirs.
  await assign(victim.user.id);
  const calls = await Promise.all(callNames.map((name) => openCall(url, name, victim, fileId)));
  await assign(null);

  let base: string | null = null;

  /**
   * Other users write to each stream, until every user who may still see it has received everything.
   * @returns what identifies each write
   */
  async function write(): Promise<Said> {
    const text = randomUUID();
    const change = { path: 'title', value: `${text} order`, base };
    const patch = wish('order.patch', { orderId, changes: [change] });
    base = patch.cmdId;
    const [order] = await push(elsewhere, colleague, patch);
    const said: unknown[] = [];
    // Each in its own commit, so that each has its own position.
    for (const id of Object.values(rooms)) said.push(...(await push(elsewhere, expert, say(id, `${text} ${id}`))));
    const marks = {
      order: `${text} order`,
      'expert room': `${text} ${rooms['expert room']}`,
      'result room': `${text} ${rooms['result room']}`,
    };
    const places = [order, ...said].map(placeOf);
    await until('the witness has heard', () =>
      witnesses.every((witness) => {
        if (witness === undefined) throw new Error('the witness was not let in');
        const heard = witness.heard();
        if (witness.name === '/sync') return places.every((one) => heard.includes(one));
        return heard.includes(marks[witness.name === '/po-chat' ? 'result room' : 'expert room']);
      }),
    );
    for (const socket of sockets) await socket.settled();
    const [ofOrder = '', expertRoom = '', resultRoom = ''] = places;
    return { text: marks, place: { order: ofOrder, 'expert room': expertRoom, 'result room': resultRoom } };
  }
  try {
    const before = await write();
    const everything: readonly Stream[] = loss.kind === 'customer' ? ['expert room'] : streams;
    for (const socket of sockets) {
      const sees = everything.filter((stream) => carried[socket.name]?.includes(stream));
      await until('everything is heard before', () => {
        const heard = heardOf(before, socket);
        return sees.every((stream) => heard.includes(stream));
      });
    }
    expect(calls.filter((each) => each.isOver()).map(({ name }) => name)).toEqual([]);

    await loss.happens(scene);

    const isSilent = (said: Said) =>
      sockets.every((socket) => heardOf(said, socket).every((stream) => !hidden(loss, socket.name).includes(stream)));
    await until('nothing of it is heard', async () => isSilent(await write()));
    await until('what ends has ended', () =>
      sockets.every(({ name, isOpen }) => isOpen() === !loss.ends.includes(name)),
    );
    for (const each of calls) each.readOn();
    await until('calls under way are hung up on', () => calls.every((each) => each.isOver()));
    const after = await write();
    for (const socket of sockets) {
      const still = heardOf(after, socket);
      expect(still.filter((stream) => hidden(loss, socket.name).includes(stream))).toEqual([]);
    }
    return sockets.length + calls.length;
  } finally {
    for (const each of [...sockets, ...witnesses, ...calls]) each?.close();
    await sql`delete from messages where sseq < 0`.execute(db);
  }
}

/** How each write is recognized: by its text, and in hints by its position. */
interface Said {
  text: Record<Stream, string>;
  place: Record<Stream, string>;
}

function heardOf({ text, place }: Said, { name, heard }: OpenSocket): Stream[] {
  const all = heard();
  return streams.filter((stream) => all.includes(text[stream]) || (name === '/sync' && all.includes(place[stream])));
}

/** The streams that each namespace carries. */
const carried: Readonly<Record<string, readonly Stream[]>> = {
  '/sync': streams,
  '/po-chat': ['result room'],
  '/socket/v1': ['expert room'],
};

function hidden({ ends, hides }: Loss, name: string): readonly Stream[] {
  return ends.includes(name) ? streams : hides;
}

/** Returns the position of a command's last event as written in a hint. */
function placeOf(result: unknown): string {
  const pos = at(result, 'pos');
  return `"xid":${JSON.stringify(at(pos, 'xid'))},"seq":${JSON.stringify(at(pos, 'seq'))}`;
}

/** Creates a room of this user; for staff, who have no own rooms, another user's. */
async function room(url: string, victim: SignedIn, args: object, other: SignedIn): Promise<string> {
  const roomId = newId();
  const isStaff = victim.user.role === 'EXPERT';
  const [result] = await push(url, isStaff ? other : victim, wish('room.open', { roomId, ...args }));
  if (at(result, 's') === 'ok') return String(at(result, 'out.canonicalRoomId'));
  // Without the Navigator pass there are no result rooms.
  const [others] = await push(url, other, wish('room.open', { roomId: newId(), ...args }));
  return String(at(others, 'out.canonicalRoomId'));
}

/** Creates a file of this user that is larger than all buffers on the way. */
async function bigFile({ db, filesDir }: Place, { user }: SignedIn): Promise<string> {
  const [id, size] = [randomUUID(), 64 * 1024 * 1024];
  mkdirSync(filesDir, { recursive: true });
  writeFileSync(join(filesDir, id), '');
  truncateSync(join(filesDir, id), size);
  const sha256 = createHash('sha256').update(id).digest('hex');
  await sql`insert into files (id, uploader, sha256, size, mime, path)
    values (${id}, ${user.id}, ${sha256}, ${size}, 'image/png', ${id})`.execute(db);
  const own = randomUUID();
  await sql`insert into own_files (id, owner, file_id, name) values (${own}, ${user.id}, ${id}, 'big.png')`.execute(db);
  return own;
}

/** Fills a room so that a snapshot is larger than all buffers on the way. */
async function fillRoom(db: Db, roomId: string): Promise<void> {
  await sql`insert into messages (id, room_id, sseq, data)
    select gen_random_uuid(), ${roomId}, -i, json_build_object('content', repeat('x', 1000000)) from generate_series(1, 8) i`.execute(
    db,
  );
}
