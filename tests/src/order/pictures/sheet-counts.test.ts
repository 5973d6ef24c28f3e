import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import navigator from '../../../../public/locales/en/navigator.json' with { type: 'json' };

test.each([
  [1, '1 cathode sheet', '1 anode sheet'],
  [27, '27 cathode sheets', '27 anode sheets'],
])('%i sheets of a stack are said in the right number', async (count, cathodes, anodes) => {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', ns: 'navigator', resources: { en: { navigator } } });
  const said = (key: string) => i18n.t(`navigator:pictures.${key}`, { count, sheets: String(count) });
  expect([said('cathodeCount'), said('anodeCount')]).toEqual([cathodes, anodes]);
});
