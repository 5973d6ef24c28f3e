import type { FieldProblem } from '../../../ground/errors.ts';
import { safetyTests, testTypes } from '../../../order/data/tests.ts';
import { isBlank } from '../../../ground/text.ts';
import type { Finding, FinderStep, FinderTree, NamedTest } from './tree.ts';
import type { BilingualText } from '../../../quantities/words.ts';

/** Maximum number of rows and of characters of a tree: a device keeps all trees, and a finder with more steps is not finished. */
export const finderLimits = { steps: 40, findings: 40, choices: 3, causes: 5, textChars: 600, hours: 2000 } as const;

/**
 * Returns what is wrong with a tree, each with its path, such as `steps/rest/choices/1/next`. A tree without a problem has
 * no dead end, no cycle and no row that cannot be reached.
 * @param entries ids of the published entries; without it, citations are not looked up
 */
export function problemsWithTree(tree: FinderTree, entries?: ReadonlySet<string>): FieldProblem[] {
  const ids = [...tree.steps, ...tree.findings].map(({ id }) => id);
  const seen = reachable(tree);
  const rows = (of: readonly (FinderStep | Finding)[], list: string): FieldProblem[] =>
    of.flatMap(({ id }) => [
      ...(/^[a-z0-9-]{1,40}$/.test(id) ? [] : [{ path: `${list}/${id}`, code: 'ID' }]),
      ...(ids.filter((other) => other === id).length > 1 ? [{ path: `${list}/${id}`, code: 'TWICE' }] : []),
      ...(seen.has(id) ? [] : [{ path: `${list}/${id}`, code: 'UNREACHABLE' }]),
    ]);
  return [
    ...wordProblems('title', tree.title),
    ...wordProblems('about', tree.about),
    ...(tree.safety === undefined ? [] : wordProblems('safety', tree.safety)),
    ...citationProblems('answers', tree.answers, entries),
    ...countProblems('steps', tree.steps.length, finderLimits.steps),
    ...countProblems('findings', tree.findings.length, finderLimits.findings),
    ...rows(tree.steps, 'steps'),
    ...rows(tree.findings, 'findings'),
    ...tree.steps.flatMap((step) => stepProblems(step, new Set(ids))),
    ...cycle(tree).map((id) => ({ path: `steps/${id}`, code: 'CYCLE' })),
    ...tree.findings.flatMap((finding) => findingProblems(finding, entries)),
  ];
}

function countProblems(path: string, length: number, most: number): FieldProblem[] {
  return length >= 1 && length <= most ? [] : [{ path, code: 'COUNT' }];
}

function stepProblems(step: FinderStep, ids: ReadonlySet<string>): FieldProblem[] {
  const path = `steps/${step.id}`;
  const { measurement, choices } = step;
  const isTwice = (at: number) => choices.slice(0, at).some(({ says }) => says.en === choices[at]?.says.en);
  return [
    ...wordProblems(`${path}/question`, step.question),
    ...wordProblems(`${path}/reason`, step.reason),
    ...(measurement === undefined ? [] : wordProblems(`${path}/measurement/how`, measurement.how)),
    ...(measurement === undefined || (measurement.hours > 0 && measurement.hours <= finderLimits.hours)
      ? []
      : [{ path: `${path}/measurement/hours`, code: 'RANGE' }]),
    ...(choices.length < 2 || choices.length > finderLimits.choices
      ? [{ path: `${path}/choices`, code: 'COUNT' }]
      : []),
    ...choices.flatMap(({ says, means, next }, at) => [
      ...wordProblems(`${path}/choices/${at}/says`, says),
      ...wordProblems(`${path}/choices/${at}/means`, means),
      // The path that a user has taken names choices by their words.
      ...(isTwice(at) ? [{ path: `${path}/choices/${at}/says`, code: 'TWICE' }] : []),
      ...(ids.has(next) ? [] : [{ path: `${path}/choices/${at}/next`, code: 'DEAD_END' }]),
    ]),
  ];
}

function findingProblems(finding: Finding, entries: ReadonlySet<string> | undefined): FieldProblem[] {
  const path = `findings/${finding.id}`;
  const { causes, test } = finding;
  return [
    ...wordProblems(`${path}/title`, finding.title),
    ...wordProblems(`${path}/todo`, finding.todo),
    ...(causes.length < 1 || causes.length > finderLimits.causes ? [{ path: `${path}/causes`, code: 'COUNT' }] : []),
    ...causes.flatMap(({ name, reason, entries: cited }, at) => [
      ...wordProblems(`${path}/causes/${at}/name`, name),
      ...wordProblems(`${path}/causes/${at}/reason`, reason),
      ...citationProblems(`${path}/causes/${at}/entries`, cited, entries),
    ]),
    ...(test === undefined ? [] : testProblems(`${path}/test`, test)),
  ];
}

function testProblems(path: string, { type, safetyTest, why }: NamedTest): FieldProblem[] {
  const isKnown = testTypes.some(({ code }) => code === type);
  const needsKind = type === 'Safety';
  const isKind = safetyTests.some(({ code }) => code === safetyTest);
  return [
    ...(isKnown ? [] : [{ path: `${path}/type`, code: 'UNKNOWN' }]),
    ...((needsKind ? isKind : safetyTest === undefined) ? [] : [{ path: `${path}/safetyTest`, code: 'UNKNOWN' }]),
    ...wordProblems(`${path}/why`, why),
  ];
}

function wordProblems(path: string, words: BilingualText): FieldProblem[] {
  return (['en', 'ko'] as const).flatMap((language) => {
    const text = words[language];
    if (isBlank(text)) return [{ path: `${path}/${language}`, code: 'MISSING' }];
    return text.length > finderLimits.textChars ? [{ path: `${path}/${language}`, code: 'TOO_LONG' }] : [];
  });
}

/** Every cause cites at least one entry, and only published ones. */
function citationProblems(path: string, cited: readonly string[], entries?: ReadonlySet<string>): FieldProblem[] {
  if (cited.length === 0) return [{ path, code: 'MISSING' }];
  const isUnknown = entries !== undefined && cited.some((id) => !entries.has(id));
  return isUnknown ? [{ path, code: 'NO_ENTRY' }] : [];
}

function reachable({ steps }: FinderTree): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string | undefined): void => {
    if (id === undefined || seen.has(id)) return;
    seen.add(id);
    for (const { next } of steps.find((step) => step.id === id)?.choices ?? []) visit(next);
  };
  visit(steps[0]?.id);
  return seen;
}

/** Returns the steps from which a choice leads back to themselves. */
function cycle({ steps }: FinderTree): string[] {
  const nextOf = (id: string) => steps.find((step) => step.id === id)?.choices.map(({ next }) => next) ?? [];
  return steps.flatMap(({ id }) => {
    const seen = new Set<string>();
    const open = nextOf(id);
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (seen.has(each)) continue;
      seen.add(each);
      open.push(...nextOf(each));
    }
    return seen.has(id) ? [id] : [];
  });
}
