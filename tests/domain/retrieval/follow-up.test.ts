import { expect, test } from 'vitest';
import { carriedWords, refersBack } from '#domain/retrieval/follow-up.ts';
import { wordsOf } from '#domain/retrieval/tokens.ts';

const words = (text: string) => wordsOf(text, 4000);

test.each([
  ['and for LFP?', true],
  ['what about LTO', true],
  ['how thick is it usually?', true],
  ['why?', true],
  ['', true],
  ['그럼 LFP는요?', true],
  ['What voltage window should I use for LFP/graphite?', false],
  ['andalusite in a separator coating', false],
  ['Is it true that a nail test of a pouch cell depends on the speed and the diameter?', false],
])('“%s” refers to the question before it: %s', (text, does) => {
  expect(refersBack(text, words(text))).toBe(does);
});

test.each([
  ['and for LFP?', 'Voltage window of NMC622?', ['voltagewindow']],
  ['and the cathode?', 'How thick is the anode foil?', ['thickness', 'foil']],
  ['by sea?', 'May prototype cells go by air?', ['prototype', 'cell']],
  ['and the voltage window?', 'Voltage window of LTO?', ['LTO']],
])('“%s” takes over from “%s” the words %j', (text, before, carried) => {
  expect(carriedWords(words(text), words(before)).toSorted()).toEqual(carried.flatMap(words).toSorted());
});
