import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { type TakenChoice, walk } from '#domain/assistant/knowledge/finder/walk.ts';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import { ownTrees, parseTrees } from '../../../../../server/assistant/knowledge/finder-file.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../../../../../server/assistant/knowledge/knowledge-file.ts';

/** The trees that come with the product. */

const trees = parseTrees(readFileSync(ownTrees, 'utf8'), ownTrees);
const entries = (await readKnowledgeFile(ownKnowledge)).map(entryOf);
const published = new Set(entries.filter(({ status }) => status === 'published').map(({ id }) => id));

/** Returns every path from the start of a tree to a finding. */
function pathsOf(tree: FinderTree, path: TakenChoice[] = []): TakenChoice[][] {
  const { step, finding } = walk(tree, path);
  if (finding !== undefined) return [path];
  return (step?.choices ?? []).flatMap(({ says }) => pathsOf(tree, [...path, { step: step?.id ?? '', says: says.en }]));
}

test('there is a tree for each of the six failures', () => {
  expect(trees.map(({ id }) => id)).toEqual(['swelling', 'plating', 'self-discharge', 'fade', 'resistance', 'venting']);
});

test.each(trees)('the tree of $id has no dead end, no cycle, and cites published entries only', (tree) => {
  expect(problemsWithTree(tree, published)).toEqual([]);
  expect(tree.steps.length).toBeGreaterThanOrEqual(6);
  expect(tree.steps.length).toBeLessThanOrEqual(14);
});

test.each(trees)('every path through $id ends with a finding, and says how many questions may still come', (tree) => {
  const paths = pathsOf(tree);
  const found = new Set(paths.map((path) => walk(tree, path).finding?.id));
  expect(found).toEqual(new Set(tree.findings.map(({ id }) => id)));
  expect(Math.max(...paths.map(({ length }) => length))).toBe(walk(tree, []).left);
});

test('swelling and venting begin with what to do to be safe, and with the question whether it is happening', () => {
  for (const id of ['swelling', 'venting']) {
    const tree = trees.find((each) => each.id === id);
    expect(tree?.safety?.en).toMatch(/leave the room/);
    expect(tree?.safety?.ko).toMatch(/방에서 나가/);
    expect(tree?.steps[0]?.choices[0]?.next).toBe('emergency');
  }
});

test('each named test becomes a draft order with that test and its conditions', () => {
  const tests = trees.flatMap(({ findings }) => findings.flatMap(({ test: named }) => named ?? []));
  expect(tests.length).toBeGreaterThan(20);
  for (const { type, safetyTest, temperature_C: temperature } of tests) {
    const changes = changesOfAskedOrder(
      {
        service: 'testing',
        tests: [type],
        ...(safetyTest === undefined ? {} : { safetyTests: [safetyTest] }),
        ...(temperature === undefined ? {} : { temperature_C: temperature }),
      },
      () => 'a',
    );
    const doc = Object.fromEntries(changes.map(({ path, value }) => [path, value]));
    expect(doc).toMatchObject({ service: 'testing', 'tests/a/type': type });
    expect(doc['tests/a/safetyTest']).toBe(safetyTest);
    expect([undefined, doc['tests/a/temp']]).toContain(temperature);
  }
});

test('every Korean text is Korean', () => {
  const texts = JSON.stringify(trees).matchAll(/"ko":"([^"]*)"/g);
  const foreign = [...texts].map((match) => match[1] ?? '').filter((text) => !/[가-힣]|^LTO$/.test(text));
  expect(foreign).toEqual([]);
});
