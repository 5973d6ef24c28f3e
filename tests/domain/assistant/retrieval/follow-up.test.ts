import { expect, test } from 'vitest';
import {
  carriedWords,
  completeFollowUp,
  leansOn,
  mayStandAlone,
  refersBack,
  withoutTies,
} from '#domain/assistant/retrieval/follow-up.ts';
import { wordsOf } from '#domain/assistant/retrieval/tokens.ts';

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
  ['What is the N/P ratio and why is it above one?', true],
  ['how thick is it usually?', false],
  ['and why is it above one?', false],
  ['Is it above one?', false],
  ['N/P ratio?', false],
  ['Does it swell, and why?', false],
  ['How thick is the foil, and is that a problem?', true],
])('“%s” names what “it” is before it says “it”: %s', (text, does) => {
  expect(mayStandAlone(text, 4000)).toBe(does);
});

test.each([
  ['and for LFP?', 'Voltage window of NMC622?', ['voltagewindow']],
  ['and the cathode?', 'How thick is the anode foil?', ['thickness', 'foil']],
  ['by sea?', 'May prototype cells go by air?', ['prototype', 'cell']],
  ['and the voltage window?', 'Voltage window of LTO?', ['LTO']],
])('“%s” takes over from “%s” the words %j', (text, before, carried) => {
  expect(carriedWords(words(text), words(before)).toSorted()).toEqual(carried.flatMap(words).toSorted());
});

test.each([
  ['그럼 LFP는?', 'LFP'],
  ['그러면 45 °C에서는 어떤가요?', '45 °C'],
  ['그리고 LTO의 경우는요?', 'LTO'],
  ['and for LFP?', 'LFP'],
])('“%s” asks for “%s”, and not for the words that tie it to the question before', (text, asked) => {
  expect(withoutTies(words(text))).toEqual(words(asked));
});

test('a long tie does not make a follow-up a question of its own', () => {
  const before = 'NMC 셀의 전압 범위는?';
  expect(words(completeFollowUp('그러면 LFP의 경우에는 어떤가요?', before, 4000))).toEqual(
    expect.arrayContaining(words('전압 범위')),
  );
});

test('a chain of follow-ups keeps its subject', () => {
  const first = 'Voltage window of NMC622?';
  const second = completeFollowUp('and for LFP?', first, 4000);
  const third = completeFollowUp('and at 45 °C?', second, 4000);
  expect(words(third)).toEqual(expect.arrayContaining(words('LFP voltage window')));
  expect(words(third)).not.toContain(words('NMC622')[0]);
});

test('a follow-up leans on the question before it, and on what that one leans on; a new question on none', () => {
  const window = 'What voltage window should I use for NMC/graphite?';
  const earlier = ['How thick is copper foil?', window, 'and for LFP?'];
  expect(leansOn('and at 45 °C?', earlier, 4000)).toEqual([window, 'and for LFP?']);
  expect(leansOn('그럼 45 °C에서는?', [window], 4000)).toEqual([window]);
  expect(leansOn('How long must slurry be mixed?', earlier, 4000)).toEqual([]);
  expect(leansOn('What is the N/P ratio and why is it above one?', earlier, 4000)).toEqual([]);
  expect(leansOn('and at 45 °C?', [], 4000)).toEqual([]);
});

test('a new question takes nothing over', () => {
  const question = 'What voltage window should I use for LFP/graphite?';
  expect(completeFollowUp(question, 'Voltage window of NMC622?', 4000)).toBe(question);
});
