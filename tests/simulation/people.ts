import { sendMessage } from '../../src/commands/chat-send.ts';
import { giveFeedback } from '../../src/commands/feedback-give.ts';
import { requestHandoff } from '../../src/commands/handoff-request.ts';
import { patchOrder } from '../../src/commands/order-patch.ts';
import { placeOrder } from '../../src/commands/order-place.ts';
import { askQuestion } from '../../src/commands/question-ask.ts';
import { markRead } from '../../src/commands/read-mark.ts';
import { openRoom } from '../../src/commands/room-open.ts';
import { discardWaiting, retryRefused } from '../../src/commands/waiting.ts';
import { messagesOf, ordersOf, roomsOf, type RoomView } from '../../src/db/views.ts';
import type { Device } from './device.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';

/** What people do on their devices, as the screens would: from what they see, through the verbs. */
export class People {
  readonly #random: Random;
  readonly #ledger: Ledger;
  #texts = 0;
  commands = 0;

  constructor(random: Random, ledger: Ledger) {
    this.#random = random;
    this.#ledger = ledger;
  }

  /** One deed; where the device dies meanwhile, nothing was promised. */
  async act(device: Device): Promise<void> {
    if (!device.isUp || device.isParked) return;
    try {
      await this.#deed(device);
      this.commands++;
    } catch {
      // The page died, or there was nothing to do it to.
    }
  }

  async #deed(device: Device): Promise<void> {
    const dice = this.#random.below(100);
    const isExpert = device.me.role === 'EXPERT';
    const rooms = await roomsOf(device.db, device.me);
    if (rooms.length === 0) return isExpert ? undefined : await this.#open(device);
    const room = this.#random.pick(rooms);
    if (dice < 45) return await this.#say(device, room);
    if (dice < 60) return await this.#read(device, room);
    if (isExpert) return await this.#say(device, room);
    if (dice < 72) return await this.#ask(device, rooms);
    if (dice < 90) return await this.#order(device);
    if (dice < 94) return await this.#open(device);
    if (dice < 97) return await this.#rate(device, rooms);
    return await this.#handOff(device, rooms);
  }

  #text(word: string): string {
    return `${word} ${++this.#texts}`;
  }

  async #open(device: Device): Promise<void> {
    const type = this.#random.chance(0.5) ? 5 : 1;
    const roomId = await openRoom(device.ctx, { type });
    this.#ledger.keep({ device, kind: 'room', cmdId: undefined, roomId, text: this.#text('room') });
  }

  async #say(device: Device, room: RoomView): Promise<void> {
    const burst = this.#random.chance(0.2) ? this.#random.between(2, 6) : 1;
    const sent = Array.from({ length: burst }, async () => {
      const text = this.#text(this.#random.chance(0.04) ? 'refuse' : 'say');
      const cmdId = await sendMessage(device.ctx, { roomId: room.id, content: text, files: [] });
      this.#ledger.keep({ device, kind: 'message', cmdId, roomId: room.id, text });
    });
    await Promise.all(sent);
    this.commands += burst - 1;
  }

  async #read(device: Device, room: RoomView): Promise<void> {
    const { messages } = await messagesOf(device.db, device.me, room.id, 50);
    const newest = messages.findLast((message) => !message.pending);
    if (newest === undefined) return;
    await markRead(device.ctx, { roomId: room.id, upTo: newest.sseq });
    this.#ledger.keep({ device, kind: 'mark', cmdId: undefined, roomId: room.id, upTo: newest.sseq, text: '' });
  }

  async #ask(device: Device, rooms: RoomView[]): Promise<void> {
    const room = rooms.find((candidate) => candidate.type === 1);
    const text = this.#text('ask');
    const where = room === undefined ? {} : { roomId: room.id };
    const { cmdId, roomId } = await askQuestion(device.ctx, { ...where, text, chatType: 1 });
    this.#ledger.keep({ device, kind: 'question', cmdId, roomId, text });
  }

  async #order(device: Device): Promise<void> {
    const drafts = (await ordersOf(device.db, device.me)).filter((order) => order.status === 'draft');
    const orderId =
      drafts.length === 0 || this.#random.chance(0.15) ? this.#random.uuid() : this.#random.pick(drafts).id;
    if (drafts.some((order) => order.id === orderId) && this.#random.chance(0.15)) {
      await placeOrder(device.ctx, { orderId });
      this.#ledger.keep({ device, kind: 'place', cmdId: undefined, orderId, text: '' });
      return;
    }
    const path = this.#random.pick(['notes', 'title', 'contact', 'reference']);
    const text = this.#text('field');
    await patchOrder(device.ctx, { orderId, changes: [{ path, value: text }] });
    this.#ledger.keep({ device, kind: 'patch', cmdId: undefined, orderId, path, text });
  }

  async #rate(device: Device, rooms: RoomView[]): Promise<void> {
    for (const room of rooms) {
      const { messages } = await messagesOf(device.db, device.me, room.id, 50);
      const answer = messages.find((message) => message.author.kind === 'assistant');
      if (answer === undefined) continue;
      const rating = this.#random.chance(0.5) ? 1 : -1;
      await giveFeedback(device.ctx, { roomId: room.id, answerId: answer.id, rating });
      this.#ledger.keep({ device, kind: 'feedback', cmdId: undefined, roomId: room.id, text: '' });
      return;
    }
  }

  async #handOff(device: Device, rooms: RoomView[]): Promise<void> {
    const room = rooms.find((candidate) => candidate.type === 1);
    if (room === undefined) return await this.#open(device);
    const expertRoomId = await requestHandoff(device.ctx, { roomId: room.id });
    this.#ledger.keep({ device, kind: 'handoff', cmdId: undefined, roomId: expertRoomId, text: '' });
    // At once, while the room may exist on this device only.
    const text = this.#text('say');
    const cmdId = await sendMessage(device.ctx, { roomId: expertRoomId, content: text, files: [] });
    this.#ledger.keep({ device, kind: 'message', cmdId, roomId: expertRoomId, text });
  }

  /** Decides about what was refused: some is tried again, and at the end everything is let go. */
  async decide(device: Device, letGo: boolean): Promise<void> {
    if (!device.isUp || device.isParked) return;
    try {
      for (const row of await device.db.attention.toArray()) {
        this.#ledger.decided(row.cmdId);
        if (!letGo && this.#random.chance(0.3)) await retryRefused(device.ctx, row.cmdId);
        else await discardWaiting(device.ctx, row.cmdId);
      }
    } catch {
      // The page died meanwhile; what was refused is still there.
    }
  }
}
