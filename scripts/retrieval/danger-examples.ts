import { readdirSync, readFileSync } from 'node:fs';
import { cardByRule } from '#domain/assistant/retrieval/danger/danger-card.ts';
import { bucketsOf, type MessageKind } from '#domain/assistant/retrieval/danger/learnt.ts';
import { plainFor } from '#domain/assistant/retrieval/danger/plain.ts';
import { phrasingsOf } from '#domain/assistant/retrieval/search-index.ts';
import { judgedQuestions } from '../../server/assistant/knowledge/judged-questions.ts';
import { entriesToLearn } from './examples.ts';
import { learntSets } from './learn.ts';

/** A message, and whether it reports danger, asks for something dangerous, or neither. */
export interface DangerExample {
  text: string;
  kind: MessageKind;
  buckets: readonly number[];
}

const lists = new URL('danger-lists/', import.meta.url);
const kinds: ReadonlyMap<string, MessageKind> = new Map([
  ['reports.txt', 'report'],
  ['requests.txt', 'deed'],
]);

/** Returns the messages that were written down as examples, by who wrote them. No writer had seen the rules. */
export function writtenExamples(): Map<string, DangerExample[]> {
  return new Map(
    readdirSync(lists).map((writer) => [
      writer,
      readdirSync(new URL(writer, lists)).flatMap((file) =>
        readFileSync(new URL(`${writer}/${file}`, lists), 'utf8')
          .split('\n')
          .filter((text) => text !== '')
          .map((text) => exampleOf(text, kinds.get(file))),
      ),
    ]),
  );
}

/** Retrieval is measured with these, and never learns from them. */
const otherSets = ['starter', 'phone', 'follow-ups'] as const;

/** Returns what people ask the knowledge base, without entries about emergencies. */
export async function ordinaryExamples(): Promise<DangerExample[]> {
  const entries = (await entriesToLearn()).map(phrasingsOf);
  const asked = [...learntSets, ...otherSets].flatMap(judgedQuestions).map(({ q }) => q);
  return [...entries.filter(isCalm).flat(), ...asked.filter((text) => isCalm([text]))].map((text) => exampleOf(text));
}

/** Whether no rule recognizes danger in any of these texts. */
function isCalm(texts: readonly string[]): boolean {
  return texts.every((text) => cardByRule(text) === undefined);
}

function exampleOf(text: string, kind: MessageKind = 'ordinary'): DangerExample {
  return { text, kind, buckets: bucketsOf(plainFor(text)) };
}
