/** Verbs that double their last letter. */
const doubled: ReadonlySet<string> = new Set(
  'cut put get set let split stab skip plug run rip dip drop hit chop zap'.split(' '),
);

/** Returns the -ing form of a verb; the words after the verb stay. */
export function ingOf(verb: string): string {
  const [word = '', ...rest] = verb.split(' ');
  return [`${stemForIng(word)}ing`, ...rest].join(' ');
}

/** Returns the past participle of a verb. */
export function pastOf(verb: string): string {
  const [word = '', ...rest] = verb.split(' ');
  return [pasts.get(word) ?? `${stemForIng(word)}ed`, ...rest].join(' ');
}

const pasts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cut: 'cut',
    take: 'taken',
    get: 'got',
    wake: 'woken',
    bring: 'brought',
    shut: 'shut',
    knock: 'knocked',
  }),
);

function stemForIng(word: string): string {
  if (/[^e]e$/u.test(word)) return word.slice(0, -1);
  return doubled.has(word) ? `${word}${word.at(-1)}` : word;
}
