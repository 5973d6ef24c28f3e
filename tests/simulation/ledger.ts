import type { Device } from './device.ts';

/** What people have been told is kept: from the moment an append has returned, nothing of it may be lost or doubled. */
export interface Kept {
  device: Device;
  /** Who was signed in. */
  by: string;
  /** It has files: what is only text may overtake it. */
  hasFiles?: boolean;
  /** Undefined where commands merge while they wait: then `text` is what must arrive. */
  cmdId: string | undefined;
  kind: 'message' | 'question' | 'room' | 'patch' | 'mark' | 'place' | 'feedback' | 'handoff' | 'redaction' | 'removal';
  roomId?: string;
  orderId?: string;
  path?: string;
  /** Unique over the whole story. */
  text: string;
  upTo?: number;
  /** When, and in which tab: what one tab said, or what was said at another time, has an order. */
  at: number;
  tab: object;
  /** Its owner has decided about it after a refusal. */
  decided: boolean;
  /** The server took it, and then went back to a backup from before. */
  isUndone: boolean;
  /** It was undone when its device had been told already, so nobody sends it again. */
  isLost: boolean;
}

/** What becomes of it afterwards. */
type Later = 'decided' | 'isUndone' | 'isLost';

export type Said = Omit<Kept, Later>;

export class Ledger {
  readonly kept: Kept[] = [];

  keep(entry: Said): void {
    this.kept.push({ ...entry, decided: false, isUndone: false, isLost: false });
  }

  decided(cmdId: string): void {
    for (const entry of this.kept) if (entry.cmdId === cmdId) entry.decided = true;
  }

  of(device: Device): Kept[] {
    return this.kept.filter((entry) => entry.device === device && entry.by === device.me.id);
  }

  readonly #discarded = new Map<Device, Set<string>>();

  discarded(device: Device, cmdId: string): void {
    this.discardedOn(device).add(cmdId);
  }

  discardedOn(device: Device): Set<string> {
    const ids = this.#discarded.get(device) ?? new Set();
    this.#discarded.set(device, ids);
    return ids;
  }
}
