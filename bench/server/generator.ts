import { setTimeout as wait } from 'node:timers/promises';
import { newId } from '../../tests/support/users.ts';
import { at } from '../../tests/support/server.ts';
import { quantile } from '../stats.ts';
import type { User } from '../users.ts';
import { Answered, LightSocket } from './light-socket.ts';

/** Generates the load, in a process of its own. Each user has several sockets. */

export interface Timing {
  p50: number;
  p99: number;
  count: number;
}

/** Messages that very many users may see: the time until half of the sockets and until all of them were notified. */
export interface Spread {
  middle: Timing;
  last: Timing;
  /** Notifications that did not arrive. */
  missed: number;
}

export interface Storm {
  restoredMs: number;
  /** Replies of the server meanwhile, by status; 0 for no reply. */
  statuses: Record<number, number>;
}

interface UserSocket {
  user: User;
  socket: LightSocket | undefined;
}

export class Generator {
  readonly #url: string;
  #sockets: UserSocket[] = [];
  /** Room ids by user id. */
  readonly #rooms = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Opens `count` sockets, spread over these users, 50 at a time. */
  async connect(users: readonly User[], count: number): Promise<void> {
    const sockets = Array.from({ length: count }, (_, i): UserSocket => {
      const user = users[i % users.length];
      if (user === undefined) throw new Error('there are no users');
      return { user, socket: undefined };
    });
    const left = [...sockets];
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        for (let userSocket = left.pop(); userSocket !== undefined; userSocket = left.pop()) {
          userSocket.socket = await LightSocket.open(this.#url, userSocket.user.token);
        }
      }),
    );
    this.#sockets.push(...sockets);
  }

  disconnect(): void {
    for (const { socket } of this.#sockets) socket?.end();
    this.#sockets = [];
  }

  /**
   * Sends at a fixed rate without waiting for replies; each time counts from when its message was due.
   * @returns the time until the server has stored a message, and until the user's other sockets are notified
   */
  async send(perSecond: number, seconds: number): Promise<{ ack: Timing; notified: Timing }> {
    const sockets = this.#sockets.slice(0, Math.min(200, this.#sockets.length));
    for (const { user, socket } of sockets) await this.#roomOf(user, socket);
    const acks: number[] = [];
    const notified: number[] = [];
    const dueOf = new Map<string, number>();
    for (const { socket } of this.#sockets) {
      if (socket === undefined) continue;
      socket.onEvent = (name, body) => {
        const now = performance.now();
        if (name !== 'sync:hint') return;
        for (const event of listOf(at(body, 'events'))) {
          const due = dueOf.get(String(at(event, 'cmdId')));
          if (due !== undefined) notified.push(now - due);
        }
      };
    }
    const from = performance.now() + 200;
    const waiting: Promise<unknown>[] = [];
    for (let i = 0; i < perSecond * seconds; i++) {
      const due = from + (i * 1000) / perSecond;
      const early = due - performance.now();
      if (early > 1) await wait(early);
      const userSocket = sockets[i % sockets.length];
      if (userSocket?.socket === undefined) throw new Error('no socket');
      const cmdId = newId();
      dueOf.set(cmdId, due);
      const args = {
        roomId: this.#rooms.get(userSocket.user.id),
        content: `message ${i} of the measurement`,
        files: [],
      };
      waiting.push(
        acknowledged(userSocket.socket, envelope(userSocket.user, { cmdId, type: 'chat.send', args }), due, acks),
      );
    }
    await Promise.all(waiting);
    await wait(500);
    return { ack: timing(acks), notified: timing(notified) };
  }

  /** A user without a socket in this generator writes to a room that all of its users may see. */
  async spread(writer: User, perSecond: number, seconds: number): Promise<Spread> {
    const socket = await LightSocket.open(this.#url, writer.token);
    const roomId = newId();
    await pushed(socket, envelope(writer, { cmdId: newId(), type: 'room.open', args: { roomId, type: 5 } }));
    await wait(500);
    const notifiedAfter = new Map<string, number[]>();
    const dueOf = new Map<string, number>();
    for (const userSocket of this.#sockets) {
      if (userSocket.socket === undefined) continue;
      userSocket.socket.onEvent = (name, body) => {
        if (name !== 'sync:hint') return;
        const now = performance.now();
        for (const event of listOf(at(body, 'events'))) {
          const cmdId = String(at(event, 'cmdId'));
          const due = dueOf.get(cmdId);
          if (due !== undefined) notifiedAfter.get(cmdId)?.push(now - due);
        }
      };
    }
    const from = performance.now() + 200;
    for (let i = 0; i < perSecond * seconds; i++) {
      const due = from + (i * 1000) / perSecond;
      await wait(Math.max(0, due - performance.now()));
      const cmdId = newId();
      dueOf.set(cmdId, due);
      notifiedAfter.set(cmdId, []);
      const args = { roomId, content: `message ${i} for all`, files: [] };
      await pushed(socket, envelope(writer, { cmdId, type: 'chat.send', args }));
    }
    await wait(1000);
    socket.end();
    const notified = [...notifiedAfter.values()];
    return {
      middle: timing(notified.map((figures) => quantile(figures, 0.5))),
      last: timing(notified.map((figures) => Math.max(...figures))),
      missed: notified.reduce((sum, figures) => sum + this.#sockets.length - figures.length, 0),
    };
  }

  async #roomOf(user: User, socket: LightSocket | undefined): Promise<void> {
    if (this.#rooms.has(user.id) || socket === undefined) return;
    const roomId = newId();
    this.#rooms.set(user.id, roomId);
    const command = { cmdId: newId(), type: 'room.open', args: { roomId, type: 1 } };
    await pushed(socket, envelope(user, command));
  }

  /** Reconnects every socket with the client's own back-off, then pulls once each; resolves when all have pulled. */
  async comeBack(): Promise<Storm> {
    const from = performance.now();
    const statuses: Record<number, number> = {};
    const note = (status: number) => (statuses[status] = (statuses[status] ?? 0) + 1);
    await Promise.all(
      this.#sockets.map(async (userSocket) => {
        userSocket.socket?.end();
        for (let attempt = 1; ; attempt++) {
          const base = Math.min(1000 * 2 ** (attempt - 1), 5000);
          await wait(base * (0.5 + Math.random()));
          try {
            userSocket.socket = await LightSocket.open(this.#url, userSocket.user.token);
            note(101);
            break;
          } catch (error) {
            note(error instanceof Answered ? error.status : 0);
          }
        }
        await this.#pull(userSocket.user, note);
      }),
    );
    return { restoredMs: performance.now() - from, statuses };
  }

  async #pull({ token }: User, note: (status: number) => void): Promise<void> {
    for (;;) {
      const response = await fetch(`${this.#url}/api/v1/sync/pull`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ cursor: { epoch: '', xid: '0', seq: 0 }, limit: 500 }),
      }).catch(() => undefined);
      note(response?.status ?? 0);
      const retryAfter = Number(response?.headers.get('retry-after') ?? 1);
      await response?.arrayBuffer();
      if (response?.ok === true) return;
      await wait(retryAfter * 1000 * (0.5 + Math.random()));
    }
  }
}

/** Records the time from when the message was due until it is acknowledged. */
async function acknowledged(socket: LightSocket, body: object, due: number, into: number[]): Promise<void> {
  await pushed(socket, body);
  into.push(performance.now() - due);
}

async function pushed(socket: LightSocket, body: object): Promise<void> {
  const reply = await socket.ask('sync:push', body);
  if (at(reply, 'reply.results.0.s') !== 'ok') throw new Error(JSON.stringify(reply));
}

function envelope(user: User, command: object): object {
  return { protocol: 1, clientId: user.id, actor: user.id, commands: [{ n: 0, v: 1, ...command }] };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

export function timing(figures: readonly number[]): Timing {
  return { p50: quantile(figures, 0.5), p99: quantile(figures, 0.99), count: figures.length };
}
