import type { TFunction } from 'i18next';
import { type Finding, type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { BilingualText } from '#domain/quantities/words.ts';
import type { Walk } from '#domain/assistant/knowledge/finder/walk.ts';

/** Returns the path through a tree as text: for the clipboard, a report to experts and the notes of an order. */
export function pathText(
  t: TFunction<'chat'>,
  language: string,
  tree: FinderTree,
  { taken, step, finding }: Walk,
): string {
  return [
    `${t('finder.title')}: ${wordsIn(tree.title, language)}`,
    '',
    ...stepTexts(language, taken),
    ...(step === undefined ? [] : ['', `${t('finder.next')}: ${wordsIn(step.question, language)}`]),
    ...(finding === undefined ? [] : ['', ...findingLines(t, language, finding)]),
  ].join('\n');
}

/** Returns what a report says above its path: the tree and the finding. */
export function reportText(t: TFunction<'chat'>, language: string, tree: FinderTree, finding: Finding): string {
  const title = `${t('finder.title')}: ${wordsIn(tree.title, language)}`;
  return [title, '', ...findingLines(t, language, finding)].join('\n');
}

/** Returns each question of a path with the choice that was taken. */
export function stepTexts(language: string, taken: Walk['taken']): string[] {
  const say = (words: BilingualText) => wordsIn(words, language);
  return taken.map(
    ({ step, choice }, i) => `${i + 1}. ${say(step.question)}\n→ ${say(choice.says)}. ${say(choice.means)}`,
  );
}

function findingLines(t: TFunction<'chat'>, language: string, finding: Finding): string[] {
  const say = (words: BilingualText) => wordsIn(words, language);
  return [
    `${t('finder.finding')}: ${say(finding.title)}`,
    ...finding.causes.map(({ name, reason }) => `- ${say(name)}: ${say(reason)}`),
    `${t('finder.todo')}: ${say(finding.todo)}`,
  ];
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
