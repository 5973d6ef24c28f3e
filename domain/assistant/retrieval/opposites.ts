import { wordsOf } from './tokens.ts';

/** Pairs of sides. Facts about one side do not answer a question about the other. */
const pairs: readonly (readonly [one: string, other: string])[] = [
  ['cold', 'hot warm'],
  ['charge', 'discharge'],
  ['overcharge', 'overdischarge'],
  ['anode', 'cathode'],
  ['series', 'parallel'],
];

/** Temperatures in °C up to which, and from which on, a number says the side. */
const coldUpTo = 10;
const hotFrom = 40;

const sides = pairs.map((pair) => pair.map((words) => wordsOf(words, 100)));
const [cold = [], hot = []] = sides[0] ?? [];

/** Whether a text is about one side of a pair and the question only about the other. */
export function isAboutOpposite(question: readonly string[], text: readonly string[]): boolean {
  const asked = withTemperatures(question);
  const stored = withTemperatures(text);
  return sides.some(
    ([one = [], other = []]) =>
      (isOnly(asked, one, other) && isOnly(stored, other, one)) ||
      (isOnly(asked, other, one) && isOnly(stored, one, other)),
  );
}

function isOnly(words: readonly string[], side: readonly string[], other: readonly string[]): boolean {
  return side.some((word) => words.includes(word)) && !other.some((word) => words.includes(word));
}

/** Adds "cold" and "hot" for temperatures in figures: "45", "degc". */
function withTemperatures(words: readonly string[]): string[] {
  const figures = words.filter((_, at) => words[at + 1] === 'degc').map(Number);
  return [
    ...words,
    ...(figures.some((figure) => figure <= coldUpTo) ? cold : []),
    ...(figures.some((figure) => figure >= hotFrom) ? hot : []),
  ];
}
