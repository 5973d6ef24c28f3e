import { canonicalJson, type Json } from '#domain/ground/json.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import { changesOfTypedValue, withChanges, type ValueChange } from '#domain/order/fields/presets.ts';
import type { SeenVersions } from './seen-versions.ts';
import { readText, type ValueReading } from '../parts/value-text.ts';

const saveTypedAfterMs = 500;

/**
 * A text typed into a field, until the order has its value. Every keystroke is saved on the device at once, with the
 * version of the field that was on the screen when the user began. A readable value becomes one patch on that version
 * when the field is left or 500 ms after the last keystroke. A text that cannot be read stays typed. A choice that
 * replaces a text is its write.
 *
 * While the order is held because a place or status command is pending, every text stays typed.
 *
 *   typed ──500 ms, or field left──> written ──field left, and the order shows the value──> removed
 *     └──cannot be read──> typed, with its problem
 */
export interface TypedEntry {
  text: string;
  left: boolean;
  /** The version of the field that the user saw when they began to type; null where it had none. */
  base: string | null;
  /** The last write into the order; null before the first. */
  written: WrittenValue | null;
}

interface WrittenValue {
  text: string;
  /** Canonical JSON. */
  value: string;
  /** The version the screen showed at the time of the write. */
  shown: string | null;
}

/** A typed text as saved on the device; texts saved by an older version of the app have no `base`. */
export interface KeptText {
  text: string;
  base?: string | null;
}

/** A change on the version that the user has seen. */
interface BasedChange extends ValueChange {
  base: string | null;
}

/** A value that a choice has written, and the value that the order showed before, as canonical JSON. */
interface ChosenValue extends ValueChange {
  shown: string;
}

/** Functions that save typed texts on the device and write them into the order. */
export interface TypingPorts {
  /** Saves the text on the device; null deletes it. */
  keep: (path: string, kept: KeptText | null) => Promise<void>;
  /**
   * Writes the value and what follows from it into the order on the versions seen.
   * @returns the id of the command; null without one
   */
  write: (path: string, value: Json, base: string | null, also: readonly BasedChange[]) => Promise<string | null>;
  failed: (error: unknown) => void;
}

const nothingTyped: Readonly<Record<string, TypedEntry>> = {};

/**
 * The texts typed into one order, from the first key until the confirmed order shows their values, and the choices that
 * it does not show yet.
 */
export class TypedFields {
  #entries: Record<string, TypedEntry>;
  #doc: OrderDoc;
  #chosen: readonly ChosenValue[] = [];
  /** The order's document with `#chosen`; the same object until one of them changes. */
  #ahead: OrderDoc;
  /** Resolves when every choice made so far is durable or has failed. */
  #choosing: Promise<unknown> = Promise.resolve();
  #held = false;
  #edited: { stored: OrderDoc; typed: Readonly<Record<string, TypedEntry>>; doc: OrderDoc } | undefined;
  readonly #seen: SeenVersions;
  readonly #doors: TypingPorts;
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #writing = new Map<string, Promise<void>>();
  readonly #unkept = new Map<string, KeptText | null>();
  readonly #listeners = new Set<() => void>();

  /** @param restored texts typed earlier that were never written into the order, by path */
  constructor(doc: OrderDoc, seen: SeenVersions, restored: Record<string, KeptText>, doors: TypingPorts) {
    this.#doc = doc;
    this.#ahead = doc;
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

  readonly snapshot = (): Readonly<Record<string, TypedEntry>> => (this.#held ? nothingTyped : this.#entries);

  /** Returns what is typed at this path; undefined also while the order is held. */
  typedAt(path: string): TypedEntry | undefined {
    return this.snapshot()[path];
  }

  /** Returns the value that the order has at this path, without what is typed. */
  storedAt(path: string): Json | undefined {
    return this.#doc[path];
  }

  /**
   * Returns the document as it is edited now, with the choices that the order does not show yet; the same object until
   * something changes.
   */
  edited(): OrderDoc {
    const typed = this.snapshot();
    const stored = this.#ahead;
    if (this.#edited?.stored !== stored || this.#edited.typed !== typed)
      this.#edited = { stored, typed, doc: withTypedTexts(stored, this.#withoutReplaced(typed)) };
    return this.#edited.doc;
  }

  /**
   * Takes the changes of a choice that is being written: what is computed until the order shows them counts on them.
   * @param written resolves with whether they are in the order
   */
  choose(changes: readonly ValueChange[], written: Promise<boolean>): void {
    const paths = new Set(changes.map(({ path }) => path));
    const chosen = changes.map((change) => ({ ...change, shown: canonicalJson(this.#doc[change.path] ?? null) }));
    this.#expect([...this.#chosen.filter(({ path }) => !paths.has(path)), ...chosen]);
    this.#choosing = Promise.all([this.#choosing, this.#forgetUnless(written, chosen)]);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  type(path: string, text: string): void {
    const before = this.#entries[path];
    const base = before === undefined ? this.#seen.of(path) : this.#seen.after(path, before.base);
    // Saved before the screen updates: rendering what depends on a keystroke takes longer than starting the write.
    void this.#keep(path, { text, base });
    this.#set(path, { text, left: false, base, written: before?.written ?? null });
    this.#later(path);
  }

  /** Marks the field as left, and writes its text now if it can be read. */
  leave(path: string): void {
    const entry = this.#entries[path];
    if (entry === undefined) return;
    this.#set(path, { ...entry, left: true });
    void this.#write(path);
  }

  /** Takes the document as it is shown now, and removes the left fields whose value it has. */
  show(doc: OrderDoc): void {
    const isNew = this.#doc !== doc;
    this.#doc = doc;
    if (isNew) this.#expect(this.#chosen.filter(({ path, shown }) => canonicalJson(doc[path] ?? null) === shown));
    const arrived = Object.entries(this.#entries).filter(
      ([path, entry]) => entry.left && this.#hasArrived(path, entry),
    );
    if (arrived.length > 0) {
      const gone = new Set(arrived.map(([path]) => path));
      this.#entries = Object.fromEntries(Object.entries(this.#entries).filter(([path]) => !gone.has(path)));
    }
    if (isNew || arrived.length > 0) this.#notify();
  }

  /** Stops writes while `held` is true; texts typed during that time are written after it becomes false. */
  hold(held: boolean): void {
    if (this.#held === held) return;
    this.#held = held;
    this.#notify();
    if (!held) for (const path of Object.keys(this.#entries)) this.#later(path);
  }

  /**
   * Replaces the texts typed at the paths of a choice. A text stays until the order shows the chosen value, and where
   * the choice could not be written.
   * @param written resolves with whether the changes are in the order
   */
  replace(changes: readonly ValueChange[], written: Promise<boolean>): void {
    for (const change of changes) void this.#replaceText(change, written);
  }

  /** Marks all fields as left and writes every readable text; resolves when the writes are durable or have failed. */
  async settle(): Promise<void> {
    this.#entries = Object.fromEntries(
      Object.entries(this.#entries).map(([path, entry]) => [path, { ...entry, left: true }]),
    );
    this.#notify();
    await Promise.all(Object.keys(this.#entries).map((path) => this.#write(path)));
  }

  /** Saves every unwritten text on the device; rejects when one could not be saved. */
  async kept(): Promise<void> {
    const unwritten = Object.entries(this.#entries).filter(([, { text, written }]) => written?.text !== text);
    await Promise.all(unwritten.map(([path, { text, base }]) => this.#doors.keep(path, { text, base })));
  }

  /** Returns the texts whose save on the device has not finished, by path. */
  unkept(): Record<string, KeptText> {
    return Object.fromEntries([...this.#unkept].flatMap(([path, kept]) => (kept === null ? [] : [[path, kept]])));
  }

  async #replaceText({ path, value }: ValueChange, isWritten: Promise<boolean>): Promise<void> {
    const entry = this.#entries[path];
    if (entry === undefined) return;
    clearTimeout(this.#timers.get(path));
    const written = { text: entry.text, value: canonicalJson(value), shown: this.#seen.shown(path) };
    this.#set(path, { ...entry, left: true, written });
    if (await isWritten) return this.#endWrite(path, written, entry.base);
    const now = this.#entries[path];
    if (now?.written !== written) return;
    this.#set(path, { ...now, written: entry.written });
    this.#later(path);
  }

  /** Writes of one field run one after another, so that the same value is not written twice. */
  #write(path: string): Promise<void> {
    clearTimeout(this.#timers.get(path));
    const next = (this.#writing.get(path) ?? Promise.resolve()).then(() => this.#writeNow(path));
    this.#writing.set(path, next);
    return next;
  }

  async #writeNow(path: string): Promise<void> {
    await this.#choosing;
    const entry = this.#entries[path];
    const reading = entry === undefined ? undefined : readingOf(path, entry.text);
    if (this.#held || entry === undefined || reading === undefined || 'problem' in reading) return;
    const { text } = entry;
    if (entry.written?.text === text) return this.show(this.#doc);
    const value = canonicalJson(reading.value);
    const isNew = value !== (entry.written?.value ?? canonicalJson(this.#ahead[path] ?? null));
    const shown = isNew ? this.#seen.shown(path) : (entry.written?.shown ?? this.#seen.shown(path));
    const base = this.#seen.after(path, entry.base);
    try {
      const also = isNew ? this.#following(path, reading.value) : [];
      const id = isNew ? await this.#doors.write(path, reading.value, base, also) : null;
      if (id !== null) for (const each of [{ path, base }, ...also]) this.#seen.wrote(each.path, each.base, id);
      await this.#endWrite(path, { text, value, shown }, base);
    } catch (error) {
      this.#doors.failed(error);
    }
  }

  /** Takes a write that is in the order: its text is no longer kept, and goes once the order shows the value. */
  async #endWrite(path: string, written: WrittenValue, base: string | null): Promise<void> {
    const now = this.#entries[path];
    if (now !== undefined) this.#set(path, { ...now, written });
    if (now !== undefined && now.text !== written.text)
      return this.#keep(path, { text: now.text, base: this.#seen.after(path, base) });
    this.show(this.#doc);
    await this.#keep(path, null);
  }

  /** Proposals that follow from a value, without fields that are being typed into. */
  #following(path: string, value: Json): BasedChange[] {
    return changesOfTypedValue(this.#ahead, path, value)
      .filter((change) => this.#entries[change.path] === undefined)
      .map((change) => ({ ...change, base: this.#seen.of(change.path) }));
  }

  #withoutReplaced(typed: Readonly<Record<string, TypedEntry>>): Record<string, TypedEntry> {
    const isReplaced = (path: string, { text, written }: TypedEntry) =>
      written?.text === text && this.#chosen.some((each) => each.path === path);
    return Object.fromEntries(Object.entries(typed).filter(([path, entry]) => !isReplaced(path, entry)));
  }

  async #forgetUnless(written: Promise<boolean>, chosen: readonly ChosenValue[]): Promise<void> {
    if (!(await written)) this.#expect(this.#chosen.filter((each) => !chosen.includes(each)));
  }

  #expect(chosen: readonly ChosenValue[]): void {
    this.#chosen = chosen;
    this.#ahead = chosen.length === 0 ? this.#doc : withChanges(this.#doc, chosen);
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

  /** Whether the order shows the value, or a version other than the one on the screen when the value was written. */
  #hasArrived(path: string, { text, written }: TypedEntry): boolean {
    if (written === null || written.text !== text) return false;
    return written.value === canonicalJson(this.#doc[path] ?? null) || written.shown !== this.#seen.shown(path);
  }

  #later(path: string): void {
    clearTimeout(this.#timers.get(path));
    this.#timers.set(
      path,
      setTimeout(() => void this.#write(path), saveTypedAfterMs),
    );
  }

  #set(path: string, entry: TypedEntry): void {
    this.#entries = { ...this.#entries, [path]: entry };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Parses a typed text for the field at this path; returns undefined where the path has no field. */
export function readingOf(path: string, text: string): ValueReading | undefined {
  const place = parsePath(path);
  return place?.is === 'field' ? readText(place.field, path, text) : undefined;
}

/** Returns the document with every readable typed text applied, for the price and the checks while typing. */
export function withTypedTexts(doc: OrderDoc, entries: Readonly<Record<string, TypedEntry>>): OrderDoc {
  const next = { ...doc };
  for (const [path, { text }] of Object.entries(entries)) {
    const reading = readingOf(path, text);
    if (reading === undefined || 'problem' in reading) continue;
    if (reading.value === null) delete next[path];
    else next[path] = reading.value;
  }
  return next;
}
