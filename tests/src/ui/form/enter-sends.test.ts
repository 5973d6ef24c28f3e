import { beforeEach, expect, test, vi } from 'vitest';
import { listenForEnter } from '../../../../src/ui/form/enter-sends.ts';

/** Which Enter sends what was written, with and without an input method. */

let box: EventTarget;
const send = vi.fn<() => void>();

beforeEach(() => {
  send.mockClear();
  box = new EventTarget();
  listenForEnter(box, send);
});

/** Dispatches an event as a browser would. Returns whether the browser then does what it does by itself. */
function happens(type: string, fields: object): boolean {
  return box.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), fields));
}
const key = (name: string, fields: object = {}) =>
  happens('keydown', { key: name, shiftKey: false, isComposing: false, ...fields });
const lineBreak = () => happens('beforeinput', { inputType: 'insertLineBreak' });

test('Enter sends, and adds no line break', () => {
  expect(key('Enter')).toBe(false);
  expect(send).toHaveBeenCalledOnce();
});

test('Shift and Enter add a line break', () => {
  expect(key('Enter', { shiftKey: true })).toBe(true);
  expect(lineBreak()).toBe(true);
  expect(send).not.toHaveBeenCalled();
});

test('one Enter sends Korean on macOS: it ends the syllable, and its line break is not written', async () => {
  expect(key('Enter', { isComposing: true })).toBe(true);
  expect(lineBreak()).toBe(false);
  await Promise.resolve();
  expect(send).toHaveBeenCalledOnce();
});

test('one Enter sends Korean on Windows, where the key follows once more when the syllable has ended', async () => {
  key('Enter', { isComposing: true });
  key('Enter');
  await Promise.resolve();
  expect(send).toHaveBeenCalledOnce();
});

test('the Enter that chooses Japanese from a list sends nothing', async () => {
  expect(key('Enter', { isComposing: true })).toBe(true);
  expect(happens('beforeinput', { inputType: 'insertFromComposition' })).toBe(true);
  await Promise.resolve();
  expect(send).not.toHaveBeenCalled();
});

test('the Enter that chooses Japanese sends nothing in Safari, which has ended the composition before', async () => {
  expect(key('Enter', { keyCode: 229 })).toBe(true);
  await Promise.resolve();
  expect(send).not.toHaveBeenCalled();
});

test('a line break asked for while a syllable is composed stays', () => {
  key('Enter', { isComposing: true, shiftKey: true });
  expect(lineBreak()).toBe(true);
  expect(send).not.toHaveBeenCalled();
});
