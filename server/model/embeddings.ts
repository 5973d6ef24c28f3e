import type { ModelSettings } from '../config.ts';
import { limitedReply } from '../limits/limited-reply.ts';

/** Most bytes of a reply: a hundred vectors of three thousand figures, written out. */
const replyBytes = 32_000_000;

/**
 * Returns a vector of length one for each text, from an endpoint that speaks the protocol of OpenAI's embeddings.
 * @throws Error when it fails, or replies with something else. Its message names no text, because it is logged
 */
export async function vectorsFrom(
  { baseUrl, key, name }: ModelSettings,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  // Loaded with the first call: most installations have no model.
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const model = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl,
    ...(key === undefined ? {} : { apiKey: key }),
    fetch: async (url, request) => limitedReply(await fetch(url, { ...request, redirect: 'error' }), replyBytes),
  }).embeddingModel(name);
  const embeddings = await model.doEmbed({ values: [...texts], abortSignal: signal }).then(
    (reply) => reply.embeddings,
    (error: unknown) => {
      const status: unknown = Reflect.get(Object(error), 'statusCode');
      const what = signal.aborted ? 'no reply in time' : error instanceof Error ? error.name : 'unknown';
      throw new Error(`embeddings: ${typeof status === 'number' ? `status ${status}` : what}`);
    },
  );
  const length = embeddings[0]?.length ?? 0;
  if (embeddings.length !== texts.length || length === 0 || embeddings.some((each) => each.length !== length))
    throw new Error('embeddings: another number of vectors, or of their figures');
  return embeddings.map(ofLengthOne);
}

function ofLengthOne(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  if (!Number.isFinite(length) || length === 0) throw new Error('embeddings: a vector without a direction');
  return Float32Array.from(vector, (figure) => figure / length);
}
