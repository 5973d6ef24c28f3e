import { expect, onTestFinished, test } from 'vitest';
import { addKnowledge } from '../../../server/demo/fill.ts';
import { startServer } from '../../support/server.ts';
import { until } from '../../support/until.ts';

test('what changes in the knowledge base on one process, the assistant of the others knows at once', async () => {
  const here = await startServer();
  onTestFinished(() => here.close());
  const there = await startServer({ database: here.databaseUrl });
  onTestFinished(() => there.close());
  const known = () => JSON.stringify(there.knowledge.index());
  const before = known();
  await addKnowledge(here.db);
  await here.knowledge.reload();
  const after = JSON.stringify(here.knowledge.index());
  expect(after).not.toEqual(before);
  await until('the other has it', () => known() === after);
});
