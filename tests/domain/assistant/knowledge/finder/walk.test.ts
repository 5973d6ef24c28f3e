import { expect, test } from 'vitest';
import { mergeTrees } from '#domain/assistant/knowledge/finder/merge.ts';
import { walk } from '#domain/assistant/knowledge/finder/walk.ts';
import { smallTree as tree } from '../../../../support/src/finder-tree.ts';

/** Walking a tree, also after experts have changed it, and two edits of the same tree. */

const toGas = [
  { step: 'hot', says: 'No' },
  { step: 'rest', says: 'It stays' },
];
const reworded = (says: string) => ({
  ...tree,
  steps: tree.steps.map((step) =>
    step.id === 'rest'
      ? {
          ...step,
          choices: step.choices.map((choice) => ({
            ...choice,
            says: { ...choice.says, en: `${choice.says.en}${says}` },
          })),
        }
      : step,
  ),
});
const ids = (of: typeof tree) => of.findings.map(({ id }) => id);
const named = (id: string, en: string) => ({
  ...tree,
  findings: tree.findings.map((each) => (each.id === id ? { ...each, title: { ...each.title, en } } : each)),
});

test('a walk begins at the first step, and each choice leads to the next question or a finding', () => {
  expect(walk(tree, [])).toMatchObject({ taken: [], step: { id: 'hot' }, finding: undefined, left: 2 });
  expect(walk(tree, toGas.slice(0, 1))).toMatchObject({ step: { id: 'rest' }, left: 1, isCut: false });
  expect(walk(tree, toGas)).toMatchObject({ step: undefined, finding: { id: 'gas' }, left: 0 });
});

test('a choice that an expert has reworded is asked again, and the choices before it stay', () => {
  const now = walk(reworded(', after a day'), toGas);
  expect(now).toMatchObject({ isCut: true, step: { id: 'rest' }, finding: undefined });
  expect(now.taken).toHaveLength(1);
});

test('a path that does not belong to the tree begins at the start', () => {
  expect(walk(tree, [{ step: 'rest', says: 'It stays' }])).toMatchObject({
    taken: [],
    isCut: true,
    step: { id: 'hot' },
  });
});

test('rows that only one of two experts has changed are taken from each', () => {
  const { tree: merged, both } = mergeTrees(tree, named('gas', 'Gas from heat'), named('sound', 'Normal breathing'));
  expect(both).toEqual([]);
  expect(merged.findings.map(({ title }) => title.en)).toEqual(['Emergency', 'Normal breathing', 'Gas from heat']);
});

test('a row that both have changed keeps mine, and is named', () => {
  const { tree: merged, both } = mergeTrees(tree, named('gas', 'mine'), named('gas', 'theirs'));
  expect(both).toEqual(['gas']);
  expect(merged.findings.at(-1)?.title.en).toBe('mine');
});

test('a row that one expert has added stays, and one that the other has removed goes', () => {
  const added = { ...tree, findings: [...tree.findings, { ...tree.findings[0]!, id: 'new' }] };
  const removed = { ...tree, findings: tree.findings.slice(1) };
  expect(ids(mergeTrees(tree, added, removed).tree)).toEqual(['sound', 'gas', 'new']);
  expect(ids(mergeTrees(tree, removed, added).tree)).toEqual(['sound', 'gas', 'new']);
});
