import { readable } from '../../quantities/quantities.ts';
import { type Range, withFilled } from '../../quantities/ranges.ts';
import { fillers, questionWords } from './design-words.ts';

/** Stands in the place of what was read. */
const read = '\0';
/** Stands in the place of what is left as a whole; a character that no text has, as it is for private use. */
const whole = '\ue000';

/** Between parts. A comma or a colon between digits belongs to them: 1,2 M and EC/DMC 3:7. */
const separators = /[\0;!?()]+|(?<!\d)[,:]|[,:](?!\d)|(?:^|(?<=\s))[.+&/-]+(?=\s|$)|\.(?=\s|$)/g;

/** The parts of a text that have not been read yet. */
export class Leftover {
  readonly #typed: string;
  readonly #plain: string;
  readonly #uses = new Map<string, Range>();
  #text: string;

  /** @param kept parts that are left, each as a whole, with their places in the readable text */
  constructor(typed: string, kept: readonly Range[]) {
    this.#typed = typed;
    this.#plain = readable(typed);
    this.#text = withFilled(this.#plain, kept, whole);
  }

  /** @param use under which it can be given back */
  take(start: number, end: number, use?: string): void {
    if (use !== undefined) this.#uses.set(use, { start, end });
    this.#text = withFilled(this.#text, [{ start, end }], read);
  }

  /** Leaves the part that was taken for a use. */
  giveBack(use: string): void {
    const part = this.#uses.get(use);
    if (part !== undefined) this.#text = withFilled(this.#text, [part], whole);
  }

  isTaken(start: number, end: number): boolean {
    return this.#text.slice(start, end).includes(read);
  }

  /** Returns the text between a place and the last part that was taken before it. @returns undefined if none was */
  gapBefore(place: number): string | undefined {
    const last = this.#text.lastIndexOf(read, place - 1);
    return last === -1 ? undefined : this.#text.slice(last + 1, place);
  }

  /** Takes every match. @returns whether there was one */
  takeAll(pattern: RegExp, isMeant = true): boolean {
    if (!isMeant) return false;
    const found = [...this.#text.matchAll(pattern)].filter(([match]) => match !== '');
    for (const match of found) this.take(match.index, match.index + match[0].length);
    return found.length > 0;
  }

  /** Returns what is left, as it was typed. */
  words(): string[] {
    this.takeAll(questionWords);
    this.takeAll(fillers);
    const rest = this.#text.replaceAll(separators, (each) => read.repeat(each.length));
    return [...rest.matchAll(/[^\0]+/g)]
      .filter(([part]) => /[\p{L}\p{N}\ue000]/u.test(part))
      .map(({ 0: part, index }) =>
        this.#asTyped(index, index + part.length)
          .trim()
          .replace(/\/$/, ''),
      );
  }

  /** Finds the typed text of a part: the readable one may be longer or shorter, as in cm² and ½. */
  #asTyped(start: number, end: number): string {
    const plain = this.#plain.slice(start, end);
    const before = (at: number) => readable(this.#typed.slice(0, at)).length;
    const places = Array.from({ length: this.#typed.length + 1 }, (_, at) => at);
    const from = places.findLast((at) => before(at) <= start) ?? 0;
    const to = places.find((at) => at > from && before(at) >= end) ?? this.#typed.length;
    const typed = this.#typed.slice(from, to);
    return readable(typed) === plain ? typed : plain;
  }
}
