import type { TFunction } from 'i18next';
import type { MessageView } from '../views/view-types.ts';
import type { AnswerDoubt } from '#domain/chat/chat.ts';

type Said = Pick<MessageView, 'content' | 'answer'>;

/** Returns the question of the one entry that an answer is taken from. Of two, each stands in the text itself. */
export function subjectOf({ answer }: Pick<Said, 'answer'>): string | undefined {
  const entries =
    answer?.status === 'done' && answer.mode === 'kb' ? answer.sources.filter(({ file }) => file === undefined) : [];
  return entries.length === 1 ? entries[0]?.question : undefined;
}

/** Returns a message's text: the assistant's fixed sentences in the reader's language, marks behind doubted sentences, all else as
 * written. */
export function messageText(t: TFunction<'chat'>, { content, answer }: Said): string {
  if (answer?.doubts !== undefined) return withDoubts(content, answer.doubts, (why) => t(`doubt.${why}`));
  return answer?.sentence === undefined ? content : t(`sentence.${answer.sentence}`, { defaultValue: content });
}

/**
 * Returns a text with words behind each sentence that its reader is warned of.
 * @param words returns the words for a doubt
 */
function withDoubts(
  content: string,
  doubts: readonly AnswerDoubt[],
  words: (why: AnswerDoubt['why']) => string,
): string {
  return doubts.reduce((text, { sentence, why }) => {
    const mark = ` *(${words(why)})*`;
    const found = patternOf(sentence).exec(text);
    if (found === null) return `${text}\n\n${sentence}${mark}`;
    const end = found.index + found[0].length;
    return text.slice(0, end) + mark + text.slice(end);
  }, content);
}

/** A sentence as it is in the text, where citations stand between and behind its words. */
function patternOf(sentence: string): RegExp {
  const gap = String.raw`(?:\s|\[\d+\])`;
  const words = sentence.split(' ').map((word) => {
    const [, body = '', stop = ''] = /^(.*?)([.,;:!?。]*)$/s.exec(word) ?? [];
    return stop === '' ? escaped(body) : `${escaped(body)}${gap}*${escaped(stop)}`;
  });
  return new RegExp(`${words.join(`${gap}+`)}(?:\\s*\\[\\d+\\])*`);
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}
