import type { HandoffTurn, Message } from './chat.ts';
import { limits } from './limits.ts';
import { cutText } from './text.ts';

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
