import { knowledgeHeader, type KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import type { KnowledgeLanguage } from '#domain/assistant/wire/saved-knowledge.ts';
import type { PullBody, PullReply, PushBody, PushReply, SnapshotLine } from '#domain/spine/wire/sync.ts';
import type { Api } from './http.ts';
import { deadlines, silenceMs } from './deadlines.ts';
import { Refused, SignedOut, Unreachable } from './errors.ts';

/** The calls of the sync layer. */

/** Sends a frame. @returns the result of each command @throws Unreachable, Refused or SignedOut */
export function push(api: Api, body: PushBody): Promise<PushReply> {
  return api.json({ path: '/sync/push', body, timeoutMs: deadlines.push });
}

/** Returns the events after a cursor, at most one page. @throws Unreachable, Refused or SignedOut */
export function pull(api: Api, body: PullBody): Promise<PullReply> {
  return api.json({ path: '/sync/pull', body, timeoutMs: deadlines.pull });
}

/**
 * Returns the entries of the knowledge base that have changed since the state with this stamp, or all; and the
 * assistant's settings, unless this version of them is in force.
 * @throws Unreachable, Refused or SignedOut
 */
export function knowledgeSince(
  api: Api,
  {
    stamp,
    settings,
    language,
  }: { stamp: string | undefined; settings: number | undefined; language: KnowledgeLanguage },
): Promise<KnowledgeReply> {
  const query = new URLSearchParams({
    language,
    ...(stamp === undefined ? {} : { stamp }),
    ...(settings === undefined ? {} : { settings: String(settings) }),
  });
  return api.json({ path: `/sync/knowledge?${query.toString()}`, silenceMs });
}

/**
 * Returns the snapshot lines of all streams, or of these. A snapshot may be long on a slow network, so it has no total
 * time-out: it fails when nothing has arrived for `silenceMs`.
 * @throws Unreachable when the reply was cut off
 */
export async function snapshot(api: Api, streams?: readonly string[]): Promise<SnapshotLine[]> {
  const query = streams === undefined ? '' : `?streams=${streams.map(encodeURIComponent).join(',')}`;
  const lines: SnapshotLine[] = [];
  try {
    const headers = { [knowledgeHeader]: 'apart' };
    const response = await api.raw({ path: `/sync/snapshot${query}`, headers, silenceMs });
    for await (const line of linesOf(response)) lines.push(JSON.parse(line) as SnapshotLine);
  } catch (error) {
    if (error instanceof Refused || error instanceof SignedOut || error instanceof Unreachable) throw error;
    throw new Unreachable('The snapshot was cut off.');
  }
  if (!lines.some((line) => 'end' in line)) throw new Unreachable('The snapshot was cut off.');
  return lines;
}

/** Yields the lines of a reply as they arrive. Text after the last line feed is a line too. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    const lines = (rest + chunk.value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.filter((line) => line !== '');
  }
  if (rest !== '') yield rest;
}
