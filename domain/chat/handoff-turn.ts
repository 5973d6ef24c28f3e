import type { Handoff, HandoffTurn, Message } from './chat.ts';
import { limits } from '../ground/limits.ts';
import { cutText, isBlank } from '../ground/text.ts';

/** Returns a question or an answer as experts get it: its text up to a limit, and its sources with their links. */
export function turnFrom({
  author,
  content,
  createdAt,
  answer,
}: Pick<Message, 'author' | 'content' | 'createdAt' | 'answer'>): HandoffTurn {
  return {
    kind: author.kind === 'assistant' ? 'assistant' : 'user',
    text: cutText(content, limits.turnChars, '…'),
    at: createdAt,
    sources: (answer?.sources ?? []).map(({ question, urls }) => ({ question, urls })),
  };
}

/** Returns the card of a report of the failure finder: the path through the tree, and the note. */
export function reportFrom({
  roomId,
  steps,
  note,
  at,
}: {
  roomId: string;
  steps: readonly string[];
  note?: string | undefined;
  at: string;
}): Handoff {
  return {
    questionId: null,
    roomId,
    turns: steps.map((text) => ({ kind: 'finder', text, at, sources: [] })),
    ...(note === undefined || isBlank(note) ? {} : { note }),
  };
}

/** Whether a handoff comes from the failure finder instead of the assistant. */
export function isReport({ turns = [] }: Handoff): boolean {
  return turns.some(({ kind }) => kind === 'finder');
}
