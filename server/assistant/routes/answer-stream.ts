import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { answerSaveEveryMs, type Answering } from '../answering/answering.ts';
import type { AnswerDelta, Hints } from '../../ground/hint.ts';
import { SECOND } from '#domain/ground/units.ts';

/** Interval at which a reader of an answer looks whether it is finished, should a hint be lost. */
const answerPollMs = 2 * SECOND;

/** A piece of an answer that is being written. */
interface Piece {
  /** Number of UTF-16 units up to its end: what a reader names as `after` to go on behind it. */
  seq: number;
  text: string;
}

interface StreamDeps {
  answering: Pick<Answering, 'unfinished'>;
  hints: Pick<Hints, 'subscribe'>;
}

/**
 * Yields the pieces of an answer behind `after`, wherever it is written, until it is finished; `undefined` now and then
 * while nothing comes.
 * @param signal ends it
 */
export async function* piecesOf(
  { answering, hints }: StreamDeps,
  answer: { id: string; roomId: string },
  after: number,
  signal: AbortSignal,
): AsyncGenerator<Piece | undefined, void> {
  let have = after;
  const listener = new AnswerListener(hints, answer, signal);
  try {
    while (!signal.aborted) {
      listener.mayBeOver = false;
      const now = await answering.unfinished(answer.id);
      if (now === undefined) return;
      if (now.text.length > have) {
        const text = now.text.slice(have);
        have = now.text.length;
        yield { seq: have, text };
      }
      let hasGap = false;
      while (listener.isWaiting && !hasGap) {
        if (!(await listener.hears())) break;
        for (const { i, text } of listener.take()) {
          if (i > have) hasGap = true;
          if (i > have || i + text.length <= have) continue;
          const piece = text.slice(have - i);
          have += piece.length;
          yield { seq: have, text: piece };
        }
      }
      // Another process saves its text every second; a hint was lost.
      if (hasGap) await wait(answerSaveEveryMs, undefined, { ref: false });
      else if (listener.isWaiting) yield undefined;
    }
  } finally {
    listener.stop();
  }
}

/** Listener to the hints about one answer. */
class AnswerListener {
  /** Something has changed in its room: the answer may be finished. */
  mayBeOver = false;
  #heard: AnswerDelta[] = [];
  #wake: (() => void) | undefined;
  readonly #signal: AbortSignal;
  readonly #unsubscribe: () => void;
  readonly #onAbort = (): void => this.#wake?.();

  constructor(hints: StreamDeps['hints'], answer: { id: string; roomId: string }, signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', this.#onAbort);
    this.#unsubscribe = hints.subscribe(({ deltas = [], streams, missed }) => {
      const own = deltas.filter(({ answerId }) => answerId === answer.id);
      this.#heard.push(...own);
      const isRoom = streams.some(({ stream }) => stream === `room:${answer.roomId}`);
      if (isRoom || missed === true) this.mayBeOver = true;
      if (own.length > 0 || this.mayBeOver) this.#wake?.();
    });
  }

  get isWaiting(): boolean {
    return !this.#signal.aborted && !this.mayBeOver;
  }

  /** Waits for the next hint. @returns false if none has come for a while */
  async hears(): Promise<boolean> {
    if (this.#heard.length > 0) return true;
    return await Promise.race([
      new Promise<true>((resolve) => (this.#wake = () => resolve(true))),
      wait(answerPollMs, false as const, { ref: false }),
    ]);
  }

  take(): AnswerDelta[] {
    return this.#heard.splice(0);
  }

  stop(): void {
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#unsubscribe();
  }
}

/** Returns one server-sent event. */
export function sentEvent(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Sends server-sent events as they are made, despite the JSON schema of the route. */
export function sendEvents(reply: FastifyReply, events: AsyncIterable<string> | Iterable<string>): FastifyReply {
  return reply
    .type('text/event-stream; charset=utf-8')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(events, { objectMode: false }));
}

/** Returns a signal for the end of a reply's connection. */
export function closingOf(reply: FastifyReply): AbortSignal {
  const closing = new AbortController();
  reply.raw.on('close', () => closing.abort());
  return closing.signal;
}

/** Splits a finished text into pieces, as if it were written now. */
export function* piecesIn(content: string, after: number): Generator<Piece> {
  for (let from = after; from < content.length; from += pieceChars)
    yield { seq: Math.min(content.length, from + pieceChars), text: content.slice(from, from + pieceChars) };
}

const pieceChars = 60;
