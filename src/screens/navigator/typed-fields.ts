import { canonicalJson, type Json } from '#domain/json.ts';
import { limits } from '#domain/limits.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { placeOf } from '#domain/order/paths.ts';
import type { SeenVersions } from './seen-versions.ts';
import { readText, type Reading } from './value-text.ts';

/**
 * What somebody types into an order until the order has it. Every keystroke is saved on the device at once, with the
 * version of the field that was on the screen when they began; a readable value becomes one patch on that version when
 * the field is left or half a second after the last key. What cannot be read stays typed.
 *
 * While the order is held, because it waits to be placed, everything stays typed.
 *
 *   typed ──500 ms or left──> written ──left, and the order shows it──> gone
 *     └──cannot be read──> typed, with its problem
 */
export interface TypedEntry {
  text: string;
  left: boolean;
  /** The version of the field the person saw when they began. */
  base: string | null;
  /** What was last handed to the order. */
  written: Written | null;
}

interface Written {
  text: string;
  /** As canonical text. */
  value: string;
  /** The version the screen showed at that time. */
  shown: string | null;
}

/** A typed text as it is kept on the device; `base` is left out where it was kept by an older version of the app. */
export interface KeptText {
  text: string;
  base?: string | null;
}

export interface TypedDoors {
  /** Saves the text on the device; null forgets it. */
  keep: (path: string, kept: KeptText | null) => Promise<void>;
  /** Puts the value into the order, on the version that was seen; resolves with the id of its command. */
  write: (path: string, value: Json, base: string | null) => Promise<string | null>;
  failed: (error: unknown) => void;
}

export class TypedFields {
  #entries: Record<string, TypedEntry>;
  #doc: OrderDoc;
  #held = false;
  readonly #seen: SeenVersions;
  readonly #doors: TypedDoors;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #writing = new Map<string, Promise<void>>();
  readonly #unkept = new Map<string, KeptText | null>();
  readonly #listeners = new Set<() => void>();

  /** @param restored texts that were typed before and never reached the order */
  constructor(doc: OrderDoc, seen: SeenVersions, restored: Record<string, KeptText>, doors: TypedDoors) {
    this.#doc = doc;
    this.#seen = seen;
    this.#doors = doors;
    this.#entries = Object.fromEntries(
      Object.entries(restored).map(([path, { text, base = seen.of(path) }]) => [
        path,
        { text, left: true, base, written: null },
      ]),
    );
    for (const [path, { text, base }] of Object.entries(this.#entries)) {
      void this.#keep(path, { text, base });
      this.#later(path);
    }
  }

  readonly snapshot = (): Readonly<Record<string, TypedEntry>> => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  type(path: string, text: string): void {
    const before = this.#entries[path];
    const base = before === undefined ? this.#seen.of(path) : this.#seen.after(path, before.base);
    // To the disk before the screen: drawing what follows from a key takes longer than the way there.
    void this.#keep(path, { text, base });
    this.#set(path, { text, left: false, base, written: before?.written ?? null });
    this.#later(path);
  }

  /** The person went to another field: whatever can be written is written now. */
  leave(path: string): void {
    const entry = this.#entries[path];
    if (entry === undefined) return;
    this.#set(path, { ...entry, left: true });
    void this.#write(path);
  }

  /** What the order shows now; fields that have reached it are forgotten. */
  show(doc: OrderDoc): void {
    this.#doc = doc;
    const arrived = Object.entries(this.#entries).filter(
      ([path, entry]) => entry.left && this.#hasArrived(path, entry),
    );
    if (arrived.length === 0) return;
    const gone = new Set(arrived.map(([path]) => path));
    this.#entries = Object.fromEntries(Object.entries(this.#entries).filter(([path]) => !gone.has(path)));
    this.#tell();
  }

  /** Whether the order can be written into; what was typed meanwhile is written when it can again. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    if (!held) for (const path of Object.keys(this.#entries)) this.#later(path);
  }

  /** Forgets what was typed here, for example because a choice replaced it. */
  drop(path: string): void {
    if (this.#entries[path] === undefined) return;
    clearTimeout(this.#timers.get(path));
    const { [path]: _, ...rest } = this.#entries;
    this.#entries = rest;
    void this.#keep(path, null);
    this.#tell();
  }

  /** The person went elsewhere: writes everything that can be written; resolves when it is durable. */
  async settle(): Promise<void> {
    this.#entries = Object.fromEntries(
      Object.entries(this.#entries).map(([path, entry]) => [path, { ...entry, left: true }]),
    );
    this.#tell();
    await Promise.all(Object.keys(this.#entries).map((path) => this.#write(path)));
  }

  /** Resolves when every text is on the disk; fails when one could not be kept. */
  async kept(): Promise<void> {
    const unwritten = Object.entries(this.#entries).filter(([, { text, written }]) => written?.text !== text);
    await Promise.all(unwritten.map(([path, { text, base }]) => this.#doors.keep(path, { text, base })));
  }

  /** The texts whose way to the disk has not ended. */
  unkept(): Record<string, KeptText> {
    return Object.fromEntries([...this.#unkept].flatMap(([path, kept]) => (kept === null ? [] : [[path, kept]])));
  }

  /** One after another for each field: the same value must not be written twice. */
  #write(path: string): Promise<void> {
    clearTimeout(this.#timers.get(path));
    const next = (this.#writing.get(path) ?? Promise.resolve()).then(() => this.#writeNow(path));
    this.#writing.set(path, next);
    return next;
  }

  async #writeNow(path: string): Promise<void> {
    const entry = this.#entries[path];
    const reading = entry === undefined ? undefined : readingOf(path, entry.text);
    if (this.#held || entry === undefined || reading === undefined || 'problem' in reading) return;
    const { text } = entry;
    const value = canonicalJson(reading.value);
    const isNew = value !== (entry.written?.value ?? canonicalJson(this.#doc[path] ?? null));
    const shown = isNew ? this.#seen.shown(path) : (entry.written?.shown ?? this.#seen.shown(path));
    const base = this.#seen.after(path, entry.base);
    try {
      const id = isNew ? await this.#doors.write(path, reading.value, base) : null;
      if (id !== null) this.#seen.wrote(path, base, id);
      const now = this.#entries[path];
      if (now === undefined) return;
      if (now.text !== text) {
        void this.#keep(path, { text: now.text, base: this.#seen.after(path, base) });
        this.#set(path, { ...now, written: { text, value, shown } });
        return;
      }
      this.#set(path, { ...now, written: { text, value, shown } });
      this.show(this.#doc);
      await this.#keep(path, null);
    } catch (error) {
      this.#doors.failed(error);
    }
  }

  async #keep(path: string, kept: KeptText | null): Promise<void> {
    this.#unkept.set(path, kept);
    try {
      await this.#doors.keep(path, kept);
    } catch (error) {
      this.#doors.failed(error);
    } finally {
      if (this.#unkept.get(path) === kept) this.#unkept.delete(path);
    }
  }

  /** The order shows the value, or has moved on from the version that was shown when it was written. */
  #hasArrived(path: string, { text, written }: TypedEntry): boolean {
    if (written === null || written.text !== text) return false;
    return written.value === canonicalJson(this.#doc[path] ?? null) || written.shown !== this.#seen.shown(path);
  }

  #later(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.set(
      path,
      setTimeout(() => void this.#write(path), limits.draftPatchDelayMs),
    );
  }

  #set(path: string, entry: TypedEntry): void {
    this.#entries = { ...this.#entries, [path]: entry };
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** What a typed text means where it was typed; undefined where no field stands. */
export function readingOf(path: string, text: string): Reading | undefined {
  const place = placeOf(path);
  return place?.is === 'field' ? readText(place.field, path, text) : undefined;
}

/** The document with everything that is typed and can be read, for price and checks while typing. */
export function withTyped(doc: OrderDoc, entries: Readonly<Record<string, TypedEntry>>): OrderDoc {
  const next = { ...doc };
  for (const [path, { text }] of Object.entries(entries)) {
    const reading = readingOf(path, text);
    if (reading === undefined || 'problem' in reading) continue;
    if (reading.value === null) delete next[path];
    else next[path] = reading.value;
  }
  return next;
}
