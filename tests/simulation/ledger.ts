import type { Device } from './device/device.ts';

/**
 * Everything reported to users as stored: from the moment an append returns, it must be neither lost nor duplicated.
 */
export interface Kept {
  device: Device;
  /** The signed-in user. */
  by: string;
  /** Whether it has files; messages with only text may overtake it. */
  hasFiles?: boolean;
  /** Undefined for commands that merge while pending: then `text` must arrive. */
  cmdId: string | undefined;
  kind:
    | 'message'
    | 'question'
    | 'room'
    | 'patch'
    | 'mark'
    | 'place'
    | 'feedback'
    | 'handoff'
    | 'redaction'
    | 'removal'
    | 'assignment';
  roomId?: string;
  orderId?: string;
  path?: string;
  /** Unique over the whole story. */
  text: string;
  upTo?: number;
  /** Time and tab: messages of one tab, or of different times, have an order. */
  at: number;
  tab: object;
  /** Whether its user has decided about it after a refusal. */
  decided: boolean;
  /** Whether the server accepted it and was then restored from an older backup. */
  isUndone: boolean;
  /** Whether it was undone after its device had received the receipt, so that it is not sent again. */
  isLost: boolean;
}

/** Later states of an entry. */
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
