import type { Handoff, HandoffTurn, Message } from './chat.ts';
import { cutText, isBlank } from '../ground/text.ts';

/** Earlier questions that a handoff includes; `turnChars` is the longest excerpt of each text, in UTF-16 units. */
export const earlierQuestions = 2;
export const turnChars = 2_000;
/** Maximum number of steps of the failure finder in a report. */
export const walkedSteps = 50;
/** Length of a customer's note in a handoff. */
export const handoffNoteChars = 2_000;

/** Returns a question or an answer as experts get it: its text up to a limit, and its sources with their links. */
export function turnFrom({
  author,
  content,
  createdAt,
  answer,
}: Pick<Message, 'author' | 'content' | 'createdAt' | 'answer'>): HandoffTurn {
  return {
    kind: author.kind === 'assistant' ? 'assistant' : 'user',
    text: cutText(content, turnChars, '…'),
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
