import { afterEach, expect, test, vi } from 'vitest';
import { logTroublesOnce, troubleOverMs } from '../../../server/database/troubles.ts';

/** What is logged while the database is unavailable. */

afterEach(() => {
  vi.useRealTimers();
});

const failing = (code: string) => ({ err: Object.assign(new Error('x'), { code }) });

function recordingLog() {
  const lines: unknown[] = [];
  const keep = (facts: object | string, text?: string) =>
    void lines.push(
      'count' in Object(facts) ? [Reflect.get(Object(facts), 'trouble'), Reflect.get(Object(facts), 'count')] : text,
    );
  return { lines, log: logTroublesOnce({ info: keep, warn: keep, error: keep }) };
}

test('an outage seen by many callers is one log line, and one with the count when it is over', async () => {
  vi.useFakeTimers();
  const { lines, log } = recordingLog();
  for (let i = 0; i < 156; i++) log.error(failing(i % 2 === 0 ? 'ECONNREFUSED' : '57P01'), `request ${i}`);
  expect(lines).toEqual(['request 0']);
  await vi.advanceTimersByTimeAsync(2 * troubleOverMs);
  expect(lines).toEqual(['request 0', ['away', 155]]);
  log.error(failing('ECONNREFUSED'), 'the next outage');
  expect(lines.at(-1)).toBe('the next outage');
});

test('a lasting outage is logged once a minute, with its count since', async () => {
  vi.useFakeTimers();
  const { lines, log } = recordingLog();
  for (let second = 0; second <= 61; second++) {
    log.warn(failing('ECONNREFUSED'), 'away');
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(lines).toEqual(['away', ['away', expect.any(Number)]]);
});

test('another kind of trouble, an internal error and a problem with Redis are logged separately', () => {
  const { lines, log } = recordingLog();
  log.error(failing('ECONNREFUSED'), 'away');
  log.error(failing('53100'), 'full');
  log.error(failing('55P03'), 'locked');
  for (const text of ['one mistake', 'two mistakes']) log.error({ err: new Error('a mistake') }, text);
  log.warn({ ...failing('ECONNREFUSED'), line: 'redis' }, 'redis');
  log.info('stopping');
  expect(lines).toEqual(['away', 'full', 'locked', 'one mistake', 'two mistakes', 'redis', undefined]);
});
