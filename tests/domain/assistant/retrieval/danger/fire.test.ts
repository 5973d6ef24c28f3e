import { expect, test } from 'vitest';
import { dangerCard } from '#domain/assistant/retrieval/danger/danger-card.ts';
import { answerFrom } from '#domain/assistant/retrieval/answer.ts';
import { buildIndex, retrieve } from '#domain/assistant/retrieval/retrieve.ts';

test.each([
  'my cell is venting and smoking, what do I do',
  'There is smoke coming out of the cycler',
  'The pouch is leaking',
  'A battery caught fire in the lab, help',
  'our module just went into thermal runaway',
  'Why is my cell smoking?',
  'I smell HF gas near the chamber',
  'One of the cells is burning',
  'what should we do if a pack is on fire now',
  'my 18650 is at 90 °C and hissing',
  'battery on fire',
  'cell is burning',
  'module 3 is venting',
  'smoke coming out of the cycler',
  'fire!',
  '배터리에 불이 붙었어',
  '타는 냄새가 나요',
  'my batery is smokng',
  'the cel module is buring',
  'our battrey exlpoded',
  '셀에서 연기가 나요',
  '배터리에 불이 났어요',
  '지금 누액이 있어요',
])('“%s” gets the emergency card', (text) => {
  expect(dangerCard(text)?.text).toMatch(/HF/);
});

test.each([
  'What is thermal runaway?',
  'What causes lithium plating?',
  'How do I measure leakage current?',
  'Why do cells vent?',
  'we have a fire test on Monday, which samples',
  'cell venting',
  '18650 vent pressure 12 bar',
  'What temperature does thermal runaway begin at?',
  'Which safety tests end in fire or smoke?',
  'What does the HF intercept of an impedance spectrum say?',
  'How long may a cell rest after charging?',
  'What is the leak rate of a pouch seal?',
  'Why does the anode overhang the cathode?',
  'We are exploring the cells of this supplier',
  'The cell is turning up in no list',
  '열폭주란 무엇인가요?',
  '화재 시험 기준은 무엇인가요?',
])('“%s” is a question like any other', (text) => {
  expect(dangerCard(text)).toBeUndefined();
});

const index = buildIndex([]);

function reply(text: string) {
  return answerFrom(retrieve(index, { text, chatType: 1 }), { questionId: 'q', handoffAllowed: true });
}

test('the card comes before anything is looked up, in the language of the question, and costs a trial nothing', () => {
  const { content, answer } = reply('My cell is on fire');
  expect(content).toMatch(/^\*\*If this is happening now/);
  expect(answer).toMatchObject({ status: 'no_answer', emergency: true, sources: [] });
  expect(reply('지금 셀에서 연기가 나요').content).toMatch(/^\*\*지금/);
});
