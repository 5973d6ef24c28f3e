import type { Both } from './deed.ts';

/** Fixed texts for a report of something that happens now: a cell that burns or vents, and one that may yet do so. */
export const cards: Readonly<Record<'fire' | 'harm', Both>> = {
  fire: {
    en: [
      '**If this is happening now: act first, write later.**',
      '1. Leave the area and take everybody with you. Do not touch or carry the cell.',
      '2. Raise the alarm and call the emergency number of your site. Say that lithium-ion cells are involved.',
      '3. Do not breathe the smoke or vapor: it can hold hydrogen fluoride (HF), which harms you also where you feel nothing at first.',
      '4. If skin or eyes were touched: rinse with plenty of water at once, and get medical help. Tell them that it may be HF.',
      '5. Keep others out, close the doors behind you, and go back only when those in charge say so.',
      'This is a fixed text, not an answer of the assistant. The rules of your site come first.',
    ].join('\n'),
    ko: [
      '**지금 일어나고 있는 일이라면 먼저 행동하고 나중에 쓰세요.**',
      '1. 모두 함께 그 자리를 떠나세요. 셀을 만지거나 옮기지 마세요.',
      '2. 경보를 울리고 사업장의 비상 번호로 연락하세요. 리튬 이온 셀이라고 알리세요.',
      '3. 연기나 증기를 마시지 마세요. 불화수소(HF)가 들어 있을 수 있으며, 처음에는 느끼지 못해도 해롭습니다.',
      '4. 피부나 눈에 닿았다면 즉시 많은 물로 씻고 의료 도움을 받으세요. HF일 수 있다고 알리세요.',
      '5. 다른 사람이 들어오지 못하게 하고 문을 닫으세요. 책임자가 허락할 때만 돌아가세요.',
      '이것은 정해진 안내문이며 어시스턴트의 답변이 아닙니다. 사업장의 규정이 우선합니다.',
    ].join('\n'),
  },
  harm: {
    en: [
      '**Keep away from the cell: act first, write later.**',
      '1. Stop the charge or discharge, if you can do so without touching the cell.',
      '2. Do not touch, carry, press or open the cell. Keep others away, and keep flames and sparks away.',
      '3. Watch from a distance. At smoke, hissing, a sweet smell or rising heat: leave with everybody, raise the alarm and call the emergency number of your site.',
      '4. Call those in charge of safety. Trained people bring the cell outdoors or to a fire-safe place and keep it under observation: it can catch fire hours or days later.',
      '5. If electrolyte touched skin or eyes: rinse with plenty of water at once, and get medical help. Tell them that it may hold hydrogen fluoride (HF).',
      'This is a fixed text, not an answer of the assistant. The rules of your site come first.',
    ].join('\n'),
    ko: [
      '**셀에서 떨어지세요. 먼저 행동하고 나중에 쓰세요.**',
      '1. 셀을 만지지 않고 할 수 있다면 충전이나 방전을 멈추세요.',
      '2. 셀을 만지거나 옮기거나 누르거나 열지 마세요. 다른 사람과 불꽃을 멀리하세요.',
      '3. 떨어져서 지켜보세요. 연기, 쉭 소리, 달콤한 냄새가 나거나 더 뜨거워지면 모두 함께 떠나 경보를 울리고 사업장의 비상 번호로 연락하세요.',
      '4. 안전 책임자에게 연락하세요. 교육받은 사람이 셀을 실외나 내화 장소로 옮겨 지켜봅니다. 몇 시간이나 며칠 뒤에도 불이 날 수 있습니다.',
      '5. 전해액이 피부나 눈에 닿았다면 즉시 많은 물로 씻고 의료 도움을 받으세요. 불화수소(HF)가 있을 수 있다고 알리세요.',
      '이것은 정해진 안내문이며 어시스턴트의 답변이 아닙니다. 사업장의 규정이 우선합니다.',
    ].join('\n'),
  },
};
