import { afterAll, expect, test } from 'vitest';
import { commandTable } from '#domain/spine/commands.ts';
import { countedDatabase } from '../../../support/database/counted.ts';
import { busOn } from '../../../support/users.ts';
import { cases, caseWorld, knownEntry } from './command-cases.ts';

/**
 * SQL statements of a push of each command, and its waits for the database: of all its transactions, and of what is read
 * before them. A change of the bus that moves a figure changes it here.
 */
const costs: Record<keyof typeof cases, readonly [statements: number, trips: number]> = {
  'Opening a conversation': [5, 3],
  'Opening a chat with the experts': [5, 3],
  'Opening the room of an order as an expert': [5, 3],
  'A message': [4, 3],
  'A push of fifty messages': [4, 3],
  'A message with a file': [5, 3],
  'A message with a file about an order': [6, 3],
  'Deleting a message': [12, 3],
  'Removing a member': [4, 3],
  'Reading a message': [4, 3],
  'Taking a room as an expert': [4, 3],
  'Renaming a conversation': [4, 3],
  'Pinning a conversation': [4, 3],
  'Deleting a conversation': [5, 3],
  'Restoring a conversation': [5, 3],
  'A question without a language model': [10, 5],
  'Rating an answer': [6, 3],
  'Handing a question over into an open chat with the experts': [5, 3],
  'Changing a draft': [5, 3],
  'A new draft': [5, 3],
  'Sharing a draft without a change': [3, 3],
  'Sharing a draft with a colleague': [5, 3],
  'Placing an order': [7, 3],
  'Discarding a draft': [6, 4],
  'Starting a review with a note': [8, 3],
  'A push that starts three reviews': [7, 3],
  'Accepting a price': [13, 11],
  'Recording the payment of an order': [12, 9],
  'A note about an order': [4, 3],
  'Putting an expert in charge of an order': [4, 3],
  'Announcing a parcel': [5, 3],
  'The arrival of a parcel': [6, 3],
  'Marking cells as built': [5, 3],
  'Adding a report': [4, 3],
  'Publishing a report': [5, 3],
  'Withdrawing a report': [7, 3],
};

const world = await caseWorld();
const counted = countedDatabase(world.url);
const bus = await busOn(counted.db, [knownEntry]);
afterAll(async () => {
  await counted.close();
  await world.close();
});

const rows = Object.entries(costs).map(([what, [statements, trips]]) => [what, statements, trips] as const);

test.each(rows)('%s costs %i statements in %i trips', async (what, statements, trips) => {
  const { by, commands } = await cases[what as keyof typeof cases].prepare(world);
  const cost = await counted.costOf(async () => {
    const results = await bus.executeCommands(by.id, commands);
    expect(results).toMatchObject(commands.map(() => ({ s: 'ok' })));
  });
  expect([cost.statements, cost.trips]).toEqual([statements, trips]);
});

test('the cost of each command of the bus is known', () => {
  const known = new Set(Object.values(cases).map(({ type }) => type));
  expect([...known].toSorted()).toEqual(Object.keys(commandTable).toSorted());
});
