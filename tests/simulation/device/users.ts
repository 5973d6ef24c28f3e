import { sendMessage } from '../../../src/chat/calls/chat-send.ts';
import { giveFeedback } from '../../../src/assistant/calls/feedback-give.ts';
import { requestHandoff } from '../../../src/assistant/calls/handoff-request.ts';
import { patchOrder } from '../../../src/order/calls/order-patch.ts';
import { placeOrder } from '../../../src/order/calls/order-place.ts';
import { askQuestion } from '../../../src/assistant/calls/question-ask.ts';
import { markRead } from '../../../src/chat/calls/read-mark.ts';
import { removeMember } from '../../../src/chat/calls/member-remove.ts';
import { redactMessage } from '../../../src/chat/calls/message-redact.ts';
import { assignRoom } from '../../../src/chat/staff/room-assign.ts';
import { deleteRoom } from '../../../src/chat/calls/room-delete.ts';
import { openRoom } from '../../../src/chat/calls/room-open.ts';
import { retryRefused } from '../../../src/order/calls/order-send-again.ts';
import { discardWaiting } from '../../../src/db/send-again.ts';
import { ordersSeenBy } from '../../../src/order/views/order-views.ts';
import { roomsOf } from '../../../src/chat/views/room-views.ts';
import { messagesOf } from '../../../src/chat/views/message-views.ts';
import type { Device } from './device.ts';
import type { Ledger, Said } from '../ledger.ts';
import { Random } from '../random.ts';
import type { Tab } from './tab.ts';
import type { RoomView } from '../../../src/chat/views/view-types.ts';

/** User actions on devices, as the screens would perform them: based on what the user sees, through the commands. */
interface UsersParts {
  /** The user who may be removed from rooms. */
  guest: string;
  ledger: Ledger;
  /** Order fields that accept any text. */
  fields: readonly string[];
  now: () => number;
  tell: (what: string) => void;
}

export class Users {
  readonly #parts: UsersParts;
  readonly #ledger: Ledger;
  readonly #tell: (what: string) => void;
  #texts = 0;
  commands = 0;

  constructor(parts: UsersParts) {
    this.#parts = parts;
    this.#ledger = parts.ledger;
    this.#tell = parts.tell;
  }

  /** Performs one action in one tab. If the page crashes or the disk is full, nothing was promised. */
  async act(device: Device, slot: number, seed: number): Promise<void> {
    const tab = device.tab(slot);
    if (tab === undefined || !device.isUp || tab.isFrozen) return;
    const { guest, fields, now } = this.#parts;
    const at = now();
    const by = device.me.id;
    try {
      await new Deed(
        { device, tab, random: new Random(seed), guest, fields, text: (word) => `${word} ${++this.#texts}` },
        (kept) => {
          this.commands++;
          this.#ledger.keep({ ...kept, device, by, tab, at });
          // A redacted message need not be found any more.
          if (kept.kind === 'redaction') this.#ledger.decided(kept.text);
          device.changed();
          const what = kept.hasFiles === true ? 'message with a file' : kept.kind;
          this.#tell(`${device.name}: ${what} ${kept.text || (kept.upTo ?? '')}`);
        },
      ).do();
    } catch {
      // There was nothing to act on, or it was not stored.
    }
  }

  /** Deletes a conversation with the assistant, also while an answer in it is being written. */
  async remove(device: Device, slot: number, seed: number): Promise<void> {
    const tab = device.tab(slot);
    if (tab === undefined || !device.isUp || tab.isFrozen) return;
    try {
      const rooms = await roomsOf(tab.db, device.me);
      const own = rooms.filter(({ type, customerId }) => type === 1 && customerId === device.me.id);
      if (own.length === 0) return;
      const { id } = new Random(seed).pick(own);
      await deleteRoom(tab.ctx, { roomId: id });
      this.#tell(`${device.name}: deletes conversation ${id}`);
      device.changed();
    } catch {
      // It was not stored.
    }
  }

  /** Decides about refused commands: some are sent again; at the end all are discarded. */
  async decide(device: Device, seed: number, letGo: boolean): Promise<void> {
    const tab = device.tab(0);
    if (tab === undefined || !device.isUp || tab.isFrozen) return;
    const random = new Random(seed);
    try {
      for (const row of await tab.db.attention.toArray()) {
        const again = !letGo && random.chance(0.3);
        this.#ledger.decided(row.cmdId);
        if (again) await retryRefused(tab.ctx, row.cmdId);
        else {
          await discardWaiting(tab.ctx, row.cmdId);
          this.#ledger.discarded(device, row.cmdId);
        }
        this.#tell(`${device.name}: ${again ? 'tries again' : 'discards'} ${row.entry.type} (${row.code})`);
      }
    } catch {
      // The page crashed meanwhile; the refused commands are still there.
    }
  }
}

type Deeded = Omit<Said, 'device' | 'by' | 'tab' | 'at'>;

interface DeedParts {
  device: Device;
  tab: Tab;
  random: Random;
  /** The user who may be removed from rooms. */
  guest: string;
  fields: readonly string[];
  /** Returns an unused text. */
  text: (word: string) => string;
}

class Deed {
  readonly #parts: DeedParts;
  readonly #keep: (kept: Deeded) => void;

  constructor(parts: DeedParts, keep: (kept: Deeded) => void) {
    this.#parts = parts;
    this.#keep = keep;
  }

  async do(): Promise<void> {
    const { device, tab, random } = this.#parts;
    const dice = random.below(100);
    const isExpert = device.me.role === 'EXPERT';
    const rooms = await roomsOf(tab.db, device.me);
    if (rooms.length === 0) return isExpert ? undefined : await this.#open();
    const room = random.pick(rooms);
    if (dice < 41) return await this.#say(room);
    if (dice < 45)
      return isExpert && room.type >= 5 && dice < 43 ? await this.#takeOut(room) : await this.#redact(room);
    if (dice < 60) return await this.#read(room);
    if (isExpert && dice >= 90 && room.type >= 5) return await this.#take(room);
    if (isExpert) return await this.#say(room);
    if (dice < 72) return await this.#ask(rooms);
    if (dice < 90) return await this.#order();
    if (dice < 94) return await this.#open();
    if (dice < 97) return await this.#rate(rooms);
    return await this.#handOff(rooms);
  }

  async #open(): Promise<void> {
    const { tab, random, text } = this.#parts;
    const roomId = await openRoom(tab.ctx, { type: random.chance(0.5) ? 5 : 1 });
    this.#keep({ kind: 'room', cmdId: undefined, roomId, text: text('room') });
  }

  async #say(room: RoomView): Promise<void> {
    const { tab, random, text } = this.#parts;
    const burst = random.chance(0.2) ? random.between(2, 6) : 1;
    const sent = Array.from({ length: burst }, async () => {
      const content = text('say');
      // A reply to a message that does not exist is refused.
      const about = random.chance(0.05) ? { replyTo: random.uuid() } : {};
      const files = random.chance(0.15) ? [fileOf(content, random)] : [];
      const cmdId = await sendMessage(tab.ctx, { roomId: room.id, content, files, ...about });
      this.#keep({ kind: 'message', cmdId, roomId: room.id, text: content, hasFiles: files.length > 0 });
    });
    await Promise.all(sent);
  }

  async #read(room: RoomView): Promise<void> {
    const { device, tab } = this.#parts;
    const { messages } = await messagesOf(tab.db, device.me, room.id, 50);
    const newest = messages.findLast((message) => !message.pending);
    if (newest === undefined) return;
    await markRead(tab.ctx, { roomId: room.id, upTo: newest.sseq });
    this.#keep({ kind: 'mark', cmdId: undefined, roomId: room.id, upTo: newest.sseq, text: '' });
  }

  async #ask(rooms: RoomView[]): Promise<void> {
    const { tab, text } = this.#parts;
    const room = rooms.find((candidate) => candidate.type === 1);
    const asked = text('ask');
    const where = room === undefined ? {} : { roomId: room.id };
    const { cmdId, roomId } = await askQuestion(tab.ctx, { ...where, text: asked, chatType: 1 });
    this.#keep({ kind: 'question', cmdId, roomId, text: asked });
  }

  async #order(): Promise<void> {
    const { device, tab, random, fields, text } = this.#parts;
    const drafts = (await ordersSeenBy(tab.db, device.me)).filter(
      (order) => order.status === 'draft' && order.pendingTransition === null,
    );
    const orderId = drafts.length === 0 || random.chance(0.15) ? random.uuid() : random.pick(drafts).id;
    if (drafts.some((order) => order.id === orderId) && random.chance(0.15)) {
      await placeOrder(tab.ctx, { orderId });
      this.#keep({ kind: 'place', cmdId: undefined, orderId, text: '' });
      return;
    }
    // Typing continues for a while: later patches may merge with the first one, or come too late for that.
    for (let times = random.between(1, 3); times > 0; times--) {
      const path = random.pick(fields);
      const value = text('field');
      const cmdId = await patchOrder(tab.ctx, { orderId, changes: [{ path, value }] });
      if (cmdId !== null) this.#keep({ kind: 'patch', cmdId, orderId, path, text: value });
    }
  }

  async #redact(room: RoomView): Promise<void> {
    const { device, tab, random } = this.#parts;
    const { messages } = await messagesOf(tab.db, device.me, room.id, 50);
    const mine = messages.filter(
      ({ pending, author, redacted }) => !pending && redacted !== true && author.id === device.me.id,
    );
    if (mine.length === 0) return;
    const { id } = random.pick(mine);
    await redactMessage(tab.ctx, { roomId: room.id, messageId: id });
    this.#keep({ kind: 'redaction', cmdId: undefined, roomId: room.id, text: id });
  }

  async #takeOut(room: RoomView): Promise<void> {
    const { tab, guest } = this.#parts;
    await removeMember(tab.ctx, { roomId: room.id, userId: guest });
    this.#keep({ kind: 'removal', cmdId: undefined, roomId: room.id, text: '' });
  }

  async #take(room: RoomView): Promise<void> {
    const { device, tab } = this.#parts;
    const assigneeId = room.assigneeId === device.me.id ? null : device.me.id;
    await assignRoom(tab.ctx, { roomId: room.id, assigneeId, expectAssigneeId: room.assigneeId });
    this.#keep({ kind: 'assignment', cmdId: undefined, roomId: room.id, text: '' });
  }

  async #rate(rooms: RoomView[]): Promise<void> {
    const { device, tab, random } = this.#parts;
    for (const room of rooms) {
      const { messages } = await messagesOf(tab.db, device.me, room.id, 50);
      const answer = messages.find((message) => message.author.kind === 'assistant');
      if (answer === undefined) continue;
      await giveFeedback(tab.ctx, { roomId: room.id, answerId: answer.id, rating: random.chance(0.5) ? 1 : -1 });
      this.#keep({ kind: 'feedback', cmdId: undefined, roomId: room.id, text: '' });
      return;
    }
  }

  async #handOff(rooms: RoomView[]): Promise<void> {
    const { tab, text } = this.#parts;
    const room = rooms.find((candidate) => candidate.type === 1);
    if (room === undefined) return await this.#open();
    const expertRoomId = await requestHandoff(tab.ctx, { roomId: room.id });
    this.#keep({ kind: 'handoff', cmdId: undefined, roomId: expertRoomId, text: '' });
    // Immediately, while the room may exist only on this device.
    const content = text('say');
    const cmdId = await sendMessage(tab.ctx, { roomId: expertRoomId, content, files: [] });
    this.#keep({ kind: 'message', cmdId, roomId: expertRoomId, text: content });
  }
}

/** Returns a new file of one or several chunks. */
function fileOf(about: string, random: Random): File {
  const bytes = new Uint8Array(random.pick([200, 90_000, 600_000]));
  new TextEncoder().encodeInto(about, bytes);
  return new File([bytes], 'cell.png', { type: 'image/png' });
}
