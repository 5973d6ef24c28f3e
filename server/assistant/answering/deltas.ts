import type { AnswerDelta, Hints } from '../../ground/hint.ts';

/** Pieces of answers are gathered for this long after the first one, which is sent at once. */
const answerDeltaMs = 50;
/** Longest piece, in UTF-16 units: it fits a notification of PostgreSQL. */
const answerDeltaChars = 1_500;

/**
 * Sends the pieces of all answers that this process writes. The first piece of an answer goes at once; the next ones of all
 * answers are gathered for a moment and go together, so that many answers cost few notifications.
 */
export class Deltas {
  readonly #hints: Pick<Hints, 'written'>;
  readonly #gathered = new Map<string, AnswerDelta>();
  #timer: NodeJS.Timeout | undefined;

  constructor(hints: Pick<Hints, 'written'>) {
    this.#hints = hints;
  }

  add(delta: AnswerDelta): void {
    const before = this.#gathered.get(delta.answerId);
    this.#gathered.set(delta.answerId, before === undefined ? delta : { ...before, text: before.text + delta.text });
    if (delta.i === 0) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), answerDeltaMs);
  }

  /** Sends what is gathered. Call before an answer ends. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#gathered.size === 0) return;
    const deltas = [...this.#gathered.values()].flatMap(inPieces);
    this.#gathered.clear();
    this.#hints.written(deltas);
  }
}

function inPieces(delta: AnswerDelta): AnswerDelta[] {
  const most = answerDeltaChars;
  return Array.from({ length: Math.ceil(delta.text.length / most) }, (_, at) => ({
    ...delta,
    i: delta.i + at * most,
    text: delta.text.slice(at * most, (at + 1) * most),
  }));
}
