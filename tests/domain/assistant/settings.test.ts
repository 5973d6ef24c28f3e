import { expect, test } from 'vitest';
import { settingFields } from '#domain/assistant/fields.ts';
import {
  type AssistantSettings,
  deviceSettingsOf,
  productSettings,
  storedSettings,
  wholeSettings,
} from '#domain/assistant/settings.ts';

const changed = (own: Partial<AssistantSettings>): AssistantSettings => ({ ...productSettings, ...own });

test('each field has a name of its own', () => {
  const names = settingFields.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('only what differs from the product is stored, and completed again', () => {
  expect(storedSettings(productSettings)).toEqual({});
  const settings = changed({ tokensPerDay: 1, 'spec.starters.ko': ['질문'] });
  expect(storedSettings(settings)).toEqual({ tokensPerDay: 1, 'spec.starters.ko': ['질문'] });
  expect(wholeSettings(storedSettings(settings))).toEqual(settings);
});

test('thresholds, categories and synonyms that an earlier version of the product has stored are left out', () => {
  const stored = { answerAt: 0.5, 'general.categories': ['Safety'], synonyms: [['a cell', 'zelle']], modelIsOn: false };
  expect(wholeSettings(stored)).toEqual(changed({ modelIsOn: false }));
});

test('a device gets the texts that differ from the product, by tab and language', () => {
  const settings = changed({
    'general.title.ko': '안녕하세요',
    'supplier.starters.en': ['Who sells foil?'],
    tokensPerDay: 1,
  });
  expect(deviceSettingsOf(7, settings)).toEqual({
    version: 7,
    welcome: {
      general: { en: {}, ko: { title: '안녕하세요' } },
      supplier: { en: { starters: ['Who sells foil?'] }, ko: {} },
      spec: { en: {}, ko: {} },
      benchmark: { en: {}, ko: {} },
    },
  });
});
