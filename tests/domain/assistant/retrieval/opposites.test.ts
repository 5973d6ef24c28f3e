import { expect, test } from 'vitest';
import { isAboutOpposite } from '#domain/assistant/retrieval/opposites.ts';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';

test.each([
  ['Why does it fade faster at 45 °C than at 25 °C?', 'Why does a cell deliver less in the cold?', true],
  ['capacity at 0 °C', 'Why does a cell gas during hot storage?', true],
  ['capacity at 25 °C', 'Why does a cell deliver less in the cold?', false],
  ['Which foil does the anode need?', 'Which foil does the cathode need?', true],
  ['Which foil does the anode need?', 'Which foils do anode and cathode need?', false],
  ['charge current of an 18650', 'Which discharge current may an 18650 carry?', true],
  ['Does the order of charge and discharge matter?', 'Which discharge current may it carry?', false],
  ['How tall is a 4680 cell?', 'Which foil does the cathode need?', false],
])('%s, told from "%s": about the other side: %s', (question, title, expected) => {
  expect(isAboutOpposite(wordsOf(question, 200), wordsOf(title, 200))).toBe(expected);
});
