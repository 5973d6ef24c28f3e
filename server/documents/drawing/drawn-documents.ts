import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '#domain/ground/errors.ts';
import { refusalWithin, Turns } from '../../limits/turns.ts';
import { MB, SECOND } from '#domain/ground/units.ts';

/** Documents that are drawn for one user at once, and for all; and bytes of drawn ones that are kept. */
export const documentsPerUser = 5;
const documentsWaiting = 50;
export const documentsBackMs = 5 * SECOND;
export const keptDocumentBytes = 8 * MB;

/** Draws a document, unless one was drawn from the same data. @param data all that the bytes depend on */
export type Draw = (data: unknown, draw: () => Promise<Buffer>) => Promise<Buffer>;

/**
 * Draws documents for users. Each takes a processor for up to some seconds, so they are drawn one at a time, users take
 * turns, and one user may wait for a few only. The last ones are kept, because the same data give the same bytes.
 */
export class DrawnDocuments {
  readonly #turns = new Turns(1, documentsWaiting, () => refusalWithin(documentsBackMs));
  readonly #asked = new Map<string, number>();
  /** The one that was used last stands at the end. */
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;

  /** @throws from the function: RATE_LIMITED when the user waits for too many, UNAVAILABLE when all do */
  for(userId: string): Draw {
    return async (data, draw) => {
      const key = createHash('sha256').update(JSON.stringify(data)).digest('base64');
      const kept = this.#use(key);
      if (kept !== undefined) return kept;
      const asked = this.#asked.get(userId) ?? 0;
      if (asked >= documentsPerUser) throw new Refusal('RATE_LIMITED', { retryAfterMs: documentsBackMs });
      this.#asked.set(userId, asked + 1);
      try {
        return await this.#turns.run(async () => this.#use(key) ?? this.#keep(key, await draw()), userId);
      } finally {
        const left = (this.#asked.get(userId) ?? 0) - 1;
        if (left > 0) this.#asked.set(userId, left);
        else this.#asked.delete(userId);
      }
    };
  }

  #use(key: string): Buffer | undefined {
    const bytes = this.#kept.get(key);
    if (bytes === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, bytes);
    return bytes;
  }

  async #keep(key: string, bytes: Buffer): Promise<Buffer> {
    this.#kept.set(key, bytes);
    this.#keptBytes += bytes.length;
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= keptDocumentBytes) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
    // Other requests go on before the next document is drawn.
    await setImmediate();
    return bytes;
  }
}
