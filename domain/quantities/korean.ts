/** Whether a text has Korean letters. */
export function isKorean(text: string): boolean {
  return /\p{Script=Hangul}/u.test(text);
}

/**
 * Returns a Korean word without its particles and verb endings, so that "전압은", "전압을" and "전압이란" are one word.
 * The same word always loses the same endings, which matters more than that what remains is a word.
 */
export function koreanStemOf(word: string): string {
  if (word.length === 2 && oneSyllable.has(word.slice(0, 1)) && particles.has(word.slice(1))) return word.slice(0, 1);
  let stem = word;
  for (;;) {
    const ending = endings.find((each) => stem.endsWith(each) && stem.length - each.length >= 2);
    if (ending === undefined) return stem;
    stem = stem.slice(0, -ending.length);
  }
}

/** Nouns of one syllable in this field. Other words keep at least two syllables. */
const oneSyllable = new Set('셀캔탭롤팩핀납물값층폭막침열힘폼홀');

const particles: ReadonlySet<string> = new Set('은는이가을를의에로과와도만나들'.split(''));

/** The longest first. */
const endings: readonly string[] = `은 는 이 가 을 를 의 에 로 과 와 도 만 나 들 란 요 까 면 서 고 지 며
  에서 에게 으로 까지 부터 보다 처럼 마다 이나 이란 라도 에는 에도 와는 과는 로는 이랑 랑 하고
  인가요 인가 입니까 입니다 이에요 예요 이야 인지 인데 일까 일까요 나요 까요 가요 던데 는데 은데 거든
  하나요 한가요 되나요 하는 하면 해야 해도 해서 합니까 하는지 할까요 할까 됩니까 되는 되면 되죠 된다 하기 하려면 하려고 했는데 했더니
  해요 돼요 돼 해 하죠 하지 한다 합니다 됩니다 되나 하나 하려 할지 하면서 시켜 시키면 시킬 으면 어요 아요 어도 아도 어야 아야 려면
  있나요 있는 있어요 없나요 없는 없어요 같은 같아요 인가여 나여 해여 할때 하는데 되는데 하네 되네 이라 라는 라고 이라고`
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);
