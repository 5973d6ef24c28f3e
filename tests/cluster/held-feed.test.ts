import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { oldestHiddenMs } from '../../server/spine/log/hidden-events.ts';
import { silentLog } from '../../server/ground/log.ts';
import { freshDatabase } from '../support/database/cluster.ts';
import { startServer } from '../support/servers/server.ts';
import { talkOn } from '../support/devices/conversation.ts';
import { until } from '../support/until.ts';
import { hiddenAlarmMs } from '../../server/spine/feed/hidden-watch.ts';

test('31 while a long import is open the feed stops and the server says so, and then everything arrives', async () => {
  const { url, close } = await freshDatabase();
  onTestFinished(close);
  const warned: string[] = [];
  const told: string[] = [];
  const log = {
    ...silentLog,
    warn: (_facts: object | string, text?: string) => void warned.push(text ?? ''),
    info: (facts: object | string) => void told.push(JSON.stringify(facts)),
  };
  const server = await startServer({ database: url, log });
  onTestFinished(() => server.close());
  const { engineer, expert, roomId, say } = await talkOn(server);
  await expert.sync();
  expect(await oldestHiddenMs(server.db)).toBe(0);

  const importing = new Client({ connectionString: url });
  await importing.connect();
  onTestFinished(() => importing.end());
  await importing.query('begin');
  await importing.query('select pg_current_xact_id()');
  await Promise.all(Array.from({ length: 5 }, (_, i) => say(engineer, `during ${i}`)));
  await engineer.sync();
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual([]);
  expect(await engineer.waiting()).toEqual(Array.from({ length: 5 }, () => 'chat.send sent'));
  expect(warned).toEqual([]);
  await until('the alarm', () => warned.includes('committed events are held back'));
  expect(await oldestHiddenMs(server.db)).toBeGreaterThan(hiddenAlarmMs);

  await importing.query('commit');
  await until('the end of the alarm', () => told.includes('"committed events are shown again"'));
  expect(await oldestHiddenMs(server.db)).toBe(0);
  await expert.sync();
  expect(await expert.shown(roomId)).toEqual(Array.from({ length: 5 }, (_, i) => `during ${i}`));
  await engineer.sync();
  expect(await engineer.waiting()).toEqual([]);
  expect(warned).toHaveLength(1);
});
