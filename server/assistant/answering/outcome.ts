import type { Retrieval } from '#domain/assistant/retrieval/retrieve.ts';
import { sentences } from '#domain/assistant/retrieval/sentences.ts';
import { checkedAnswer, type ModelSource, shownSources } from '../model/prompt.ts';
import type { Checked } from '../model/verify.ts';
import type { AnswerContent } from '../store/open-answers.ts';

/** Outcomes of a model's text: a checked answer, the part that was written, or the answer without the model. */

/** Material from which a model answers, and the answer without the model. */
export interface Grounds {
  instead: AnswerContent;
  sources: readonly ModelSource[];
  retrieval: Retrieval;
}

/** Returns the checked answer of a whole text; the one without the model if the sources do not have it. */
export function wholeAnswer(text: string, grounds: Grounds): AnswerContent {
  const checked = checkedAnswer(text, grounds.sources);
  if (checked === undefined) return withoutModel(grounds.instead, 'not_in_sources');
  return written(checked, 'done', grounds);
}

/** Returns the part of an answer that was written when its reader stopped it. */
export function stoppedAnswer(text: string, grounds: Grounds): AnswerContent {
  const checked = checkedAnswer(text, grounds.sources, { needsCitation: false });
  if (checked === undefined || checked.content === '') return stoppedBefore(grounds.instead);
  return written(withoutDoubtAtEnd(checked), 'stopped', grounds);
}

/** Returns the answer to a question that was stopped before its first word. */
export function stoppedBefore({ answer }: AnswerContent): AnswerContent {
  const { sentence: _sentence, related: _related, refine: _refine, ...rest } = answer;
  return {
    content: sentences.stopped,
    answer: { ...rest, status: 'stopped', mode: 'llm', sources: [], suggestions: [], sentence: 'stopped' },
  };
}

/** Returns the answer without the model, marked with why. */
export function withoutModel({ content, answer }: AnswerContent, fallback: string): AnswerContent {
  return { content, answer: { ...answer, fallback } };
}

function written({ content, cited, doubts }: Checked, status: 'done' | 'stopped', grounds: Grounds): AnswerContent {
  const { sentence: _sentence, ...rest } = grounds.instead.answer;
  const sources = shownSources(grounds.retrieval, grounds.sources, cited);
  return {
    content,
    answer: {
      ...rest,
      status,
      mode: 'llm',
      sources,
      suggestions: [],
      ...(doubts.length === 0 ? {} : { doubts }),
    },
  };
}

/** A sentence that was cut has not come to its citation yet: its end is seen anyway. */
function withoutDoubtAtEnd(checked: Checked): Checked {
  const { content, doubts } = checked;
  const last = doubts.at(-1);
  const isCut =
    last?.why === 'uncited' && !/[.!?。\]]\s*$/.test(content) && content.trimEnd().endsWith(last.sentence.slice(-20));
  return isCut ? { ...checked, doubts: doubts.slice(0, -1) } : checked;
}
