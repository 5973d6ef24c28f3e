/** Citations as models write them, in one form: `[1]`, or `[1, 3]` for several. */

/** Numbers in brackets. */
export const citation = /\[(\d{1,3}(?:[ \t]*[,;][ \t]*\d{1,3})*)\]/g;

/** Returns the numbers of a list such as `1, 3`. */
export function numbersIn(list: string): number[] {
  return list.split(/[,;]/).map((part) => Number(part));
}

/** Brackets of other scripts, with all that may stand before and behind the number: `【6†source】`, `［6］`, `〔6〕`. */
const otherBrackets = /[【［〔〖]([^【】［］〔〕〖〗\n]{1,60})[】］〕〗]/g;
/** The same within our own brackets: `[^6]`, `[Source 6]`, `[출처 6]`, `[1–3]`. */
const ownBrackets = /\[([^[\]\n]{1,60})\]/g;
/** Numbers in round brackets before a sign that ends a part of a sentence. */
const roundBrackets = /[ \t]?[(（](\d{1,3}(?:[,;] ?\d{1,3})*)[)）](?=[ \t]?[.,;:!?。\n]|$)/g;
/** Parts that a citation may have beside its numbers. */
const label =
  /^(?:\^|#|(?:sources?|src|refs?|references?|s|quellen?|출처|자료|参考|出典|来源)\.?[ :#-]?)?[ ]?(\d[\d ,;~–—-]*)(?:†.*)?$/i;

/** Maximum number of numbers of a range. */
const rangeMost = 12;

/** @param known numbers of sources; other numbers in round brackets are no citations */
export function withPlainCitations(text: string, known: ReadonlySet<number>): string {
  const square = text.replace(otherBrackets, asCitation).replace(ownBrackets, asCitation);
  // A text that cites in square brackets has other numbers in round ones.
  if (square.search(citation) >= 0) return square;
  return square.replace(roundBrackets, (all, list: string) =>
    numbersIn(list).every((n) => known.has(n)) ? ` [${list}]` : all,
  );
}

function asCitation(all: string, inner: string): string {
  const list = label.exec(inner.normalize('NFKC').trim())?.[1];
  const numbers = list === undefined ? [] : list.split(/[,;]/).map(rangeOf);
  return numbers.length > 0 && numbers.every((range) => range.length > 0) ? `[${numbers.flat().join(', ')}]` : all;
}

/** Returns the numbers of `2` or of `1-3`; none of anything else. */
function rangeOf(part: string): number[] {
  const [, from, to] = /^ ?(\d{1,3})(?: ?[~–—-] ?(\d{1,3}))? ?$/.exec(part) ?? [];
  if (from === undefined) return [];
  const count = Number(to ?? from) - Number(from) + 1;
  return count >= 1 && count <= rangeMost ? Array.from({ length: count }, (_, i) => Number(from) + i) : [];
}
