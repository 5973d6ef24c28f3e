import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { namespaces, type SyncClientEvents, type SyncServerEvents } from '#domain/spine/wire/sockets.ts';
import {
  type Cursor,
  type PullReply,
  type WireEvent,
  comparePositions,
  hasPassed,
  laterPosition,
  protocolVersion,
  resultsOf,
} from '#domain/spine/wire/sync.ts';
import { newId } from '../tests/support/users.ts';
import type { User } from './users.ts';

/** The cursor at which a device begins to read, and its callbacks. */
interface Reading {
  cursor: Cursor;
  /** Called with the events of each page, pulled or sent. */
  received(events: WireEvent[]): void;
  /** A pull has failed, and the device pulls no more until the next hint. */
  failed(error: unknown): void;
}

/**
 * A device as the server sees it: it is connected to `/sync` and stands at the end of the log, where the server sends
 * it pages; when it is hinted it pulls, one page at a time. This is the only part of the bench of a room that knows how
 * pages reach a device.
 */
export class RoomClient {
  readonly #url: string;
  readonly #user: User;
  readonly #reading: Reading | undefined;
  readonly #socket: Socket<SyncServerEvents, SyncClientEvents>;
  #cursor: Cursor | undefined;
  #target: Cursor | undefined;
  #isPulling = false;
  #canStand = false;
  #sent = 0;

  private constructor(url: string, user: User, reading: Reading | undefined) {
    this.#url = url;
    this.#user = user;
    this.#reading = reading;
    this.#cursor = reading?.cursor;
    this.#socket = io(`${url}${namespaces.sync}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: user.token },
    });
    this.#socket.on('sync:hint', ({ pos }) => {
      this.#pullTo(pos);
    });
    this.#socket.on('sync:ready', () => {
      this.#canStand = true;
      this.#stand();
    });
    this.#socket.on('sync:page', ({ from, events, next }) => {
      if (this.#cursor === undefined || this.#isPulling || comparePositions(from, this.#cursor) !== 0) {
        this.#pullTo(next);
        return;
      }
      this.#apply(events, next);
      this.#stand();
    });
  }

  /**
   * Resolves when `/sync` is joined.
   * @param reading without it, the device only writes, and never pulls
   */
  static async open(url: string, user: User, reading?: Reading): Promise<RoomClient> {
    const client = new RoomClient(url, user, reading);
    await new Promise<void>((resolve, reject) => {
      client.#socket.on('connect', resolve);
      client.#socket.on('connect_error', reject);
    });
    return client;
  }

  /** Pushes one command, again when the server could not store it. @returns its position in the log */
  async push(type: string, args: object, cmdId: string = newId()): Promise<Cursor> {
    const command = { cmdId, n: this.#sent++, v: 1, type, args };
    const body = { protocol: protocolVersion, clientId: this.#user.id, actor: this.#user.id, commands: [command] };
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#socket.emitWithAck('sync:push', body);
      const [result] = answer.ok ? resultsOf(body, answer.reply).results : [];
      if (result?.s === 'ok' || result?.s === 'duplicate') return result.pos;
      const isFinal = result !== undefined && result.s !== 'retry';
      if (isFinal || attempt === mostAttempts) throw new Error(JSON.stringify(answer));
      await wait(result?.s === 'retry' ? result.afterMs : retryMs);
    }
  }

  close(): void {
    this.#socket.disconnect();
  }

  #pullTo(position: Cursor): void {
    this.#target = laterPosition(this.#target, position);
    this.#catchUp().catch((error: unknown) => this.#reading?.failed(error));
  }

  /** Pulls until the hinted position is passed, then stands there. */
  async #catchUp(): Promise<void> {
    if (this.#isPulling) return;
    this.#isPulling = true;
    try {
      while (this.#cursor !== undefined && this.#target !== undefined && !hasPassed(this.#cursor, this.#target)) {
        const { events, next } = await this.#pull(this.#cursor);
        this.#apply(events, next);
      }
    } finally {
      this.#isPulling = false;
    }
    this.#stand();
  }

  #apply(events: WireEvent[], next: Cursor): void {
    this.#cursor = next;
    this.#reading?.received(events);
  }

  /** Asks for pages from here on. Servers that send none get no such event. */
  #stand(): void {
    if (this.#canStand && this.#cursor !== undefined) this.#socket.emit('sync:stand', { cursor: this.#cursor });
  }

  async #pull(cursor: Cursor): Promise<{ events: WireEvent[]; next: Cursor }> {
    const response = await fetch(`${this.#url}/api/v1/sync/pull`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#user.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ cursor, limit: pageSize }),
    });
    const reply = (await response.json()) as PullReply;
    if (!('events' in reply)) throw new Error(`pull: ${response.status} ${JSON.stringify(reply)}`);
    return reply;
  }
}

const pageSize = 500;
const retryMs = 500;
const mostAttempts = 60;
