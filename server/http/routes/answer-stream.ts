import { Readable } from 'node:stream';
import type { QuestionReply } from '#domain/protocol/rest.ts';

/** Streams an answer as server-sent events: `meta`, several `delta`, then `done` with the whole answer. */
export function answerStream(whole: QuestionReply): Readable {
  const { answer, ...about } = whole;
  const parts = answer.content.match(/\S+\s*|\s+/g) ?? [];
  const events = [
    event('meta', 0, { ...about, answer: { id: answer.id, status: answer.status, sources: answer.sources } }),
    ...inGroups(parts, 8).map((words, i) => event('delta', i + 1, { seq: i + 1, text: words.join('') })),
  ];
  return Readable.from([...events, event('done', events.length, { answer, usage: whole.usage })]);
}

function event(name: string, id: number, data: unknown): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}

function inGroups<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}
