import type { AnswerDoubt } from '#domain/chat/chat.ts';
import { patternOfText } from '#domain/ground/text.ts';

/**
 * Returns a text with words behind each sentence that its reader is warned of.
 * @param words returns the words for a doubt
 */
export function withDoubts(
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
    return stop === '' ? patternOfText(body) : `${patternOfText(body)}${gap}*${patternOfText(stop)}`;
  });
  return new RegExp(`${words.join(`${gap}+`)}(?:\\s*\\[\\d+\\])*`);
}
