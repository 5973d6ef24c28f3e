import { io } from 'socket.io-client';
import { answerIdOf } from '#domain/commands.ts';
import { startModelServer, chunk } from '../tests/support/model-server.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inGroups } from '../server/groups.ts';
import { readConfig } from '../server/config.ts';
import { silentLog } from '../server/log.ts';
import { serve } from '../server/serve.ts';
import { openSession } from '../server/store/users/sessions.ts';
import { newDevice, newId, somebody } from '../tests/support/users.ts';

/**
 * Answers of a language model: how much later than the provider's the first text reaches a page, for one answer and for 200
 * at once, and how long durable sends take meanwhile. `npx node bench/answers.ts [streams]`
 */

const streams = Number(process.argv[2] ?? 200);
const words = 200;
const model = await startModelServer();
const sentAt = new Map<string, number>();
model.reply = (response, call) => {
  const asked = /number ([0-9a-f-]{36})/.exec(call.body.messages[1]?.content ?? '')?.[1] ?? '';
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = words;
  const timer = setInterval(() => {
    if (left === words) sentAt.set(asked, performance.now());
    response.write(chunk('word '));
    if (--left > 0) return;
    clearInterval(timer);
    response.end(`${chunk('[1].', 'stop')}data: [DONE]\n\n`);
  }, 100);
  response.on('close', () => clearInterval(timer));
};
const dataDir = mkdtempSync(join(tmpdir(), 'vfp-answers-'));
const settings = { DATA_DIR: dataDir, PORT: '0', DEMO: '0', LLM_BASE_URL: model.url, LLM_MODEL: 'bench' };
const limits = { QUOTA_FACTOR: '1000', REQUESTS_PER_ADDRESS: '1000000', REQUESTS_PER_PERSON: '1000000' };
const server = await serve(
  readConfig({ ...settings, ...limits, HANDSHAKES_PER_ADDRESS: '100000', LOG_LEVEL: 'warn' }),
  {
    log: silentLog,
  },
);

async function signIn() {
  const user = await somebody(server.db, 'engineer');
  const about = { deviceId: null, userAgent: null, remember: true };
  return { user, token: await openSession(server.db, user.id, about) };
}

// Each user has three answers at once.
const users = await Promise.all(Array.from({ length: Math.ceil(streams / 3) }, signIn));
const first = new Map<string, number>();
for (const { token } of users) {
  const socket = io(`${server.url}/sync`, { transports: ['websocket'], auth: { token, protocol: 1 }, forceNew: true });
  socket.on('answer.delta', ({ answerId, i }: { answerId: string; i: number }) => {
    if (i === 0) first.set(answerId, performance.now());
  });
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', () => resolve());
    socket.on('connect_error', reject);
  });
}
const questions: string[] = [];

async function ask(user: (typeof users)[number]): Promise<void> {
  const key = newId();
  questions.push(key);
  const room = newId();
  await server.bus.executeCommands(user.user.id, [
    { cmdId: newId(), type: 'room.open', v: 1, args: { roomId: room, type: 1 } },
    {
      cmdId: key,
      type: 'question.ask',
      v: 1,
      args: { roomId: room, chatType: 1, text: `How wide is a 4680 cell, number ${key}?` },
    },
  ]);
}

async function sends(count: number): Promise<number[]> {
  const sender = await signIn();
  const room = newId();
  await server.bus.executeCommands(sender.user.id, [
    { cmdId: newId(), type: 'room.open', v: 1, args: { roomId: room, type: 5 } },
  ]);
  const took: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    const reply = await fetch(`${server.url}/api/v1/sync/push`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sender.token}`,
        'content-type': 'application/json',
        'x-device-id': newDevice(),
      },
      body: JSON.stringify({
        protocol: 1,
        clientId: newId(),
        actor: sender.user.id,
        commands: [
          {
            cmdId: newId(),
            n: i + 1,
            type: 'chat.send',
            v: 1,
            args: { roomId: room, content: 'hi', files: [] },
            deps: [],
          },
        ],
      }),
    });
    const { results } = (await reply.json()) as { results?: { s: string }[] };
    if (results?.[0]?.s !== 'ok') throw new Error(`a message was not accepted: ${JSON.stringify(results)}`);
    took.push(performance.now() - start);
  }
  return took;
}

const at = (values: number[], share: number) =>
  Math.round((values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? NaN) * 10) / 10;
const shown = (name: string, values: number[]) =>
  console.log(
    `${name}: ${values.length}, median ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms, most ${at(values, 1)} ms`,
  );
const delays = () =>
  questions.splice(0).flatMap((key) => {
    const [sent, seen] = [sentAt.get(key), first.get(answerIdOf(key))];
    return sent === undefined || seen === undefined ? [] : [seen - sent];
  });
const untilWritten = async () => {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (first.size > 0 && model.calls.length === sentAt.size && questions.every((key) => first.has(answerIdOf(key))))
      return;
  }
};

shown('durable sends alone', await sends(60));
for (const user of users.slice(0, 10)) {
  await ask(user);
  await untilWritten();
}
shown('first text, one answer at a time', delays());
await new Promise((resolve) => setTimeout(resolve, 20_000));
const asking = Array.from({ length: streams }, (_, i) => users[i % users.length]!);
for (const some of inGroups(asking, 8)) await Promise.all(some.map(ask));
const beside = await sends(60);
await untilWritten();
shown(`first text, ${streams} answers at once`, delays());
shown(`durable sends beside ${streams} answers`, beside);
await server.close();
await model.close();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
