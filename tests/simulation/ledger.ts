import type { Device } from './device.ts';

/** What people have been told is kept: from the moment an append has returned, nothing of it may be lost or doubled. */
export interface Kept {
  device: Device;
  /** Undefined where commands merge while they wait: then `text` is what must arrive. */
  cmdId: string | undefined;
  kind: 'message' | 'question' | 'room' | 'patch' | 'mark' | 'place' | 'feedback' | 'handoff';
  roomId?: string;
  orderId?: string;
  path?: string;
  /** Unique over the whole story. */
  text: string;
  upTo?: number;
  /** Its owner has decided about it after a refusal. */
  decided: boolean;
}

export class Ledger {
  readonly kept: Kept[] = [];

  keep(entry: Omit<Kept, 'decided'>): void {
    this.kept.push({ ...entry, decided: false });
  }

  decided(cmdId: string): void {
    for (const entry of this.kept) if (entry.cmdId === cmdId) entry.decided = true;
  }

  of(device: Device): Kept[] {
    return this.kept.filter((entry) => entry.device === device);
  }
}
