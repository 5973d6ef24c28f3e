/**
 * Splits a text that asks two things into its questions: at a question mark, a semicolon or "and". A text that asks one thing is returned as it is.
 * @returns at most two parts, in their order
 */
export function partsOf(text: string): string[] {
  if (text.length > 400) return [text];
  const [first = '', ...rest] = text
    .split(boundary)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (rest.length !== 1) return [text];
  const [second = ''] = rest;
  const areQuestions = [first, second].every((part) => (part.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3);
  return areQuestions ? [first, second] : [text];
}

const boundary = /(?<=\?)\s+(?=\S)|;\s+|,?\s+(?:and also|and|also|\+)\s+/iu;
