import { expect, onTestFinished, test } from 'vitest';
import { addKnowledge } from '../../../server/demo/fill.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

test('a change of the knowledge base on one process reaches the assistant of other processes at once', async () => {
  const here = await startServer();
  onTestFinished(() => here.close());
  const there = await startServer({ database: here.databaseUrl });
  onTestFinished(() => there.close());
  const indexThere = () => JSON.stringify(there.knowledge.index());
  const before = indexThere();
  await addKnowledge(here.db);
  await here.knowledge.reload();
  const after = JSON.stringify(here.knowledge.index());
  expect(after).not.toEqual(before);
  await until('the other process has the change', () => indexThere() === after);
});
