import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { demoUsers } from '../server/demo/users.ts';
import { silentLog } from '../server/ground/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { connect as openDatabase } from '../server/database/database.ts';
import type { Db } from '../server/database/db.ts';
import { openSession } from '../server/session/sessions.ts';
import { docxOf, paragraph } from '../tests/support/files/office-files.ts';
import { head } from '../tests/support/servers/raw-http.ts';
import { openRawSocket } from '../tests/support/servers/raw-socket.ts';
import { figure } from '../tests/support/servers/server.ts';
import { serverProcess } from '../tests/support/servers/server-process.ts';
import { newDevice, newId, wish } from '../tests/support/users.ts';
import { startFlags } from './servers.ts';
import { ms } from './stats.ts';

/**
 * `npm run bench:abuse`: one attack at a time, for a few seconds, beside an honest user. Prints the worst reply of
 * `/healthz`, the worst send and the worst join of the honest user, and the server's highest memory. Everything runs on
 * this machine and ends by itself. `--only forms` runs one attack.
 */
const { values } = parseArgs({ options: { only: { type: 'string' }, seconds: { type: 'string', default: '10' } } });
const seconds = Number(values.seconds);

/** What an attacker has: the server's address, an account and the ids of its orders with a quote. */
interface Target {
  url: string;
  token: string;
  userId: string;
  orders: string[];
}

const attacks: Record<string, (target: Target, untilMs: number) => Promise<string>> = {
  /** Ten sockets without an account ask to join as fast as they can, and reconnect as long as they may. */
  async joins({ url }, untilMs) {
    const join43 = `40/sync,{"token":"${'x'.repeat(43)}"}`;
    let packets = 0;
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        while (Date.now() < untilMs) {
          const socket = await openRawSocket(url);
          while (Date.now() < untilMs && !socket.isEnded() && socket.closeCode() === undefined) {
            socket.flood(join43, 500);
            packets += 500;
            await wait(8);
          }
          socket.end();
          await wait(100);
        }
      }),
    );
    return `${packets} packets`;
  },

  /** Sixty forms of 25 MB of which the last byte is never sent. */
  async forms({ url, token }, untilMs) {
    const begin = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.png"\r\n\r\n';
    const about = {
      authorization: `Bearer ${token}`,
      'x-device-id': newDevice(),
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': String(27_000_000),
    };
    const fivePart = Buffer.alloc(4_900_000, 'x');
    let refused = 0;
    const sockets = Array.from({ length: 60 }, () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.on('data', (bytes: Buffer) => (refused += bytes.toString().startsWith('HTTP/1.1 503') ? 1 : 0));
      socket.write(head('POST', '/api/v1/experts/chats', about));
      for (let part = 0; part < 5; part++) {
        socket.write(begin);
        socket.write(fivePart);
        socket.write('\r\n');
      }
      return socket;
    });
    while (Date.now() < untilMs) {
      await wait(1_000);
      for (const socket of sockets) if (!socket.destroyed) socket.write('x');
    }
    for (const socket of sockets) socket.destroy();
    return `${refused} of 60 refused`;
  },

  /** Sixty quotes at once, again and again. */
  async quotes({ url, token, orders }, untilMs) {
    const headers = { authorization: `Bearer ${token}`, 'x-device-id': newDevice() };
    const statuses = new Map<number, number>();
    while (Date.now() < untilMs) {
      await Promise.all(
        Array.from({ length: 60 }, async (_, i) => {
          const response = await fetch(`${url}/api/v1/po_system/orders/${orders[i % orders.length]}/quote/pdf`, {
            headers,
          });
          await response.arrayBuffer();
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        }),
      );
    }
    return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  },

  /** Eight questions at once, each with five documents of 12 KB that have 100,000 paragraphs. */
  async documents({ url, token, userId }, untilMs) {
    const text = 'How thick is the copper foil of a 21700 cell?';
    let rounds = 0;
    while (Date.now() < untilMs) {
      const files = await Promise.all(
        Array.from({ length: 5 }, (_, i) =>
          upload({ url, token }, `letters-${rounds}-${i}.docx`, docxOf(paragraph('x').repeat(100_000) + i + rounds)),
        ),
      );
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          const roomId = newId();
          const commands = [
            wish('room.open', { roomId, type: 1 }),
            wish('question.ask', { roomId, text, chatType: 1, files }),
          ];
          await push({ url, token, userId }, commands);
        }),
      );
      rounds++;
    }
    return `${rounds} rounds of 8 questions`;
  },

  /** Pushes of a hundred questions. */
  async questions({ url, token, userId }, untilMs) {
    let pushes = 0;
    while (Date.now() < untilMs) {
      const commands = Array.from({ length: 50 }, () => {
        const roomId = newId();
        const args = { roomId, text: 'How thick is the copper foil of a 21700 cell?', chatType: 1 };
        return [wish('room.open', { roomId, type: 1 }), wish('question.ask', args)];
      }).flat();
      await push({ url, token, userId }, commands);
      pushes++;
    }
    return `${pushes} pushes of 50 questions`;
  },
};

async function push(who: Pick<Target, 'url' | 'token' | 'userId'>, commands: object[]): Promise<number> {
  const response = await fetch(`${who.url}/api/v1/sync/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'x-device-id': newDevice(), 'content-type': 'application/json' },
    body: JSON.stringify({
      protocol: 1,
      clientId: newId(),
      actor: who.userId,
      commands: commands.map((each, n) => ({ n, ...each })),
    }),
  });
  await response.arrayBuffer();
  return response.status;
}

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** @returns the file as a question refers to it */
async function upload(who: Pick<Target, 'url' | 'token'>, name: string, bytes: Buffer) {
  const headers = { authorization: `Bearer ${who.token}`, 'x-device-id': newDevice(), 'tus-resumable': '1.0.0' };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const begun = await fetch(`${who.url}/api/v1/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${encoded(name)},sha256 ${encoded(sha256)}`,
    },
  });
  const address = begun.headers.get('location') ?? '';
  await fetch(new URL(address, who.url), {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes),
  });
  const mime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  return { id: address.slice(address.lastIndexOf('/') + 1), name, size: bytes.length, mime, sha256 };
}

/** Runs the honest user until the attack is over. @returns the worst time of each kind in ms, and the highest memory */
async function beside(me: Target, isOver: () => boolean) {
  const worst = { healthz: 0, send: 0, join: 0, bytes: 0 };
  const measure = async (what: 'healthz' | 'send' | 'join', pauseMs: number, run: () => Promise<unknown>) => {
    while (!isOver()) {
      const from = performance.now();
      await run().catch(() => undefined);
      worst[what] = Math.max(worst[what], performance.now() - from);
      await wait(pauseMs);
    }
  };
  const roomId = newId();
  await push(me, [wish('room.open', { roomId, type: 1 })]);
  await Promise.all([
    measure('healthz', 50, async () => (await fetch(`${me.url}/healthz`)).text()),
    measure('send', 200, () => push(me, [wish('chat.send', { roomId, content: 'hello', files: [] })])),
    measure('join', 1_000, async () => {
      const socket = await openRawSocket(me.url);
      socket.send(`40/sync,{"token":"${me.token}"}`);
      while (!isOver() && !socket.isEnded() && !socket.texts.some((text) => text.startsWith('40/sync'))) await wait(5);
      socket.end();
    }),
    (async () => {
      while (!isOver()) {
        worst.bytes = Math.max(worst.bytes, (await figure(me, 'process_resident_memory_bytes').catch(() => 0)) ?? 0);
        await wait(500);
      }
    })(),
  ]);
  return worst;
}

async function signIn(db: Db, url: string, email: string): Promise<Pick<Target, 'url' | 'token' | 'userId'>> {
  const user = demoUsers.find((each) => each.email === email);
  if (user === undefined) throw new Error(`the demo has no ${email}`);
  const token = await openSession(db, user.id, { deviceId: null, userAgent: null, remember: true });
  return { url, token, userId: user.id };
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vfp-bench-abuse-'));
  const postgres = await startPostgres({ dataDir: folder, log: silentLog });
  const dataDir = join(folder, 'data');
  const server = await serverProcess({ DATABASE_URL: postgres.url, DATA_DIR: dataDir, DEMO: 'on' }, startFlags());
  try {
    await server.start();
    const url = `http://127.0.0.1:${server.port}`;
    const db = openDatabase(postgres.url, silentLog, 1);
    const attacker = await signIn(db, url, 'engineer@demo.vfp');
    const { rows } = await sql<{ id: string }>`
      select id from orders where owner_id = ${attacker.userId} and data ->> 'quote' is not null`.execute(db);
    const target = { ...attacker, orders: rows.map(({ id }) => id) };
    const honest = { ...(await signIn(db, url, 'customer@demo.vfp')), orders: [] };
    await db.destroy();
    for (const name of values.only === undefined ? ['nothing', ...Object.keys(attacks)] : values.only.split(',')) {
      const child = fork(import.meta.filename, process.argv.slice(2), { env: { ...process.env, ATTACK: name } });
      child.send(target);
      let isOver = false;
      const ended = once(child, 'message').then(([said]) => {
        isOver = true;
        return String(said);
      });
      const worst = await beside(honest, () => isOver);
      console.log(
        `${name}: ${await ended}; worst healthz ${ms(worst.healthz)}, send ${ms(worst.send)}, ` +
          `join ${ms(worst.join)}; memory ${Math.round(worst.bytes / 1e6)} MB`,
      );
      await wait(1_000);
    }
  } finally {
    await server.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const attack = process.env['ATTACK'];
if (attack === undefined) await main();
else {
  const [target] = (await once(process, 'message')) as [Target];
  const untilMs = Date.now() + seconds * 1000;
  const said = attack === 'nothing' ? await wait(untilMs - Date.now(), '-') : await attacks[attack]?.(target, untilMs);
  process.send?.(said, () => process.exit(0));
}
