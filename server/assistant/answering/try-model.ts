import type { ModelSettings } from '../../ground/config.ts';
import { checkedAnswer, promptFor } from '../model/prompt.ts';
import { ModelFailed, type ModelFailure } from '../model/model-failed.ts';
import { textFrom, type TokensUsed } from '../model/model.ts';
import { noteReportsUsage } from '../store/model-calls.ts';
import type { Db } from '../../database/db.ts';

/** Result of a test call: whether it works, and sentences that say what does and what does not. */
export interface Tried {
  works: boolean;
  model: string | null;
  found: string[];
  first_ms: number | null;
  whole_ms: number | null;
}

const source = { n: 1, title: 'Sample cell', text: 'The sample cell is 46 mm wide.' };

/** Asks the model a question with a source, and notes whether its endpoint says how many tokens it used. */
export async function tryModel(db: Db, model: ModelSettings | undefined): Promise<Tried> {
  const none = { works: false, first_ms: null, whole_ms: null };
  if (model === undefined)
    return { ...none, model: null, found: ['No language model is set. Set LLM_BASE_URL and LLM_MODEL, and restart.'] };
  const withUsage = await call(model, true);
  // An endpoint that does not know the wish may refuse the whole call.
  const called = withUsage.failure === 'refused' ? await call(model, false) : withUsage;
  if (called.failure !== undefined) return { ...none, model: model.name, found: [sayings[called.failure]] };
  await noteReportsUsage(db, called.used !== undefined);
  const { text, firstMs, wholeMs, used } = called;
  const checked = checkedAnswer(text, [source]);
  const isGood = checked !== undefined && checked.doubts.length === 0;
  return {
    works: true,
    model: model.name,
    found: [
      'The endpoint replies.',
      isGood
        ? 'The model cites its source and keeps to it.'
        : 'The model does not cite its source as asked. Its answers will be marked or replaced: choose another model.',
      used === undefined
        ? 'The endpoint does not say how many tokens it used. They are estimated.'
        : 'The endpoint says how many tokens it used.',
    ],
    first_ms: firstMs,
    whole_ms: wholeMs,
  };
}

interface Called {
  text: string;
  firstMs: number;
  wholeMs: number;
  used: TokensUsed | undefined;
  failure?: ModelFailure;
}

async function call(model: ModelSettings, asksUsage: boolean): Promise<Called> {
  const start = performance.now();
  const since = () => Math.round(performance.now() - start);
  let text = '';
  let firstMs = 0;
  let used: TokensUsed | undefined;
  try {
    const prompt = promptFor('How wide is the sample cell?', [source]);
    for await (const part of textFrom(model, prompt, { asksUsage, used: (tokens) => (used = tokens) })) {
      if (text === '') firstMs = since();
      text += part;
    }
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    return { text, firstMs, wholeMs: since(), used, failure: error.failure };
  }
  return { text, firstMs, wholeMs: since(), used };
}

const sayings: Record<ModelFailure, string> = {
  unavailable: 'The endpoint cannot be reached, or is broken. Check LLM_BASE_URL, and that this server may reach it.',
  busy: 'The endpoint has too many calls, or your account there is used up.',
  refused: 'The endpoint refuses the call. Check LLM_API_KEY and LLM_MODEL.',
  filtered: "The model's own filter stopped its answer.",
  unreadable:
    'What comes back is no reply of a language model. Check LLM_BASE_URL: it ends with the version, such as /v1.',
  empty: 'The model answers with nothing.',
  slow: 'The model is too slow.',
  cut: 'The connection ends before the answer does.',
  stopped: 'The test was stopped.',
};
