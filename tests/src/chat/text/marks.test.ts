import { expect, test } from 'vitest';
import { blocksOf, type Piece } from '../../../../src/chat/text/marks.ts';

const link = (text: string, href = text) => ({ kind: 'link', text, href });

/** The pieces of a text that is a single paragraph. */
function piecesIn(text: string): Piece[] {
  const [block, ...more] = blocksOf(text);
  expect(more).toEqual([]);
  return block?.kind === 'text' ? block.pieces : [];
}

test.each([
  ['see https://vfp.test/a?b=1#c.', ['see ', link('https://vfp.test/a?b=1#c'), '.']],
  ['(https://vfp.test/a)', ['(', link('https://vfp.test/a'), ')']],
  ['https://vfp.test/cell_(18650)', [link('https://vfp.test/cell_(18650)')]],
  [
    '배터리 https://vfp.test/전지 참고',
    ['배터리 ', link('https://vfp.test/전지', 'https://vfp.test/%EC%A0%84%EC%A7%80'), ' 참고'],
  ],
  ['ask mina@vfp.test, please', ['ask ', link('mina@vfp.test', 'mailto:mina@vfp.test'), ', please']],
  ['mailto:mina@vfp.test', [link('mailto:mina@vfp.test')]],
])('a web or mail address in %j is a link', (text, pieces) => {
  expect(piecesIn(text)).toEqual(pieces);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  '[a](javascript:x)',
  'ftp://vfp.test',
  'https://',
  'a@b',
])('%j is text and leads nowhere', (text) => {
  expect(piecesIn(text)).toEqual([text]);
});

test('bold, italic and code are marks, and what only looks like them is text', () => {
  expect(piecesIn('**do not** cycle *it*, see `cell_1*2`')).toEqual([
    { kind: 'bold', pieces: ['do not'] },
    ' cycle ',
    { kind: 'italic', pieces: ['it'] },
    ', see ',
    { kind: 'code', text: 'cell_1*2' },
  ]);
  expect(piecesIn('**https://vfp.test**')).toEqual([
    { kind: 'bold', pieces: [link('https://vfp.test', 'https://vfp.test/')] },
  ]);
  for (const text of ['2*3*4 = 24', '5 * 3 * 2', '**', '****', '``', 'a ** b ** c', '<b>bold</b>']) {
    expect(piecesIn(text)).toEqual([text]);
  }
});

test('lines that begin with a dash or a number are a list, and the lines around it stay text', () => {
  expect(blocksOf('Please:\n- stop *now*\n- call\n3. wait\n4. weigh\n\n-5 degrees\n1.5 V')).toEqual([
    { kind: 'text', pieces: ['Please:'] },
    { kind: 'list', start: undefined, items: [['stop ', { kind: 'italic', pieces: ['now'] }], ['call']] },
    { kind: 'list', start: 3, items: [['wait'], ['weigh']] },
    { kind: 'text', pieces: ['-5 degrees\n1.5 V'] },
  ]);
});

test('the longest message of marks that never end is read like any other', () => {
  for (const part of ['*', '**a ', '`', 'a', 'a@', 'https://', '(', '- ', '1. x\n']) {
    const text = part.repeat(10_000 / part.length);
    expect(blocksOf(text).length).toBeGreaterThan(0);
  }
});
