import { retryPolicy } from '#domain/spine/retry-policy.ts';
import { refuse } from '../db/refused.ts';
import { withFreedSpace } from '../db/free-space.ts';
import { isBlobHash } from '../db/files/blobs.ts';
import { outboxTables, pendingIn } from '../db/pending.ts';
import { replaceEntries } from '../db/progress.ts';
import { withPlaces } from '../db/refused-place.ts';
import type { RefusedRow, BlobRow, OutboxEntry, UserDb } from '../db/schema.ts';
import { forgetSentBytes, noteSentBytes } from '../db/files/upload-progress.ts';
import { isWithoutReply, Refused, SignedOut, Unreachable } from '../net/errors.ts';
import type { UploadApi } from '../net/uploads.ts';
import { afterReply, afterSilence, firstSize } from './adaptive-size.ts';
import { backOffMs } from './back-off.ts';
import { assertLeads, Fenced } from './fence.ts';
import { WakeUp, type World } from './world.ts';
import { drainEveryMs } from './writer/parts.ts';
import { uploadChunkBytes } from '../net/uploads.ts';
import { KB } from '#domain/ground/units.ts';

/** Smallest piece of an upload on a slow network. */
const uploadBytesAtLeast = 16 * KB;

/**
 * Uploads the bytes of attachments in chunks. An interrupted upload resumes where it stopped, also after a reload. It
 * runs beside the writer: only commands whose bytes are missing wait for it.
 */

export interface UploadParts {
  db: UserDb;
  world: Pick<World, 'now' | 'date' | 'random' | 'sleep' | 'isOffline'>;
  uploadApi: UploadApi;
  fence: number;
  /** Called when a file is uploaded, so that commands that depend on it can be sent. */
  uploaded: () => void;
  signedOut: (reason: string) => void;
}

/** Uploads until its signal aborts; one instance for each time this tab leads. */
export class Uploads {
  readonly #parts: UploadParts;
  readonly #wakeUp = new WakeUp();
  /** Failed uploads in a row. */
  #failures = 0;
  /** End of the pause after a failed upload, by `world.now`. New work does not shorten it. */
  #notBefore = 0;
  /** Number of times the bytes of each hash have arrived damaged. In memory only: a reload starts again at zero. */
  readonly #damaged = new Map<string, number>();
  #pieceSize = firstSize({ first: uploadChunkBytes, least: uploadBytesAtLeast, most: uploadChunkBytes });

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  /** Wakes the loop, because there may be something to upload. */
  wake(): void {
    this.#wakeUp.set();
  }

  /** Ends the pause after a failed upload. Call when the network is back. */
  retryNow(): void {
    this.#failures = 0;
    this.#notBefore = 0;
    this.#wakeUp.set();
  }

  /**
   * Uploads what pending commands need until the signal aborts; with `once`, until nothing is left or an upload fails.
   */
  async run(signal: AbortSignal, once = false): Promise<void> {
    const { world } = this.#parts;
    while (!signal.aborted) {
      try {
        // Offline the outbox is not read: that would only slow down its writers.
        const isPaused = world.isOffline?.() === true || world.now() < this.#notBefore;
        if (!isPaused && (await this.#next(signal))) continue;
        if (once) return;
      } catch (error) {
        if (error instanceof Fenced) return;
        if (error instanceof SignedOut) return this.#parts.signedOut(error.message);
        if (once) return;
        const retryAfterMs = error instanceof Unreachable ? error.retryAfterMs : undefined;
        this.#notBefore = world.now() + backOffMs(this.#failures++, world.random(), retryAfterMs);
      }
      const pauseMs = this.#notBefore - world.now();
      await this.#wakeUp.wait(world, signal, pauseMs > 0 ? pauseMs : drainEveryMs);
    }
  }

  /**
   * Uploads the first missing file of the oldest pending command that needs one.
   * @returns false when none is missing
   */
  async #next(signal: AbortSignal): Promise<boolean> {
    const { db } = this.#parts;
    const needed = await db.transaction('r!', [...outboxTables(db), db.blobs], async () => {
      const { entries } = await pendingIn(db, false);
      for (const hash of new Set(entries.flatMap((entry) => entry.deps.filter(isBlobHash)))) {
        const row = await db.blobs.get(hash);
        if (row?.uploaded !== true) return { hash, row };
      }
      return undefined;
    });
    if (needed === undefined) return false;
    if (needed.row === undefined) {
      await this.#giveUpFile(needed.hash, 'FILE_GONE', 'The file is no longer on this device. Attach it again.');
      return true;
    }
    try {
      await this.#upload(needed.row, signal);
      this.#failures = 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.#keep(needed.hash, { uploadUrl: null });
      if (error.code === 'HASH_MISMATCH' && !this.#isDamagedForGood(needed.hash)) throw error;
      await this.#giveUpFile(needed.hash, error.code, error.message, error.details);
    }
    return true;
  }

  /** Bytes may be damaged in transit. Bytes that arrive damaged `sameRetries` times are damaged on this device. */
  #isDamagedForGood(hash: string): boolean {
    const times = (this.#damaged.get(hash) ?? 0) + 1;
    this.#damaged.set(hash, times);
    return times >= retryPolicy.sameRetries;
  }

  async #upload(row: BlobRow, signal: AbortSignal): Promise<void> {
    const { uploadApi } = this.#parts;
    let url = row.uploadUrl;
    let offset = url === null ? undefined : await uploadApi.offsetOf(url);
    if (url === null || offset === undefined) {
      url = await uploadApi.create({ sha256: row.sha256, name: row.name, mime: row.mime, size: row.size });
      await this.#keep(row.sha256, { uploadUrl: url });
      offset = 0;
    }
    while (offset < row.size && !signal.aborted) {
      offset = await this.#send(url, offset, row.bytes);
      await noteSentBytes(this.#parts.db, row.sha256, offset);
    }
    if (offset < row.size) return;
    await this.#keep(row.sha256, { uploaded: true });
    await forgetSentBytes(this.#parts.db, row.sha256);
    this.#parts.uploaded();
  }

  /** Sends the next piece. One without a reply is sent again, in smaller pieces: the network may be too slow for it. */
  async #send(url: string, offset: number, bytes: Blob): Promise<number> {
    const { uploadApi, world } = this.#parts;
    const size = this.#pieceSize.now;
    const from = world.now();
    try {
      const reached = await uploadApi.send(url, offset, bytes.slice(offset, offset + size));
      this.#pieceSize = afterReply(this.#pieceSize, size, world.now() - from);
      return reached;
    } catch (error) {
      if (isWithoutReply(error)) this.#pieceSize = afterSilence(this.#pieceSize, size, world.now() - from);
      throw error;
    }
  }

  #keep(sha256: string, change: Partial<BlobRow>): Promise<void> {
    const { db, fence } = this.#parts;
    return withFreedSpace(db, () =>
      db.transaction('rw!', [db.meta, db.blobs], async () => {
        await assertLeads(db, fence);
        await db.blobs.update(sha256, change);
      }),
    );
  }

  /**
   * Refuses the commands that need these bytes: their user decides. Those that may have taken effect are sent again
   * without the bytes, which were uploaded before: under a new id they would take effect twice. While the bytes are
   * here, only restored commands may have: any other is sent after its files were uploaded.
   */
  #giveUpFile(hash: string, code: string, message: string, about?: unknown): Promise<void> {
    const { db, fence, world } = this.#parts;
    return db.transaction('rw!', [db.meta, ...outboxTables(db), db.attention, db.rooms, db.blobs], async () => {
      await assertLeads(db, fence);
      const pending = await pendingIn(db);
      const needing = pending.entries.filter((entry) => entry.deps.includes(hash));
      const isHere = (await db.blobs.get(hash)) !== undefined;
      const sent = needing.filter(({ n }) => pending.isSent(n) && (!isHere || pending.hasMoved(n)));
      const withoutFile = sent.map((entry) => ({ ...entry, deps: entry.deps.filter((dep) => dep !== hash) }));
      await replaceEntries(db, pending, withoutFile);
      const refused = needing.filter((entry) => !sent.includes(entry));
      const rows = refused.map((entry): RefusedRow => {
        const details = { ...Object(about), files: namesOf(entry, hash) };
        return { cmdId: entry.cmdId, entry, code, message, details, at: world.date() };
      });
      await refuse(db, pending, await withPlaces(db, rows, pending.entries));
    });
  }
}

/** Returns the names under which a command attaches the file with this hash. */
function namesOf({ args }: OutboxEntry, hash: string): string[] {
  const files = 'files' in args ? (args.files ?? []) : [];
  return files.filter(({ sha256 }) => sha256 === hash).map(({ name }) => name);
}
