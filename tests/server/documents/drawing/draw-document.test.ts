import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE } from '#domain/ground/units.ts';
import type { ComputingProcessParts } from '../../../../server/ground/computing-process.ts';
import { DrawingProcess, drawDocument, documentMs } from '../../../../server/documents/drawing/draw-document.ts';
import type { DrawingReply, DrawingRequest } from '../../../../server/documents/drawing/drawings.ts';
import { timesOfConnections } from '../../../../server/http/slow-requests.ts';

/** A drawing process for each start, which draws when the test lets it. */
function drawing() {
  const started: {
    asked: DrawingRequest[];
    isKilled: boolean;
    reply: (drawn: DrawingReply) => void;
    end: () => void;
  }[] = [];
  const drawer = new DrawingProcess(({ first, heard, ended }: ComputingProcessParts) => {
    const asked = [first as DrawingRequest];
    const child = { asked, isKilled: false, reply: heard, end: () => ended(new Error('killed')) };
    started.push(child);
    return {
      say: (message) => asked.push(message as DrawingRequest),
      kill: () => (child.isKilled = true),
      unref: () => undefined,
    };
  });
  const draw = () => drawer.draw('labels', {} as never, { language: 'en', publicUrl: '', first: 1 });
  return { draw, started };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('documents are drawn by one process, which ends after a minute without any', async () => {
  const { draw, started } = drawing();
  const both = [draw(), draw()];
  expect(started.map(({ asked }) => asked.map(({ n }) => n))).toEqual([[1, 2]]);
  const [child] = started;
  child?.reply({ n: 2, bytes: Buffer.from('second') });
  child?.reply({ n: 1, bytes: Buffer.from('first') });
  expect((await Promise.all(both)).map(String)).toEqual(['first', 'second']);
  vi.advanceTimersByTime(MINUTE - 1);
  expect(child?.isKilled).toBe(false);
  vi.advanceTimersByTime(1);
  expect(child?.isKilled).toBe(true);
  void draw();
  expect(started).toHaveLength(2);
});

test('when the process ends, its documents are refused for now, and the next one is drawn by another', async () => {
  const { draw, started } = drawing();
  const lost = draw();
  started[0]?.end();
  await expect(lost).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const next = draw();
  // The end of a process is announced more than once.
  started[0]?.end();
  started[1]?.reply({ n: 2, bytes: Buffer.from('next') });
  expect(String(await next)).toBe('next');
});

test('a document that takes too long is refused, and its process is killed', async () => {
  const { draw, started } = drawing();
  const late = draw();
  vi.advanceTimersByTime(documentMs);
  await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(started[0]?.isKilled).toBe(true);
});

test('that refusal is sent before the connection of its reader ends, which is idle while they wait', () => {
  expect(documentMs).toBeLessThan(timesOfConnections({ headMs: MINUTE, requestMs: MINUTE }).connectionTimeout);
});

test('a document that cannot be drawn says why, and the next one is drawn', async () => {
  vi.useRealTimers();
  const about = { language: 'en', publicUrl: 'https://app.example', first: 1 };
  await expect(drawDocument('labels', { number: 'A' } as never, about)).rejects.toThrow(TypeError);
  const at = '2026-03-01T00:00:00.000Z';
  const order = { id: 'a', number: 'A', doc: {}, updatedAt: at, cells: [{ ranges: [[1, 2]], state: 'built', at }] };
  const bytes = await drawDocument('labels', order as never, about);
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});
