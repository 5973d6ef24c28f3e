import { canonicalJson, type Json } from '#domain/json.ts';
import { limits } from '#domain/limits.ts';
import type { OrderDoc } from '#domain/order/order.ts';
import { placeOf } from '#domain/order/paths.ts';
import { readText, type Reading } from './value-text.ts';

/**
 * What somebody types into an order until the order has it. Every keystroke is saved on the device at once; a readable
 * value becomes one patch when the field is left or half a second after the last key. What cannot be read stays typed.
 *
 *   typed ──500 ms or left──> written ──left, and the order shows it──> gone
 *     └──cannot be read──> typed, with its problem
 */
export interface TypedEntry {
  text: string;
  left: boolean;
  /** The value last handed to the order, as canonical text. */
  written: string | null;
}

export interface TypedDoors {
  /** Saves the text on the device; null forgets it. */
  keep: (path: string, text: string | null) => Promise<void>;
  /** Puts the value into the order. */
  write: (path: string, value: Json) => Promise<void>;
  failed: (error: unknown) => void;
}

export class TypedFields {
  #entries: Record<string, TypedEntry>;
  #doc: OrderDoc;
  readonly #doors: TypedDoors;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #listeners = new Set<() => void>();

  /** @param restored texts that were typed before and never reached the order */
  constructor(doc: OrderDoc, restored: Record<string, string>, doors: TypedDoors) {
    this.#doc = doc;
    this.#doors = doors;
    this.#entries = Object.fromEntries(
      Object.entries(restored).map(([path, text]) => [path, { text, left: true, written: null }]),
    );
    for (const path of Object.keys(restored)) this.#later(path);
  }

  readonly snapshot = (): Readonly<Record<string, TypedEntry>> => this.#entries;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  type(path: string, text: string): void {
    this.#set(path, { text, left: false, written: this.#entries[path]?.written ?? null });
    void this.#doors.keep(path, text).catch(this.#doors.failed);
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
    const arrived = Object.entries(this.#entries).filter(([path, entry]) => entry.left && this.#has(path, entry));
    if (arrived.length === 0) return;
    const gone = new Set(arrived.map(([path]) => path));
    this.#entries = Object.fromEntries(Object.entries(this.#entries).filter(([path]) => !gone.has(path)));
    this.#tell();
  }

  /** Forgets what was typed here, for example because a choice replaced it. */
  drop(path: string): void {
    if (this.#entries[path] === undefined) return;
    clearTimeout(this.#timers.get(path));
    const { [path]: _, ...rest } = this.#entries;
    this.#entries = rest;
    void this.#doors.keep(path, null).catch(this.#doors.failed);
    this.#tell();
  }

  /** Writes everything that can be written; resolves when it is durable. */
  async settle(): Promise<void> {
    await Promise.all(Object.keys(this.#entries).map((path) => this.#write(path)));
  }

  async #write(path: string): Promise<void> {
    clearTimeout(this.#timers.get(path));
    const entry = this.#entries[path];
    const reading = entry === undefined ? undefined : readingOf(path, entry.text);
    if (entry === undefined || reading === undefined || 'problem' in reading) return;
    const written = canonicalJson(reading.value);
    try {
      if (written !== (entry.written ?? canonicalJson(this.#doc[path] ?? null))) {
        await this.#doors.write(path, reading.value);
      }
      const now = this.#entries[path];
      if (now === undefined || now.text !== entry.text) return;
      await this.#doors.keep(path, null);
      this.#set(path, { ...now, written });
      this.show(this.#doc);
    } catch (error) {
      this.#doors.failed(error);
    }
  }

  #has(path: string, entry: TypedEntry): boolean {
    return entry.written !== null && entry.written === canonicalJson(this.#doc[path] ?? null);
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
