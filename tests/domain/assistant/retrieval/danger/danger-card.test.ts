import { expect, test } from 'vitest';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { cards } from '#domain/assistant/retrieval/danger/cards.ts';
import { anyDeed } from '#domain/assistant/retrieval/danger/asked.ts';
import { cardByRule, dangerCard } from '#domain/assistant/retrieval/danger/danger-card.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';
import { judgedQuestions } from '../../../../../server/assistant/knowledge/judged-questions.ts';
import { entries, index } from '../evaluation.ts';
import { phrasingsOf } from './phrasings.ts';

const firstSteps: ReadonlySet<string> = new Set(Object.values(cards).flatMap(({ en, ko }) => [en, ko]));

/** Returns the reason in the text about a deed; each deed has its own. */
function reasonFor(text: string): string | undefined {
  return dangerCard(text)?.text.split('\n\n')[1];
}

test.each(phrasingsOf('reports'))('“%s” gets the first steps', (text) => {
  expect(firstSteps).toContain(dangerCard(text)?.text);
});

test.each(phrasingsOf('requests'))('“%s” is answered with do not', (text) => {
  expect(dangerCard(text)?.text).toMatch(/^\*\*(Do not do this|하지 마세요)\.\*\*\n/u);
});

test.each(phrasingsOf('harmless'))('“%s” is an ordinary question', (text) => {
  expect(dangerCard(text)).toBeUndefined();
});

test.each([
  ['can I short a cell with a wire', /Hundreds of amps/],
  ['how to cut open a 21700', /in your hands/],
  ['poke a hole in a bloated pouch', /its gas is flammable/],
  ['how do I burn old cells', /throws parts/],
  ['crush a battery with a hammer', /Pressed layers/],
  ['can I put a cell in the microwave', /no longer stops/],
  ['throw batteries into water to dispose of them', /corrodes/],
  ['can I overcharge a cell on purpose', /upper voltage/],
  ['may I charge a puffy lipo', /damaged place/],
  ['revive an overdischarged cell', /copper/],
  ['can I solder directly on a 21700', /300 to 400/],
  ['how do I bypass the BMS', /nobody expects/],
  ['퓨즈를 빼고 써도 되나요', /아무도 예상하지 못한/],
])('“%s” is told why not', (text, reason) => {
  expect(reasonFor(text)).toMatch(reason);
});

test('what no rule names is recognized by its words', () => {
  const report = 'somebody put the leads on backwards and it shorted, wire insulation melted';
  const deed = 'what resistor do i put in place of the NTC so the charger thinks its cold';
  for (const text of [report, deed]) expect(cardByRule(text)).toBeUndefined();
  expect(dangerCard(report)).toEqual({ text: cards.harm.en, isFire: false });
  expect(dangerCard(deed)?.text).toContain(anyDeed.why.en);
  expect(dangerCard('퓨즈가 자꾸 나가서 은박지로 감아 쓰려는데 괜찮겠죠')?.text).toContain(anyDeed.why.ko);
});

test('a cell that is hot but does not burn gets steps of its own', () => {
  expect(dangerCard('my cell is getting hot by itself')).toEqual({ text: cards.harm.en, isFire: false });
  expect(dangerCard('my cell is on fire')).toEqual({ text: cards.fire.en, isFire: true });
  expect(dangerCard('셀이 뜨거워지고 있어요')?.text).toBe(cards.harm.ko);
});

/** The entries about smoke, heat, leaks, contact with electrolyte and cells that were hurt. */
const emergencyEntries: ReadonlySet<string> = new Set(['183', '184', '185', '186', '187', '188', '272']);

function phrasingsIn({ question, alternatives, ko }: (typeof entries)[number]): string[] {
  return [question, ...alternatives, ...(ko === undefined ? [] : [ko.question, ...ko.alternatives])];
}

test('a question that an entry has word for word keeps its answer, unless a cell burns', () => {
  const all = buildIndex(entries.map((entry) => ({ ...entry, status: 'published' as const })));
  const replaced = entries.flatMap((entry) =>
    phrasingsIn(entry)
      .filter((text) => dangerCard(text) !== undefined && retrieve(all, { text, chatType: 1 }).card !== undefined)
      .map((text) => ({ id: entry.id, text })),
  );
  expect(replaced.filter(({ id }) => !emergencyEntries.has(id))).toEqual([]);
  expect(replaced.every(({ text }) => dangerCard(text)?.isFire)).toBe(true);
});

test('no judged question gets a card, except reports of an emergency', () => {
  const sets = ['in-scope', 'out-of-scope', 'korean', 'phone', 'starter'] as const;
  const carded = sets.flatMap((set) => judgedQuestions(set)).filter(({ q }) => dangerCard(q) !== undefined);
  expect(carded.filter(({ id }) => !emergencyEntries.has(String(id)))).toEqual([]);
});

function ask(text: string) {
  return answerFrom(retrieve(index, { text, chatType: 1 }), { questionId: 'q', handoffAllowed: true });
}

test('the text about a deed is shown like the emergency text: in the language of the question, without sources', () => {
  const { content, answer } = ask('Can I short a cell with a paperclip to empty it?');
  expect(content).toMatch(/^\*\*Do not do this/);
  expect(answer).toMatchObject({ status: 'no_answer', emergency: true, sources: [], suggestions: [] });
  expect(ask('부푼 배터리 충전해도 되나요').content).toMatch(/^\*\*하지 마세요/);
});

test('a long text takes no longer than a blink', () => {
  const started = performance.now();
  for (const word of ['can ', 'short a ', 'cell is ', 'my cell is getting ', '배터리 ', '! ', 'aaaa '])
    dangerCard(word.repeat(4000));
  expect(performance.now() - started).toBeLessThan(2000);
});
