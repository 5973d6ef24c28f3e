import { SECOND } from '#domain/ground/units.ts';

/** A channel that has closed opens again after this time. */
export const channelReopenMs = 1 * SECOND;

/** A channel to the other processes of this server. The sender receives its own texts too. */
export interface Channel {
  isOpen(): boolean;
  /** Resolves when all texts are accepted; rejects when some may be lost. */
  send(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** Callbacks of a channel, which reopens by itself. */
export interface ChannelListener {
  heard(text: string): void;
  /** The channel is open, first or again. Texts sent while it was closed are lost. */
  opened(): void;
  broke(error: unknown): void;
}
