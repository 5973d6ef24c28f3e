import { expect, test } from 'vitest';
import { isComposing } from '../../../../src/ui/form/composing.ts';

/** Keys as browsers report them while an input method composes. */

const native = (fields: Partial<KeyboardEvent>) => ({ isComposing: false, keyCode: 13, ...fields }) as KeyboardEvent;

test.each([
  ['Enter alone', native({}), false],
  ['Enter in Chromium and Firefox', native({ isComposing: true, keyCode: 229 }), true],
  ['Enter in Safari, after the composition', native({ keyCode: 229 }), true],
])('%s: whether it belongs to the input method', (_, key, expected) => {
  expect(isComposing(key)).toBe(expected);
  // React wraps the event, and its wrapper does not say that it composes.
  expect(isComposing({ nativeEvent: key } as Parameters<typeof isComposing>[0])).toBe(expected);
});
