import type { DraftChange } from '../../db/draft-row.ts';
import { changeDraft, clearDraft, draftOf, saveDraft } from '../../db/drafts.ts';
import type { UserDb } from '../../db/schema.ts';
import { isSameContent, joinContents, mergeContents, emptyBox, type BoxContent } from '../../db/box-content.ts';

/**
 * Stores the text elsewhere, for example in the outbox; `clearsDraft` removes it from the draft's row in the same
 * transaction.
 */
type HandOver = (content: BoxContent, clearsDraft: DraftChange) => Promise<unknown>;

/**
 * The text of one box on this page. All pages with this box share one row on the disk, which holds everything that is
 * not stored elsewhere yet:
 *
 *     typed -> box -> leaving -> handed over
 *               ^--------/ it could not be stored
 *
 * The row contains box and leaving, so a crash loses nothing. Handed-over text is removed from the row in the
 * transaction that stores it elsewhere, so a crash duplicates nothing. Reads and writes of the row are serialized.
 * While the user writes in this box, changes from other pages are not applied to it.
 */
export class Draft {
  readonly #db: UserDb;
  readonly #isInHand: () => boolean;
  readonly #listeners = new Set<() => void>();
  #key: string;
  #box = emptyBox;
  #leaving: BoxContent[] = [];
  /** Content of the row as last known to this page. */
  #kept = emptyBox;
  #diskTurn: Promise<unknown> = Promise.resolve();
  #sendTurn: Promise<unknown> = Promise.resolve();
  /** Whether the row of the current key has been read. */
  #hasMet = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param isInHand whether the user is writing in this box */
  constructor(db: UserDb, key: string, isInHand: () => boolean = () => false) {
    this.#db = db;
    this.#key = key;
    this.#isInHand = isInHand;
  }

  /** Returns the content of the box; a new object after each change. */
  readonly box = (): BoxContent => this.#box;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Changes the content and saves it after a delay. A full disk does not stop the typing. */
  change(next: (before: BoxContent) => BoxContent, saveAfterMs = 0): void {
    this.#show(next(this.#box));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tryToSave(), saveAfterMs);
  }

  /**
   * Empties the box at once and hands its content over, after everything sent before. If that fails, this rejects, and
   * the content returns to the box before newer text, together with everything sent after it.
   */
  async send(handOver: HandOver): Promise<void> {
    const content = this.#box;
    this.#leaving = [...this.#leaving, content];
    this.#show(emptyBox);
    void this.#tryToSave();
    const handed = this.#sendTurn.then(() => this.#handOver(content, handOver));
    this.#sendTurn = handed.catch(() => undefined);
    await handed;
  }

  /** Saves unsaved content. @throws when it cannot be stored */
  save(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#onDisk(async () => {
      if (!this.#isSaved()) await this.#write();
    });
  }

  /** Saves in a single step, because a closing page has no time for more. */
  leave(): void {
    clearTimeout(this.#timer);
    const saved = this.#onDisk(async () => {
      const all = this.#all();
      if (isSameContent(all, this.#kept)) return;
      await (isSameContent(all, emptyBox) ? clearDraft(this.#db, this.#key) : saveDraft(this.#db, this.#key, all));
      this.#kept = all;
    });
    saved.catch(() => undefined);
  }

  /** Reads the row, which another page or another box may have changed. */
  refresh(): void {
    const read = this.#onDisk(async () => {
      const row = await draftOf<BoxContent>(this.#db, this.#key);
      if (!this.#holds()) this.#meet(row);
    });
    read.then(
      () => this.#holds() || this.#isSaved() || this.change((box) => box, 300),
      () => undefined,
    );
  }

  /** Changes the key; the content moves along. */
  moveTo(key: string): void {
    const moved = this.#onDisk(async () => {
      if (key === this.#key) return;
      // The room may get its key before the box has read its row.
      if (!this.#hasMet) this.#meet(await draftOf<BoxContent>(this.#db, this.#key));
      const [from, left] = [this.#key, this.#kept];
      this.#key = key;
      this.#kept = emptyBox;
      this.#hasMet = false;
      await this.#write();
      // Text that another page has written there since then stays.
      await changeDraft<BoxContent>(this.#db, from, (row) => (row && isSameContent(row, left) ? undefined : row));
    });
    moved.catch(() => undefined);
  }

  async #handOver(content: BoxContent, handOver: HandOver): Promise<void> {
    // It has returned to the box together with an earlier one.
    if (!this.#leaving.includes(content)) return;
    try {
      await handOver(content, this.#clearing(content));
      this.#leaving = this.#leaving.filter((other) => other !== content);
      void this.#tryToSave();
    } catch (error) {
      // The transaction that removed it from the row has failed, so the row's content is unknown.
      if (!this.#leaving.includes(content)) this.#kept = emptyBox;
      const all = joinContents(content, ...this.#leaving.filter((other) => other !== content), this.#box);
      this.#leaving = [];
      this.#show(all);
      void this.#tryToSave();
      throw error;
    }
  }

  /** Returns the change that removes this content from the row. Text that another page has written there stays. */
  #clearing(content: BoxContent): DraftChange {
    const key = this.#key;
    /** Content of the row at the transaction's first try. */
    let said: BoxContent | undefined;
    const change = (row: unknown): unknown => {
      const known = said ?? this.#kept;
      if (this.#key !== key || !isSameContent((row ?? emptyBox) as BoxContent, known)) return row;
      said = known;
      this.#leaving = this.#leaving.filter((other) => other !== content);
      this.#kept = this.#all();
      return isSameContent(this.#kept, emptyBox) ? undefined : this.#kept;
    };
    return { key, change };
  }

  #all(): BoxContent {
    return joinContents(...this.#leaving, this.#box);
  }

  #isSaved(): boolean {
    return isSameContent(this.#all(), this.#kept);
  }

  #holds(): boolean {
    return this.#hasMet && this.#isInHand();
  }

  /** Takes the row's content if nothing was typed here since; otherwise merges both, so that no text is lost. */
  #meet(row: BoxContent = emptyBox): void {
    this.#hasMet = true;
    if (isSameContent(row, this.#kept)) return;
    const untouched = this.#isSaved();
    this.#kept = row;
    this.#show(untouched ? row : mergeContents(row, this.#box));
  }

  async #write(): Promise<void> {
    const written = await changeDraft<BoxContent>(this.#db, this.#key, (row) => {
      if (!this.#holds()) this.#meet(row);
      const all = this.#all();
      return isSameContent(all, emptyBox) ? undefined : all;
    });
    this.#kept = written ?? emptyBox;
  }

  #tryToSave(): Promise<void> {
    return this.save().catch(() => undefined);
  }

  #onDisk(work: () => Promise<void>): Promise<void> {
    const done = this.#diskTurn.then(work);
    this.#diskTurn = done.catch(() => undefined);
    return done;
  }

  #show(box: BoxContent): void {
    this.#box = box;
    for (const listener of this.#listeners) listener();
  }
}
