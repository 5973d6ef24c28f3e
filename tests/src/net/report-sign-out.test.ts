import { expect, test } from 'vitest';
import { SignedOut, Unreachable } from '../../../src/net/errors.ts';
import type { UploadApi } from '../../../src/net/uploads.ts';
import { apiThatReportsSignOut, uploadsThatReportSignOut } from '../../../src/net/report-sign-out.ts';

const over = () => Promise.reject(new SignedOut('Unauthorized request'));
const away = () => Promise.reject(new Unreachable('no network'));
const uploads = (fails: () => Promise<never>): UploadApi => ({ create: fails, offsetOf: fails, send: fails });
const file = { sha256: '', name: 'cell.pdf', mime: 'application/pdf', size: 1 };

test('an upload that finds the session over ends it, at whichever step, like any other call', async () => {
  const told: string[] = [];
  const door = uploadsThatReportSignOut(uploads(over), (reason) => told.push(reason));
  const api = apiThatReportsSignOut({ json: over, raw: over }, (reason) => told.push(reason));
  const calls = [
    () => door.create(file),
    () => door.offsetOf('/one'),
    () => door.send('/one', 0, new Blob()),
    () => api.json({ path: '/users/me' }),
    () => api.raw({ path: '/users/me' }),
  ];
  for (const call of calls) await expect(call()).rejects.toBeInstanceOf(SignedOut);
  expect(told).toEqual(calls.map(() => 'Unauthorized request'));
});

test('an upload without a network does not end the session', async () => {
  const told: string[] = [];
  const door = uploadsThatReportSignOut(uploads(away), (reason) => told.push(reason));
  await expect(door.create(file)).rejects.toBeInstanceOf(Unreachable);
  expect(told).toEqual([]);
});
