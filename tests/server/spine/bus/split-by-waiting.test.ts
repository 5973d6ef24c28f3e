import { expect, test } from 'vitest';
import type { CheckedCommand, Parsed } from '../../../../server/spine/bus/parse.ts';
import { splitByWaiting } from '../../../../server/spine/bus/split-by-waiting.ts';

const file = { id: 'f', name: 'a.pdf', size: 1, mime: 'application/pdf', sha256: 'aa' };

function ask(cmdId: string, roomId: string, files: (typeof file)[] = [], deps: string[] = []): Parsed {
  const args = { roomId, text: 'Why?', chatType: 1 as const, ...(files.length === 0 ? {} : { files }) };
  return { command: { cmdId, type: 'question.ask', v: 1, args }, lane: `room:${roomId}`, deps, hash: cmdId };
}

const hasFiles = ({ command: { args } }: CheckedCommand) => 'files' in args;
const refused: Parsed = { lane: 'order:1', result: { cmdId: 'x', s: 'rejected', code: 'VALIDATION', message: '' } };
const push = [
  ask('1', 'a'),
  ask('2', 'a', [file]),
  ask('3', 'b'),
  refused,
  ask('4', 'a'),
  ask('5', 'c', [], ['4']),
  ask('6', 'd'),
];
const idsOf = (commands: Parsed[]) =>
  commands.map((each) => ('command' in each ? each.command.cmdId : each.result.cmdId));

test('only a question with a file, and what must stay behind it, waits until the file is read', () => {
  const { atOnce, waiting } = splitByWaiting(push, hasFiles);
  expect(idsOf(atOnce)).toEqual(['1', '3', 'x', '6']);
  expect(idsOf(waiting)).toEqual(['2', '4', '5']);
});

test('the results come in the order of the push', () => {
  const { atOnce, waiting, merge } = splitByWaiting(push, hasFiles);
  expect(merge(idsOf(atOnce), idsOf(waiting))).toEqual(idsOf([...push]));
});

test('a refused command of an order does not overtake those before it', () => {
  const change = { path: 'a', value: 1, base: null };
  const patch: Parsed = {
    command: { cmdId: '7', type: 'order.patch', v: 1, args: { orderId: '1', changes: [change] } },
    lane: 'order:1',
    deps: ['2'],
    hash: '7',
  };
  const { atOnce, waiting } = splitByWaiting([ask('2', 'a', [file]), patch, refused, ask('3', 'b')], hasFiles);
  expect(idsOf(atOnce)).toEqual(['3']);
  expect(idsOf(waiting)).toEqual(['2', '7', 'x']);
});
