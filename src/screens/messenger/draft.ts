import type { DraftChange } from '../../db/draft-row.ts';
import { changeDraft, clearDraft, draftOf, saveDraft } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import { isSame, joined, merged, nothing, type Written } from './written.ts';

/** Makes what was written durable elsewhere; `leaves` takes it from the row in the same transaction. */
type HandOver = (content: Written, leaves: DraftChange) => Promise<unknown>;

/**
 * What is being written in one box of this page. All pages with this box share one row on the disk, which holds whatever
 * is not durable elsewhere:
 *
 *     typed -> box -> leaving -> handed over
 *               ^--------/ it could not be kept
 *
 * The row is box and leaving, so a crash on the way loses nothing. What is handed over goes from the row in the transaction
 * that makes it durable elsewhere, so a crash doubles nothing either. Reading and writing it go one after the other. Into a
 * box that is in somebody's hands nothing comes from another page; nobody writes on two at once.
 */
export class Draft {
  readonly #db: UserDb;
  readonly #isInHand: () => boolean;
  readonly #listeners = new Set<() => void>();
  #key: string;
  #box = nothing;
  #leaving: Written[] = [];
  /** What the row says, as far as this page knows. */
  #kept = nothing;
  #diskTurn: Promise<unknown> = Promise.resolve();
  #sendTurn: Promise<unknown> = Promise.resolve();
  /** Whether the row has been read since this box has its key. */
  #hasMet = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isInHand whether somebody is writing in the box of this page */
  constructor(db: UserDb, key: string, isInHand: () => boolean = () => false) {
    this.#db = db;
    this.#key = key;
    this.#isInHand = isInHand;
  }

  /** What is in the box; another object after each change. */
  readonly box = (): Written => this.#box;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Changes what is in the box, and saves it some time later. A full disk must not stop the typing. */
  change(next: (before: Written) => Written, saveAfterMs = 0): void {
    this.#show(next(this.#box));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tryToSave(), saveAfterMs);
  }

  /**
   * Empties the box at once and hands over what was in it, after all that was sent before. What cannot be handed over
   * comes back, before what has been typed since, together with what was sent after it; then this fails.
   */
  async send(handOver: HandOver): Promise<void> {
    const content = this.#box;
    this.#leaving = [...this.#leaving, content];
    this.#show(nothing);
    void this.#tryToSave();
    const handed = this.#sendTurn.then(() => this.#handOver(content, handOver));
    this.#sendTurn = handed.catch(() => undefined);
    await handed;
  }

  /** Saves what the row does not say; fails when it cannot. */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#onDisk(async () => {
      if (!this.#isSaved()) await this.#write();
    });
  }

  /** Saves in the one step that a page which goes away has time for. */
  leave(): void {
    clearTimeout(this.#timer);
    const saved = this.#onDisk(async () => {
      const all = this.#all();
      if (isSame(all, this.#kept)) return;
      await (isSame(all, nothing) ? clearDraft(this.#db, this.#key) : saveDraft(this.#db, this.#key, all));
      this.#kept = all;
    });
    saved.catch(() => undefined);
  }

  /** Looks at the row, which another page may have changed, or this page from another place. */
  refresh(): void {
    const read = this.#onDisk(async () => {
      const row = await draftOf<Written>(this.#db, this.#key);
      if (!this.#holds()) this.#meet(row);
    });
    read.then(
      () => this.#holds() || this.#isSaved() || this.change((box) => box, 300),
      () => undefined,
    );
  }

  /** From here on it is written elsewhere, and goes along. */
  moveTo(key: string): void {
    const moved = this.#onDisk(async () => {
      if (key === this.#key) return;
      const [from, left] = [this.#key, this.#kept];
      this.#key = key;
      this.#kept = nothing;
      this.#hasMet = false;
      await this.#write();
      // What another page has written there meanwhile is not ours.
      await changeDraft<Written>(this.#db, from, (row) => (row && isSame(row, left) ? undefined : row));
    });
    moved.catch(() => undefined);
  }

  async #handOver(content: Written, handOver: HandOver): Promise<void> {
    // It has come back with one that was sent before it.
    if (!this.#leaving.includes(content)) return;
    try {
      await handOver(content, this.#leaves(content));
      this.#leaving = this.#leaving.filter((other) => other !== content);
      void this.#tryToSave();
    } catch (error) {
      // The transaction that took it from the row has failed: what the row says is to be read anew.
      if (!this.#leaving.includes(content)) this.#kept = nothing;
      const all = joined(content, ...this.#leaving.filter((other) => other !== content), this.#box);
      this.#leaving = [];
      this.#show(all);
      void this.#tryToSave();
      throw error;
    }
  }

  /** What makes of the row what stays of it without this content. What another page has written there is left as it is. */
  #leaves(content: Written): DraftChange {
    const key = this.#key;
    /** What the row said when the transaction was tried first. */
    let said: Written | undefined;
    const change = (row: unknown): unknown => {
      const known = said ?? this.#kept;
      if (this.#key !== key || !isSame((row ?? nothing) as Written, known)) return row;
      said = known;
      this.#leaving = this.#leaving.filter((other) => other !== content);
      this.#kept = this.#all();
      return isSame(this.#kept, nothing) ? undefined : this.#kept;
    };
    return { key, change };
  }

  #all(): Written {
    return joined(...this.#leaving, this.#box);
  }

  #isSaved(): boolean {
    return isSame(this.#all(), this.#kept);
  }

  #holds(): boolean {
    return this.#hasMet && this.#isInHand();
  }

  /** Takes the row as it is where nothing was typed here since; else both are kept, and no key is lost. */
  #meet(row: Written = nothing): void {
    this.#hasMet = true;
    if (isSame(row, this.#kept)) return;
    const untouched = this.#isSaved();
    this.#kept = row;
    this.#show(untouched ? row : merged(row, this.#box));
  }

  async #write(): Promise<void> {
    const written = await changeDraft<Written>(this.#db, this.#key, (row) => {
      if (!this.#holds()) this.#meet(row);
      const all = this.#all();
      return isSame(all, nothing) ? undefined : all;
    });
    this.#kept = written ?? nothing;
  }

  #tryToSave(): Promise<void> {
    return this.save().catch(() => undefined);
  }

  #onDisk(work: () => Promise<void>): Promise<void> {
    const done = this.#diskTurn.then(work);
    this.#diskTurn = done.catch(() => undefined);
    return done;
  }

  #show(box: Written): void {
    this.#box = box;
    for (const listener of this.#listeners) listener();
  }
}
