import { is } from '#domain/spine/events.ts';
import type { Seen } from './server.ts';

/** (i) Invariants of answers that are written after their questions. Each check returns the violations as text. */

/** At any moment: an answer ends at most once, behind its start, and never without one. */
export function disorderOfAnswers({ log }: Seen): string[] {
  const started = new Set<string>();
  const ended = new Set<string>();
  const wrong: string[] = [];
  for (const event of log) {
    if (is(event, 'answer.started')) {
      const { answerId } = event.data;
      if (started.has(answerId)) wrong.push(`(i) answer ${answerId} was started twice`);
      started.add(answerId);
    }
    if (is(event, 'answer.finished')) {
      const { id } = event.data.message;
      if (!started.has(id)) wrong.push(`(i) answer ${id} ended before it was started`);
      if (ended.has(id)) wrong.push(`(i) answer ${id} ended twice`);
      ended.add(id);
    }
  }
  return wrong;
}

/** Returns the ids of answers that have not ended. A question that was taken back needs no end. */
export function unfinishedAnswers({ log }: Seen): string[] {
  const open = new Map<string, string>();
  const redacted = new Set<string>();
  for (const event of log) {
    if (is(event, 'answer.started')) open.set(event.data.answerId, event.data.questionId);
    if (is(event, 'answer.finished')) open.delete(event.data.message.id);
    if (is(event, 'message.redacted')) redacted.add(event.data.message.id);
  }
  return [...open].flatMap(([answerId, questionId]) => (redacted.has(questionId) ? [] : [answerId]));
}
