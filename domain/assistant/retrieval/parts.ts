/**
 * Splits a text that asks several things into its questions: at a question mark, a semicolon or "and". A text that asks
 * one thing is returned as it is.
 * @returns at most three parts, in their order
 */
export function partsOf(text: string): string[] {
  if (text.length > 400) return [text];
  const parts = text
    .split(boundary)
    .map((part) => part.trim().replace(leading, ''))
    .filter((part) => part !== '');
  const isSplit = parts.length > 1 && parts.length <= mostParts && parts.every(isQuestion);
  return isSplit ? parts : [text];
}

function isQuestion(part: string): boolean {
  return (part.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3;
}

const mostParts = 3;
const boundary = /(?<=\?)\s+(?=\S)|;\s+|,?\s+(?:and also|and|also|\+)\s+/iu;
/** A conjunction that follows a question mark. */
const leading = /^(?:and also|and|also)\s+/iu;
