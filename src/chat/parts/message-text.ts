import type { TFunction } from 'i18next';
import type { MessageView } from '../views/view-types.ts';
import { withDoubts } from './doubts.ts';

type MessageContent = Pick<MessageView, 'content' | 'answer'>;

/** Returns the question of the one entry that an answer is taken from. Of two, each stands in the text itself. */
export function subjectOf({ answer }: Pick<MessageContent, 'answer'>): string | undefined {
  if (answer?.status !== 'done' || answer.mode !== 'kb') return undefined;
  // Beside a table of a file, it stands in the text itself.
  if (answer.sources.some(({ file }) => file?.isTable === true)) return undefined;
  const entries = answer.sources.filter(({ file }) => file === undefined);
  return entries.length === 1 ? entries[0]?.question : undefined;
}

/**
 * Returns a message's text: the assistant's fixed sentences in the reader's language, marks behind doubted sentences,
 * all else as written.
 */
export function messageText(t: TFunction<'chat'>, { content, answer }: MessageContent): string {
  if (answer?.doubts !== undefined) return withDoubts(content, answer.doubts, (why) => t(`doubt.${why}`));
  return answer?.sentence === undefined ? content : t(`sentence.${answer.sentence}`, { defaultValue: content });
}
