/** Whether the words differ by one letter added, left out or changed, or by two neighbors swapped. */
export function differsByOne(a: string, b: string): boolean {
  const { inA, inB } = differenceOf(a, b);
  return (inA.length <= 1 && inB.length <= 1) || isSwapped(inA, inB);
}

/**
 * Whether a word is another one with a letter added, left out or swapped with its neighbor. A changed letter does not
 * count: it often makes another word ("turning" of "burning", "exploring" of "exploding").
 */
export function isMistyped(word: string, meant: string): boolean {
  const { inA, inB } = differenceOf(word, meant);
  return inA.length + inB.length === 1 || isSwapped(inA, inB);
}

/** Returns what is left of two words without their common start and end. */
function differenceOf(a: string, b: string): { inA: string; inB: string } {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return { inA: a.slice(start, a.length - end), inB: b.slice(start, b.length - end) };
}

function isSwapped(inA: string, inB: string): boolean {
  return inA.length === 2 && inB.length === 2 && inA[0] === inB[1] && inA[1] === inB[0];
}
