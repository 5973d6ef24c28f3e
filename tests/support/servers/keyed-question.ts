import type { ModelServer } from './model-server.ts';

/**
 * Questions that a stand-in for a language model can tell apart, though all find the same sources: a number in binary,
 * written as the marks at their end.
 */
export function keyedQuestion(number: number): string {
  return `What are the dimensions of a 21700 cell${number.toString(2).replaceAll('0', '?').replaceAll('1', '!')}`;
}

/** Returns the number of the question that a stand-in is asked; undefined for another one. */
export function keyIn({ body }: Parameters<ModelServer['reply']>[1]): number | undefined {
  const marks = /21700 cell([?!]+)"/.exec(body.messages[1]?.content ?? '')?.[1];
  return marks === undefined ? undefined : Number.parseInt(marks.replaceAll('?', '0').replaceAll('!', '1'), 2);
}
