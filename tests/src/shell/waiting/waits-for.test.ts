import { expect, test } from 'vitest';
import { waitReasonOf } from '../../../../src/shell/waiting/waits-for.ts';

const file = { id: 'f', name: 'a.pdf', size: 10, mime: '', sha256: 'a', isOnDevice: true };
const missing = { ...file, isOnServer: false };
const live = { phase: 'live', retryInMs: null } as const;

test.each([
  ['refused', [], live, 'decision'],
  ['blocked', [], live, 'another'],
  ['sent', [], live, 'confirm'],
  ['signin', [], live, 'signin'],
  ['queued', [], { ...live, phase: 'signedOut' }, 'signin'],
  ['queued', [missing], { ...live, phase: 'offline' }, 'network'],
  ['queued', [], { ...live, phase: 'connecting' }, 'network'],
  ['queued', [], { phase: 'connecting', retryInMs: 4000 }, 'pause'],
  ['queued', [missing], live, 'files'],
  ['queued', [{ ...file, isOnServer: true }], live, 'turn'],
] as const)('%s with %j while %j waits for: %s', (state, files, sync, cause) => {
  expect(waitReasonOf({ item: { state }, files: [...files] }, sync)).toBe(cause);
});
