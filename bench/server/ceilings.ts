import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'pg';
import { WebSocket } from 'ws';
import { type Timing, timing } from './generator.ts';

/** The fastest times possible: a bare echo socket, and one row per transaction, both at the same rate. */

export async function echo(url: string, perSecond: number, seconds: number): Promise<Timing> {
  const ws = new WebSocket(url, { perMessageDeflate: false });
  await once(ws, 'open');
  const waiting = new Map<string, () => void>();
  ws.on('message', (bytes: Buffer) => waiting.get(bytes.toString())?.());
  const figures = await atRate(perSecond, seconds, (i) => {
    return new Promise<void>((resolve) => {
      waiting.set(String(i), resolve);
      ws.send(String(i));
    });
  });
  ws.terminate();
  return timing(figures);
}

export async function insert(databaseUrl: string, perSecond: number, seconds: number): Promise<Timing> {
  const pool = new Pool({ connectionString: databaseUrl, max: 8 });
  await pool.query(
    'create table if not exists bare_rows (id bigint generated always as identity primary key, body text)',
  );
  const figures = await atRate(perSecond, seconds, async (i) => {
    await pool.query('insert into bare_rows (body) values ($1)', [`message ${i} of the measurement`]);
  });
  await pool.query('drop table bare_rows');
  await pool.end();
  return timing(figures);
}

/**
 * Starts work at a fixed rate without waiting for its end.
 * @param work gets the time when it was due
 * @returns the times from then until each ended
 */
export async function atRate(
  perSecond: number,
  seconds: number,
  work: (i: number, due: number) => Promise<void>,
): Promise<number[]> {
  const figures: number[] = [];
  const from = performance.now() + 100;
  const waiting: Promise<void>[] = [];
  for (let i = 0; i < perSecond * seconds; i++) {
    const due = from + (i * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 1) await wait(early);
    const each = work(i, due).then(() => void figures.push(performance.now() - due));
    // A failure is reported by `Promise.all` below; until then it is handled.
    each.catch(() => undefined);
    waiting.push(each);
  }
  await Promise.all(waiting);
  return figures;
}

/** Opens `count` bare sockets and keeps them open. @returns a function that closes them */
export async function hold(url: string, count: number): Promise<() => void> {
  const open: WebSocket[] = [];
  for (let i = 0; i < count; i += 50) {
    await Promise.all(
      Array.from({ length: Math.min(50, count - i) }, async () => {
        const ws = new WebSocket(url, { perMessageDeflate: false });
        open.push(ws);
        await once(ws, 'open');
      }),
    );
  }
  return () => {
    for (const ws of open) ws.terminate();
  };
}
