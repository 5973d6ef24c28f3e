import type { TFunction } from 'i18next';
import { type FinderTree, wordsIn, type Words } from '#domain/finder/tree.ts';
import type { Walk } from '#domain/finder/walk.ts';

/** Returns the path through a tree as text: for the clipboard, a report to experts and the notes of an order. */
export function pathText(
  t: TFunction<'chat'>,
  language: string,
  tree: FinderTree,
  { taken, step, finding }: Walk,
): string {
  const say = (words: Words) => wordsIn(words, language);
  return [
    `${t('finder.title')}: ${say(tree.title)}`,
    '',
    ...taken.flatMap((each, i) => [
      `${i + 1}. ${say(each.step.question)}`,
      `→ ${say(each.choice.says)}. ${say(each.choice.means)}`,
    ]),
    ...(step === undefined ? [] : ['', `${t('finder.next')}: ${say(step.question)}`]),
    ...(finding === undefined ? [] : ['', `${t('finder.finding')}: ${say(finding.title)}`]),
    ...(finding?.causes.map(({ name, reason }) => `- ${say(name)}: ${say(reason)}`) ?? []),
    ...(finding === undefined ? [] : [`${t('finder.todo')}: ${say(finding.todo)}`]),
  ].join('\n');
}

/** Returns a duration, such as "15 min", "24 hr" or "4 days". */
export function durationText(language: string, hours: number): string {
  const [unit, value] =
    hours < 1
      ? (['minute', hours * 60] as const)
      : hours < 72
        ? (['hour', hours] as const)
        : (['day', hours / 24] as const);
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 } as const;
  return new Intl.NumberFormat(language, style).format(value);
}
