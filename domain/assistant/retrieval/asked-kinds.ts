/** Kinds of questions, recognized by their words in both languages: an amount, a reason, a method and others. */
const kinds: readonly RegExp[] = [
  /\bhow (much|many|long|high|big|thick|large|often|deep|dense|fast|far|wide|close|hard|dry|low)\b|몇|얼마/,
  /\bwhy\b|\bcauses?\b|\breasons?\b|왜|이유|원인/,
  /\bhow (do|can|should|to|is|are|does|i|we)\b|어떻게|방법/,
  /\b(whats|what is|what are)\b|\bmean(s|ing)?\b|\bdefinition\b|뭔가요|무엇|뭐예요|이란|뜻/,
  /\b(which|who|where)\b|어떤|어느|누가|어디/,
  /^(can|may|is|are|does|do|should|must|will|could)\b|되나요|가능|해도|인가요|나요/,
  /differ|\b(vs|versus)\b|compare|better|차이|비교/,
  /wrong|problem|\bbad\b|fail|harm|damage|risk|문제|불량|위험/,
];

/**
 * Returns the kinds of a question, each as its number in the table.
 * @param plain the words as they are written, in lower case
 */
export function kindsOf(plain: readonly string[]): number[] {
  const text = plain.join(' ');
  return kinds.flatMap((kind, at) => (kind.test(text) ? [at] : []));
}

/** Returns, for each kind, the share of these phrasings that ask for it: 0 to 1. */
export function kindShares(phrasings: readonly (readonly string[])[]): number[] {
  const found = phrasings.flatMap(kindsOf);
  return kinds.map((_, at) => found.filter((kind) => kind === at).length / Math.max(1, phrasings.length));
}

/** Returns how usual the kinds of a question are among the phrasings of an entry: 0 to 1. */
export function kindMatch(asked: readonly number[], shares: readonly number[]): number {
  return asked.reduce((sum, kind) => sum + (shares[kind] ?? 0), 0) / Math.max(1, asked.length);
}
