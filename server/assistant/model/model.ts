import type { ModelSettings } from '../../ground/config.ts';
import { ModelFailed } from './model-failed.ts';
import { limitedReply } from '../../limits/limited-reply.ts';
import { eventsOf } from './reply-events.ts';

/** Text from a language model behind any endpoint that speaks the protocol of OpenAI's chat completions. */

/** Longest waits in ms: for the first text, for each further text, and for the whole. */
export interface ModelWaits {
  firstMs: number;
  nextMs: number;
  wholeMs: number;
}

export const modelWaits: ModelWaits = { firstMs: 20_000, nextMs: 30_000, wholeMs: 120_000 };

/** Tokens that a call used, as the endpoint counts them. */
export interface TokensUsed {
  tokensIn: number;
  tokensOut: number;
}

export interface AskOptions {
  /** Ends the call, when the asker does not wait any longer. */
  signal?: AbortSignal;
  waits?: ModelWaits;
  /** Whether to ask for the tokens used: some endpoints refuse a call with this wish. */
  asksUsage?: boolean;
  /** Called at the end with the tokens used, if the endpoint says them. */
  used?: (tokens: TokensUsed) => void;
}

/** Input of a model: its rules, and the question with its sources. */
export interface Prompt {
  rules: string;
  question: string;
}

/** Longest answer, in tokens of the model. */
export const answerTokens = 1_200;

/** Maximum number of bytes of a reply: an event for each token, with what models add to it. */
const replyBytes = 4_000_000;

/** Maximum number of tokens that are believed of one call: the largest models read and write fewer. */
const statedTokensMost = 200_000;

/**
 * Asks the model, and yields its text as it arrives.
 * @throws ModelFailed when the answer is not whole: what was yielded is a part of it, or nothing
 */
export async function* textFrom(
  settings: ModelSettings,
  prompt: Prompt,
  { signal, waits = modelWaits, asksUsage = false, used }: AskOptions = {},
): AsyncGenerator<string, void> {
  const watch = new Watch(waits, signal);
  let length = 0;
  let end: string | undefined;
  try {
    const model = await modelOf(settings, asksUsage);
    const { stream } = await model.doStream({
      prompt: [
        { role: 'system', content: prompt.rules },
        { role: 'user', content: [{ type: 'text', text: prompt.question }] },
      ],
      temperature: 0,
      maxOutputTokens: answerTokens,
      abortSignal: watch.signal,
    });
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'finish') {
        end = part.finishReason.raw ?? part.finishReason.unified;
        const [tokensIn, tokensOut] = [part.usage.inputTokens.total, part.usage.outputTokens.total];
        if (isCount(tokensIn) && isCount(tokensOut)) used?.({ tokensIn, tokensOut });
      }
      if (part.type !== 'text-delta' || part.delta === '') continue;
      watch.restart();
      length += part.delta.length;
      yield part.delta;
    }
  } catch (error) {
    throw watch.failed ?? failureOf(error, length > 0);
  } finally {
    watch.end();
  }
  if (watch.failed !== undefined) throw watch.failed;
  if (end === 'content_filter') throw new ModelFailed('filtered', 'content_filter');
  if (length === 0) throw new ModelFailed('empty', `ended with ${end ?? 'nothing'}`);
  // A stream that just stops has no reason of its own; one that reached its limit is a part as well.
  if (end !== 'stop') throw new ModelFailed('cut', `ended with ${end ?? 'nothing'}`);
}

/** Whether an endpoint states a number of tokens that a call can have used: a wrong one would use up everybody's day. */
function isCount(tokens: number | undefined): tokens is number {
  return tokens !== undefined && Number.isSafeInteger(tokens) && tokens >= 0 && tokens <= statedTokensMost;
}

async function modelOf({ baseUrl, key, name }: ModelSettings, includeUsage: boolean) {
  // Loaded with the first question: most installations have no model.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'model',
    includeUsage,
    baseURL: baseUrl,
    ...(key === undefined ? {} : { apiKey: key }),
    fetch: async (url, request) =>
      eventsOf(limitedReply(await fetch(url, { ...request, redirect: 'error' }), replyBytes)),
  }).chatModel(name);
}

/** Ends a call that takes too long, and remembers why. */
class Watch {
  failed: ModelFailed | undefined;
  readonly #end = new AbortController();
  readonly #waits: ModelWaits;
  readonly #whole: NodeJS.Timeout;
  #next: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;

  constructor(waits: ModelWaits, caller: AbortSignal | undefined) {
    this.#waits = waits;
    this.#caller = caller;
    this.#whole = this.#after(waits.wholeMs, 'no end');
    this.#next = this.#after(waits.firstMs, 'no first text');
    if (caller?.aborted === true) this.#stop();
    else caller?.addEventListener('abort', this.#stop);
  }

  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Call for each text that arrives. */
  restart(): void {
    clearTimeout(this.#next);
    this.#next = this.#after(this.#waits.nextMs, 'no further text');
  }

  /** Call at the end: nothing of the call stays, even if its rest was not read. */
  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#next);
    this.#caller?.removeEventListener('abort', this.#stop);
    this.#end.abort();
  }

  readonly #stop = (): void => this.#fail(new ModelFailed('stopped', 'by the caller'));

  #after(ms: number, what: string): NodeJS.Timeout {
    return setTimeout(() => this.#fail(new ModelFailed('slow', `${what} within ${ms} ms`)), ms);
  }

  #fail(failed: ModelFailed): void {
    this.failed ??= failed;
    this.#end.abort(failed);
  }
}

/** Returns what an error of the library means. Its own message may quote the request, so only status and name are kept. */
function failureOf(error: unknown, hasText: boolean): ModelFailed {
  if (error instanceof ModelFailed) return error;
  const status: unknown = Reflect.get(Object(error), 'statusCode');
  if (typeof status === 'number' && status >= 300) {
    const failure = status === 429 ? 'busy' : status >= 500 ? 'unavailable' : 'refused';
    return new ModelFailed(failure, `status ${status}`);
  }
  // An error within the stream is what the endpoint sent: any JSON.
  const name = error instanceof Error ? error.name : 'sent';
  if (unreadable.has(name)) return new ModelFailed('unreadable', name);
  // The stream ended without a reason, or the connection did.
  if (hasText) return new ModelFailed('cut', name);
  return new ModelFailed(name === 'AI_InvalidResponseDataError' ? 'empty' : 'unavailable', name);
}

const unreadable = new Set(['sent', 'ReplyTooLarge', 'AI_JSONParseError', 'AI_TypeValidationError']);
