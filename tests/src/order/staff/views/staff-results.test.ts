import { expect, test } from 'vitest';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { cellsIn } from '#domain/order/data/cells.ts';
import type { Order, Report } from '#domain/order/data/order.ts';
import type { Me } from '#domain/account/users.ts';
import type { StaffType } from '../../../../../src/order/views/project-order.ts';
import type { OutboxEntry } from '../../../../../src/db/schema.ts';
import type { OpenCommand } from '../../../../../src/order/staff/views/staff-commands.ts';
import { testsToBePublished, withOpenCells } from '../../../../../src/order/staff/views/staff-results.ts';
import { versionBehind } from '../../../../../src/order/views/steps-behind.ts';

/** What a device shows of cells and reports before the server has accepted it. */

const me = { id: 'me', display_name: 'Ines' } as Me;
const by = { by: 'e', byName: 'E', at: '2026-03-01T00:00:00.000Z' };
const order = {
  id: 'o',
  number: 'PO-2026-000001',
  status: 'testing',
  doc: { service: 'prototyping', quantity: 3 },
  cells: [{ ranges: [[1, 3]], state: 'built', reason: null, ...by, sseq: 7 }],
  sseq: 9,
} as unknown as Order;
let made = 0;

function open<T extends StaffType>(
  type: T,
  args: Omit<CommandArgs<T>, 'orderId'>,
  state: OpenCommand['state'] = 'queued',
): OpenCommand<T> {
  const n = (made += 1);
  const all = { orderId: 'o', ...args } as CommandArgs<T>;
  const lane = 'order:o' as const;
  const entry: OutboxEntry<T> = {
    n,
    cmdId: `c${n}`,
    type,
    v: 1,
    args: all,
    lane,
    deps: [],
    createdAt: n,
    appVersion: '',
  };
  return { entry, state, reason: null };
}

const file = { id: 'f', name: 'a.csv', size: 1, mime: 'text/csv', sha256: 'f'.repeat(64) };
const adding = (reportId: string, testId: string | null) =>
  open('report.add', { reportId, name: reportId, test: testId, numbers: [], note: '', files: [file] });
const publishing = (...reportIds: string[]) => open('report.publish', { reportIds });
const step = (event: string) => open('order.transition', { event, expectStatus: 'testing' });

const statesWith = (...commands: OpenCommand[]) =>
  cellsIn(withOpenCells(order, commands, me)).map(({ n, state }) => `${n} ${state}`);

test('cells are shown as what waits leaves them, the later change over the earlier one', () => {
  const first = open('cells.mark', { numbers: [1, 2], state: 'in_test', test: 'a' });
  const second = open('cells.mark', { numbers: [2, 4], state: 'scrapped', reason: 'Leaks' });
  expect(statesWith(first, second)).toEqual(['1 in_test', '2 scrapped', '3 built', '4 scrapped']);
  expect(order.cells).toHaveLength(1);
});

test('a refused change is not shown', () => {
  expect(statesWith(open('cells.mark', { numbers: [1], state: 'scrapped' }, 'refused'))).toEqual([
    '1 built',
    '2 built',
    '3 built',
  ]);
});

test('a step that waits moves the cells that it will move', () => {
  const inTest = open('cells.mark', { numbers: [1], state: 'in_test', test: 'a' });
  expect(statesWith(inTest, step('RESULTS_PUBLISHED'))).toEqual(['1 tested', '2 built', '3 built']);
});

test('publications that wait give a report to the tests of what they name', () => {
  const known = [{ id: 'at the server', test: 'a' }];
  const planned = (...commands: OpenCommand[]) => [...testsToBePublished(commands, known)];
  expect(planned(adding('r', 'b'))).toEqual([]);
  expect(planned(adding('r', 'b'), publishing('r', 'at the server'))).toEqual(['b', 'a']);
  expect(planned(adding('r', null), publishing('r'))).toEqual([null]);
  expect(planned(publishing('unknown'))).toEqual([]);
});

test('a step is for the version behind what this device sends before it', () => {
  const seen = { sseq: 9, reports: [{ id: 'published', file } as unknown as Report] };
  const versionAfter = (...commands: OpenCommand[]) =>
    versionBehind(
      seen,
      commands.map(({ entry }) => entry),
    );
  expect(versionAfter()).toBe(9);
  expect(versionAfter(open('cells.mark', { numbers: [1], state: 'built' }), adding('r', null))).toBe(10);
  expect(versionAfter(publishing('r', 's', 'published'), publishing('s'))).toBe(11);
  expect(versionAfter(open('order.note', { text: 'x' }), open('report.withdraw', { reportId: 'r', reason: 'x' }))).toBe(
    10,
  );
});
