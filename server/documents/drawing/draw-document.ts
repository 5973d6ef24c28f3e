import { Refusal } from '#domain/ground/errors.ts';
import { MINUTE, SECOND } from '#domain/ground/units.ts';
import { type ComputingProcess, startComputing } from '../../ground/computing-process.ts';
import type { Drawings, DrawingReply, DrawingRequest } from './drawings.ts';

/** Longest time that drawing one takes, with those before it: the request is still answered after it. */
export const documentMs = 20 * SECOND;

/** Memory of the process, in MB: about four times what the largest quote needs. */
const heapMb = 512;

/** The process ends when it has drawn nothing for this long: the package takes a tenth of a server's memory. */
const keptMs = 1 * MINUTE;

/**
 * Draws documents in a process of its own, because a quote of many tests takes seconds, in which this process would
 * serve no other call. It starts with the first document.
 */
export class DrawingProcess {
  readonly #start: typeof startComputing;
  readonly #waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  #process: ComputingProcess | undefined;
  #idle: NodeJS.Timeout | undefined;
  #last = 0;

  constructor(start = startComputing) {
    this.#start = start;
  }

  /**
   * Returns the bytes of a document.
   * @throws UNAVAILABLE when the process ends before it is drawn, or takes too long; else what the document throws
   */
  async draw<Name extends keyof Drawings>(name: Name, ...data: Parameters<Drawings[Name]>): Promise<Buffer> {
    const drawn = Promise.withResolvers<Buffer>();
    const n = ++this.#last;
    this.#waiting.set(n, drawn);
    clearTimeout(this.#idle);
    const late = setTimeout(() => this.#end(), documentMs);
    try {
      this.#ask({ n, name, data });
      return await drawn.promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(n);
      if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), keptMs).unref();
    }
  }

  #ask(first: DrawingRequest): void {
    if (this.#process === undefined) this.#process = this.#started(first);
    else this.#process.say(first);
  }

  #started(first: DrawingRequest): ComputingProcess {
    const started = this.#start({
      file: 'documents/drawing/drawing-process.ts',
      heapMb,
      first,
      heard: (message) => this.#heard(message as DrawingReply),
      ended: () => {
        if (this.#process === started) this.#end();
      },
    });
    started.unref();
    return started;
  }

  #heard(drawn: DrawingReply): void {
    const asked = this.#waiting.get(drawn.n);
    if ('bytes' in drawn) asked?.resolve(Buffer.from(drawn.bytes));
    else asked?.reject(drawn.error);
  }

  /** Ends the process. The next document starts another one. */
  #end(): void {
    this.#process?.kill();
    this.#process = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Refusal('UNAVAILABLE'));
  }
}

const drawing = new DrawingProcess();

/** Draws a document in the one drawing process of this server. */
export const drawDocument: DrawingProcess['draw'] = (name, ...data) => drawing.draw(name, ...data);
