/** A way for texts to reach the other processes of this server. What is sent comes back to its sender too. */
export interface Line {
  isOpen(): boolean;
  /** Resolves when the line has taken them all; rejects when some may be lost. */
  send(texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** What a line tells its user. It comes back by itself when it breaks. */
export interface LineListener {
  heard(text: string): void;
  /** It is open, for the first time or again: what was sent in between has not been heard. */
  opened(): void;
  broke(error: unknown): void;
}

export const reopenMs = 1000;
