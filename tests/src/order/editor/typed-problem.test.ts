import { createInstance } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { problemElsewhere, problemOfTypedText } from '../../../../src/order/editor/typed-problem.ts';
import navigatorEn from '../../../../public/locales/en/navigator.json' with { type: 'json' };

const i18n = createInstance();
const t = () => i18n.getFixedT('en', 'navigator');

beforeAll(() => i18n.init({ lng: 'en', ns: ['navigator'], resources: { en: { navigator: navigatorEn } } }));

test('a name that is too long is said to be too long on every step and in the review, not to be unreadable', () => {
  const name = 'x'.repeat(121);
  expect(problemOfTypedText(t(), 'title', name)).toBe('At most 120 characters.');
  expect(problemElsewhere(t(), 'title', name)).toBe('At most 120 characters.');
  expect(problemOfTypedText(t(), 'title', 'My cells')).toBeUndefined();
});

test('a text that cannot be read is repeated away from its field, and cut where it is long', () => {
  expect(problemElsewhere(t(), 'quantity', '240 pcs')).toBe(
    '“240 pcs” cannot be read. Type it again or clear the field.',
  );
  expect(problemElsewhere(t(), 'quantity', 'x'.repeat(500))).toMatch(/^“x+…” cannot be read/);
});
