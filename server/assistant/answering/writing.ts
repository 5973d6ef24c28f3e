import type { AnswerSource } from '#domain/chat/chat.ts';
import { maySayNone, promptFor, shownSources } from '../model/prompt.ts';
import type { TokensUsed } from '../model/model.ts';
import type { ModelCall } from '../store/model-calls.ts';
import type { AnswerContent, OpenAnswer } from '../store/open-answers.ts';
import { estimated } from './estimate.ts';
import { type Grounds, stoppedAnswer, stoppedBefore, wholeAnswer, withoutModel } from './outcome.ts';

/** A question for the model, committed with its open answer. */
export interface Asked extends OpenAnswer, Grounds {
  question: string;
  /** Users who may see the answer: the room's members. */
  members: string[];
}

/** Reason why a process ends an answer: its reader stopped it, the process stops, or another process has it. */
type EndReason = 'stopped' | 'interrupted' | 'lost';

/**
 * Longest text that is read from a model, in UTF-16 units: more than `answerTokens` give. The time to check a text grows
 * faster than its length.
 */
const textMost = 8_000;

/** An answer that this process writes: the model's text so far, and what the call of the model has cost. */
export class Writing {
  readonly asked: Asked;
  /** Tokens that the model reports as used; undefined until it does. */
  used: TokensUsed | undefined;
  /** Undefined unless this process has ended the call. */
  endReason: EndReason | undefined;
  #text = '';
  /** Length of what was shown to readers. */
  #shown = 0;
  readonly #end = new AbortController();
  readonly #startedAt = performance.now();
  #firstMs: number | null = null;

  constructor(asked: Asked) {
    this.asked = asked;
  }

  /** The signal that ends the call of the model. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Text that readers have been shown. */
  get shownText(): string {
    return this.#text.slice(0, this.#shown);
  }

  /** Sources that the text shown so far may cite. */
  get sources(): AnswerSource[] {
    const { sources, retrieval } = this.asked;
    const all = sources.map(({ n }) => n);
    return shownSources(retrieval, sources, all);
  }

  /** Ends the call of the model. The first reason counts. */
  end(reason: EndReason): void {
    this.endReason ??= reason;
    this.#end.abort();
  }

  /** Adds a part of the model's text. @returns false when the text is too long */
  add(part: string): boolean {
    this.#firstMs ??= this.#elapsedMs();
    this.#text += part.replaceAll('\0', '');
    return this.#text.length <= textMost;
  }

  /** Returns what readers have not been shown yet and where it begins; undefined while it may say that there is no answer. */
  show(): { i: number; text: string } | undefined {
    const i = this.#shown;
    if (i === 0 && maySayNone(this.#text)) return undefined;
    this.#shown = this.#text.length;
    return { i, text: this.#text.slice(i) };
  }

  /** Returns the finished answer. @param outcome `done`, or why the text is not whole */
  contentFor(outcome: string): AnswerContent {
    const { asked, endReason } = this;
    if (outcome === 'done') return wholeAnswer(this.#text, asked);
    if (endReason !== 'stopped') return withoutModel(asked.instead, endReason ?? outcome);
    return this.#text.trim() === '' ? stoppedBefore(asked.instead) : stoppedAnswer(this.#text, asked);
  }

  /** Returns what the call of the model has used, when it is over. @param outcome as in `contentFor` */
  callFor(outcome: string): Omit<ModelCall, 'roomId' | 'asker' | 'model'> {
    return {
      answerId: this.asked.id,
      ...(this.used ?? estimatedUse(this.asked, this.#text)),
      isEstimate: this.used === undefined,
      outcome: this.endReason ?? outcome,
      firstMs: this.#firstMs,
      wholeMs: this.#elapsedMs(),
    };
  }

  #elapsedMs(): number {
    return Math.round(performance.now() - this.#startedAt);
  }
}

/** Estimates the tokens of a question and the text that answers it. */
export function estimatedUse({ question, sources }: Asked, text: string): TokensUsed {
  const prompt = promptFor(question, sources);
  return { tokensIn: estimated(prompt.rules + prompt.question), tokensOut: estimated(text) };
}
