import { setTimeout as wait } from 'node:timers/promises';
import { sendMessage } from '../../src/chat/calls/chat-send.ts';
import type { Message, Room } from '#domain/chat/chat.ts';
import { newestMessages } from '../../src/db/message-records.ts';
import { type LiveDevice, liveDevice } from '../../tests/support/devices/live-device.ts';
import type { Random } from '../../tests/simulation/random.ts';

/** A simulated device: the product's own client, which writes now and then to rooms it knows. */
export class Client {
  readonly name: string;
  readonly token: string;
  readonly device: LiveDevice;
  /** The texts it has written, by room, in order. */
  readonly sent = new Map<string, string[]>();
  #count = 0;

  private constructor(name: string, token: string, device: LiveDevice) {
    this.name = name;
    this.token = token;
    this.device = device;
  }

  static async start(name: string, url: string, token: string): Promise<Client> {
    return new Client(name, token, await liveDevice(url, token));
  }

  async write(rooms: readonly string[], pauseMs: number, dice: Random, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await wait(dice.between(0, 2 * pauseMs), undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const roomId = dice.pick(rooms);
      const content = `${this.name} #${this.#count++}`;
      // Recorded only after it is stored: a message that was never stored was never promised.
      await sendMessage(this.device.ctx, { roomId, content, files: [] });
      this.sent.set(roomId, [...(this.sent.get(roomId) ?? []), content]);
    }
  }

  get written(): number {
    return this.#count;
  }

  /** Whether no command is queued and none awaits its user's decision. */
  async isEmpty(): Promise<boolean> {
    const { db } = this.device.ctx;
    return (await db.outbox.count()) === 0 && (await db.attention.count()) === 0;
  }

  /** The confirmed rows of the device, limited to what a new snapshot contains. */
  async picture(): Promise<Picture> {
    const { db } = this.device.ctx;
    const rooms = (await db.rooms.toArray()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const messages = new Map<string, Message[]>();
    // An older device has earlier messages too, which a new one fetches only when its user scrolls back.
    for (const { id } of rooms) messages.set(id, (await newestMessages(db, id, 50)).slice(-50));
    return { rooms, messages };
  }
}

export interface Picture {
  rooms: Room[];
  messages: Map<string, Message[]>;
}
