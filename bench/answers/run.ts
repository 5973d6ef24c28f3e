import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { io } from 'socket.io-client';
import { WebSocket } from 'ws';
import { answerIdOf } from '#domain/commands.ts';
import { silentLog } from '../../server/log.ts';
import { startPostgres } from '../../server/postgres/postgres.ts';
import { connect } from '../../server/store/system/database.ts';
import { openSession } from '../../server/store/users/sessions.ts';
import { keyedQuestion } from '../../tests/support/keyed-question.ts';
import { serverProcess } from '../../tests/support/server-process.ts';
import { newDevice, newId, somebody } from '../../tests/support/users.ts';
import { quantile } from '../stats.ts';
import { startStandIn } from './stand-in.ts';

/**
 * `npm run bench:answers`: how much later than the model's the first text of an answer reaches a page, alone and with 200 answers
 * at once, and how long durable sends take meanwhile. Beside it, in the same run: a bare relay of the same streams. The rounds of both
 * alternate. Model, pages and senders are this process; server and relay have one each.
 *
 *   npm run bench:answers -- --streams 200 --rounds 3
 *   npm run bench:answers -- --rounds 1 --profile /tmp/profile    # writes the server's CPU profile into this folder
 */
const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '3' },
    profile: { type: 'string' },
  },
});
const [streams, rounds] = [Number(values.streams), Number(values.rounds)];
/** Questions a second, so that all answers are being written before the first one ends. */
const askedPerSecond = 40;
/** Messages a second that are sent meanwhile. */
const sentPerSecond = 30;

const model = await startStandIn();
const folder = mkdtempSync(join(tmpdir(), 'vfp-answers-'));
const postgres = await startPostgres({ dataDir: folder, log: silentLog });
const flags = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];
const server = await serverProcess(
  {
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, 'data'),
    DEMO: 'off',
    LLM_BASE_URL: model.url,
    LLM_MODEL: 'bench',
    LOG_LEVEL: 'error',
    QUOTA_FACTOR: '1000',
    REQUESTS_PER_ADDRESS: '1000000',
    REQUESTS_PER_PERSON: '1000000',
    HANDSHAKES_PER_ADDRESS: '100000',
  },
  flags,
);
await server.start();
const url = `http://127.0.0.1:${server.port}`;
const db = connect(postgres.url, silentLog, 4);
// No question is held back by the limits of the model. A server reads its settings when it starts.
const most = 1_000_000_000;
const limits = { tokensPerConversation: most, tokensPerUserDay: most, tokensPerDay: most };
await sql`insert into assistant_settings (version, content, why)
  values (1, ${JSON.stringify(limits)}, 'More than the benchmark uses')`.execute(db);
await server.stop();
await server.start();
const relay = fork(join(import.meta.dirname, 'relay-main.ts'));
const [{ url: relayUrl }] = (await once(relay, 'message')) as [{ url: string }];

/** When the first text of a question's answer reached a page, by its number. */
const seenAt = new Map<number, number>();

// Pages: one socket for each user, who may have three answers at once.
const keys = new Map<string, number>();
const users = await Promise.all(Array.from({ length: Math.ceil(streams / 3) + 1 }, () => signIn('stranger')));
const sockets = users.map(({ token }) =>
  io(`${url}/sync`, { transports: ['websocket'], auth: { token, protocol: 1 } }),
);
await Promise.all(
  sockets.map(async (socket) => {
    socket.on('answer.delta', ({ answerId, i }: { answerId: string; i: number }) => {
      if (i === 0) seenAt.set(keys.get(answerId) ?? NaN, performance.now());
    });
    await new Promise<void>((resolve) => socket.on('connect', resolve));
  }),
);
const bare = new WebSocket(`ws://${relayUrl}`, { perMessageDeflate: false });
await once(bare, 'open');
bare.on('message', (bytes: Buffer) => {
  const key = Number(bytes.toString().split(' ', 1)[0]);
  if (!seenAt.has(key)) seenAt.set(key, performance.now());
});

type Asker = (key: number, number: number) => Promise<void>;

/** Signs somebody in who has no other session. */
async function signIn(kind: 'stranger' | 'customer') {
  const user = await somebody(db, kind);
  const token = await openSession(db, user.id, { deviceId: null, userAgent: null, remember: true });
  return { user, token, clientId: newId(), device: newDevice() };
}

interface Pushed {
  results?: { s: string; out?: { answer?: object } }[];
}

/** Replies of a server that had too much to do. */
let turnedAway = 0;

/** @throws Error when a command is not accepted */
async function push(
  who: (typeof users)[number],
  ...commands: { cmdId: string; type: string; args: object }[]
): Promise<void> {
  const numbered = commands.map((command, at) => ({ ...command, n: at + 1, v: 1 }));
  const reply = await fetch(`${url}/api/v1/sync/push`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-device-id': who.device,
    },
    body: JSON.stringify({ protocol: 1, clientId: who.clientId, actor: who.user.id, commands: numbered }),
  });
  // A server that has too much to do says when to come again, as a device does.
  if (reply.status === 503) {
    turnedAway++;
    await wait(500);
    return await push(who, ...commands);
  }
  const { results } = (await reply.json()) as Pushed;
  const bad = results?.find(({ s, out }) => s !== 'ok' || out?.answer !== undefined);
  if (results === undefined || bad !== undefined)
    throw new Error(`not accepted: ${reply.status} ${JSON.stringify(bad)}`);
}

const askOurs: Asker = async (key, number) => {
  const [roomId, cmdId] = [newId(), newId()];
  keys.set(answerIdOf(cmdId), key);
  await push(
    users[number % users.length]!,
    { cmdId: newId(), type: 'room.open', args: { roomId, type: 1 } },
    { cmdId, type: 'question.ask', args: { roomId, chatType: 1, text: keyedQuestion(key) } },
  );
};

const askRelay: Asker = async (key) => {
  await fetch(`http://${relayUrl}/?key=${key}&model=${encodeURIComponent(model.url)}`, { method: 'POST' });
};

let asked = 0;
/** Asks this many questions, at this rate. @returns how long after the model's the first text of each was seen, in ms */
async function ask(asker: Asker, count: number, perSecond: number): Promise<number[]> {
  const mine = Array.from({ length: count }, () => ++asked);
  await atRate(perSecond, count, (i) => asker(mine[i]!, i));
  for (let tries = 0; !mine.every((key) => seenAt.has(key)); tries++) {
    if (tries > 300) throw new Error('an answer has not begun');
    await wait(100);
  }
  return mine.map((key) => (seenAt.get(key) ?? NaN) - (model.sentAt.get(key) ?? NaN));
}

/** Sends messages until told to stop. @returns how long each took to be stored and acknowledged, in ms */
async function send(until: Promise<unknown>): Promise<number[]> {
  const [sender, roomId] = [await signIn('customer'), newId()];
  await push(sender, { cmdId: newId(), type: 'room.open', args: { roomId, type: 5 } });
  let isOver = false;
  void until.finally(() => (isOver = true));
  return await atRate(
    sentPerSecond,
    Infinity,
    async () => {
      const message = { roomId, content: 'A message of the measurement', files: [] };
      await push(sender, { cmdId: newId(), type: 'chat.send', args: message });
    },
    () => isOver,
  );
}

/** Starts work at fixed times, however long it takes. @returns how long after its time each ended, in ms */
async function atRate(
  perSecond: number,
  count: number,
  work: (i: number) => Promise<void>,
  isOver = () => false,
): Promise<number[]> {
  const figures: number[] = [];
  const running: Promise<void>[] = [];
  const from = performance.now();
  for (let i = 0; i < count && !isOver(); i++) {
    const due = from + (i * 1000) / perSecond;
    await wait(Math.max(0, due - performance.now()));
    running.push(work(i).then(() => void figures.push(performance.now() - due)));
  }
  await Promise.all(running);
  return figures;
}

const untilWritten = async () => {
  while (model.open() > 0) await wait(100);
  // The ends of the answers are stored.
  await wait(2000);
};

try {
  const found: Record<string, number[]> = {};
  const note = (what: string, figures: number[]) => (found[what] ??= []).push(...figures);
  for (let round = 0; round < rounds; round++) {
    note('durable sends, nothing else', await send(wait(4000)));
    for (const [name, asker] of [
      ['bare relay', askRelay],
      ['ours', askOurs],
    ] as const) {
      note(`first text, few at a time, ${name}`, await ask(asker, 20, 2));
      await untilWritten();
      const asking = ask(asker, streams, askedPerSecond).then(async (delays) => (await wait(4000), delays));
      const sending = send(asking);
      note(`first text, ${streams} at once, ${name}`, await asking);
      note(`durable sends beside ${streams} streams, ${name}`, await sending);
      await untilWritten();
    }
    console.log(`round ${round + 1} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
  }
  for (const [what, figures] of Object.entries(found)) {
    const [p50, p99] = [quantile(figures, 0.5), quantile(figures, 0.99)].map((figure) => figure.toFixed(1));
    console.log(`${what.padEnd(50)} ${String(figures.length).padStart(5)}   p50 ${p50} ms   p99 ${p99} ms`);
  }
  if (turnedAway > 0) console.log(`turned away with 503, and sent again: ${turnedAway}`);
} finally {
  for (const socket of sockets) socket.close();
  bare.terminate();
  relay.kill();
  await server.stop();
  await db.destroy();
  await postgres.stop();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
}
