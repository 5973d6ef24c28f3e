import type { SyncServerEvents } from '#domain/spine/wire/sockets.ts';

type Delta = Parameters<SyncServerEvents['answer.delta']>[0];

/** Part of an answer that has reached this page while the answer is being written. */
export interface LiveAnswer {
  text: string;
  /** A piece is missing: the rest must be fetched. */
  hasGap: boolean;
}

const nothing: LiveAnswer = { text: '', hasGap: false };
/** Maximum number of answers that are kept; the oldest go first. */
const most = 20;

/**
 * Texts of answers that the server is writing, in memory only: an answer is stored when it is finished and pulled.
 * Pieces say where they belong, so one that arrives twice changes nothing.
 */
export class LiveAnswers {
  readonly #answers = new Map<string, LiveAnswer>();
  readonly #listeners = new Set<() => void>();

  /** Returns the same object until it changes. */
  of(answerId: string): LiveAnswer {
    return this.#answers.get(answerId) ?? nothing;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add({ answerId, i, text: piece }: Delta): void {
    const { text } = this.of(answerId);
    const hasGap = i > text.length;
    if (!hasGap && i + piece.length <= text.length) return this.#set(answerId, { text, hasGap: false });
    this.#set(answerId, { text: hasGap ? text : text + piece.slice(text.length - i), hasGap });
  }

  #set(answerId: string, now: LiveAnswer): void {
    const before = this.of(answerId);
    if (before.text === now.text && before.hasGap === now.hasGap) return;
    this.#answers.set(answerId, now);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > most && oldest !== undefined) this.#answers.delete(oldest);
    for (const listener of this.#listeners) listener();
  }
}

declare module '../../session/session-context.tsx' {
  interface ScreenSession {
    /** Answers that the server is writing. */
    live: LiveAnswers;
  }
}
