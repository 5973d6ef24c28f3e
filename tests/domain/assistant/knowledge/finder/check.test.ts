import { expect, test } from 'vitest';
import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import { smallTree as tree } from '../../../../support/src/finder-tree.ts';

/** What a tree must be before it reaches a device. */

const [first, second] = tree.steps;
const [found] = tree.findings;
if (first === undefined || second === undefined || found === undefined) throw new Error('the tree lost its rows');

const words = { en: 'a', ko: '가' };
/** The tree with this second step, or with this change of it. */
const secondIs = (change: object) => ({ steps: [first, { ...second, ...change }] });
/** The tree with this change of each finding. */
const findingsAre = (change: object) => ({ findings: tree.findings.map((each) => ({ ...each, ...change })) });
const leads = (next: string) => ({ says: words, means: words, next });

test('a whole tree has no problem', () => {
  expect(problemsWithTree(tree, new Set(['1', '2']))).toEqual([]);
});

test.each([
  [
    'a choice that leads nowhere',
    { steps: [{ ...first, choices: [leads('rest'), { ...leads('x'), says: { en: 'b', ko: '나' } }] }, second] },
    'steps/hot/choices/1/next',
    'DEAD_END',
  ],
  [
    'a choice that leads back',
    secondIs({ choices: [leads('hot'), ...second.choices.slice(1)] }),
    'steps/rest',
    'CYCLE',
  ],
  ['a step that nothing leads to', { steps: [first, second, { ...second, id: 'lost' }] }, 'steps/lost', 'UNREACHABLE'],
  [
    'a finding that nothing leads to',
    { findings: [...tree.findings, { ...found, id: 'lost' }] },
    'findings/lost',
    'UNREACHABLE',
  ],
  ['a step with one choice', secondIs({ choices: second.choices.slice(0, 1) }), 'steps/rest/choices', 'COUNT'],
  [
    'a step with four choices',
    secondIs({ choices: [...second.choices, ...second.choices] }),
    'steps/rest/choices',
    'COUNT',
  ],
  [
    'two choices with the same words',
    secondIs({ choices: [leads('sound'), leads('gas')] }),
    'steps/rest/choices/1/says',
    'TWICE',
  ],
  ['two rows with one id', { findings: [...tree.findings, found] }, `findings/${found.id}`, 'TWICE'],
  [
    'a text without Korean',
    { steps: [{ ...first, question: { en: 'a', ko: ' ' } }, second] },
    'steps/hot/question/ko',
    'MISSING',
  ],
  ['a text that is too long', { about: { en: 'a'.repeat(601), ko: '가' } }, 'about/en', 'TOO_LONG'],
  [
    'a cause without an entry',
    findingsAre({ causes: found.causes.map((cause) => ({ ...cause, entries: [] })) }),
    `findings/${found.id}/causes/0/entries`,
    'MISSING',
  ],
  ['an entry that is not published', { answers: ['99'] }, 'answers', 'NO_ENTRY'],
  [
    'a safety test without its kind',
    findingsAre({ test: { type: 'Safety', why: words } }),
    `findings/${found.id}/test/safetyTest`,
    'UNKNOWN',
  ],
  [
    'a measurement without time',
    secondIs({ measurement: { how: words, hours: 0, cost: 'low' } }),
    'steps/rest/measurement/hours',
    'RANGE',
  ],
  ['no step', { steps: [] }, 'steps', 'COUNT'],
])('%s is named with its place', (_, change, path, code) => {
  expect(problemsWithTree({ ...tree, ...change }, new Set(['1', '2']))).toContainEqual({ path, code });
});
