import { isKorean } from '../../quantities/korean.ts';
import { isMistyped } from './spelling.ts';

/**
 * Fixed text that replaces the assistant's answer when a user reports that a cell is on fire, smokes, vents or leaks.
 * No search takes place then. It gives general first steps for lithium-ion cells; the site's own rules come first.
 */

/** Returns the emergency text in the language of the message. @returns undefined when it reports no emergency */
export function emergencyCard(text: string): string | undefined {
  if (!isEmergency(corrected(text))) return undefined;
  return isKorean(text) ? cards.ko : cards.en;
}

/** Corrects mistyped words of an emergency: in a hurry, people write "my batery is smokng". */
function corrected(text: string): string {
  return text.replaceAll(
    /[a-z]{5,12}/giu,
    (word) => spelled.find((meant) => isMistyped(word.toLowerCase(), meant)) ?? word,
  );
}

const spelled = [
  'battery',
  'batteries',
  'module',
  'burning',
  'smoking',
  'flames',
  'venting',
  'leaking',
  'hissing',
  'exploded',
  'exploding',
  'explodes',
  'thermal',
  'runaway',
];

/** Words for a hazard in progress. Leakage currents, fire tests and HF in the sense of a frequency do not match. */
const hazards =
  /\b(smok(e|es|ing)|(on|caught|catches|catching) fire|a fire(?! (?:test|drill|exposure|door|alarm|extinguish|blanket))|in flames|flam(e|es|ing)|burning|burst(s|ing)? open|vent(s|ed|ing)|hissing|explod(es|ed|ing)|leak(s|ed|ing)|hydrogen fluoride|hydrofluoric|HF (gas|acid|smell|vapou?r|on (my|the|his|her) skin)|(in|into) thermal runaway)\b|연기|화재|불이 (났|나|붙)|불났|폭발|누액|누출|새고 있|불산|발화|열폭주/iu;

/** Signs that it is happening to the user. A general question about a hazard is answered like any other. */
const here =
  /\b(my|our|this|these|that|the|a|one|two|some) ([\w-]+ ){0,3}(cells?|batter(y|ies)|packs?|pouch(es)?|modules?|18650s?|21700s?|26650s?|4680s?|it)\b.{0,40}|\b(there is|there's|i (see|smell|have)|we (see|smell|have)|what (do|should|must) (i|we) do|help|now|just|right now|emergency)\b|지금|어떻게 해야|도와|나고 있|나요|났어|났습니다|있어요|있습니다/iu;

/** Words with which general questions about the subject begin. */
const inGeneral =
  /^\s*(what (is|are|causes|happens|does|temperature)|why (do|does|is|are|can)|how (do|does|is|are|can|much|many|long|likely)|which|when (do|does|is)|define|explain|describe|difference|at what|can (a|an|the)? ?\w+ (cells?|batter(y|ies)) )|(이란|란|이란 무엇|무엇인가|왜|어떤|얼마나|원인|차이|기준|시험|정의)/iu;

function isEmergency(text: string): boolean {
  const isHere = (hazards.test(text) && here.test(text)) || reports.some((report) => report.test(text));
  return isHere && (!inGeneral.test(text) || mine.test(text));
}

/** Reports without a word of theirs for the place or the time: in a hurry, users write "battery on fire". */
const reports: readonly RegExp[] = [
  /^\W{0,5}(help\W{1,5})?(fire|smoke)\W*$/iu,
  /^\W{0,5}(help\W{1,5})?(fire|smoke) (coming |is |comes )*(out of|from|in) (the|my|our|this|a|chamber|cycler|lab)\b(?!.*\btests?\b)/iu,
  /^\W{0,5}(help\W{1,5})?([\w-]+ ){0,2}(cells?|batter(y|ies)|packs?|modules?|prismatics?|pouch(es)?|chamber|cycler|18650s?|21700s?|4680s?)( \d+)? ((is|are|has|have|just|now|started) )+(on fire|caught fire|burning|smoking|venting|leaking|hissing|exploded|exploding|in flames|in thermal runaway)\b[^?]{0,60}$/iu,
  /^\W{0,5}(help\W{1,5})?([\w-]+ ){0,2}(cells?|batter(y|ies)|packs?|modules?|18650s?|21700s?|4680s?) (on fire|in flames|smoking|in thermal runaway)[\s!.]*(now|in (the|my|our) \w+)?[\s!.]*$/iu,
  /^\W{0,5}(help\W{1,5})?HF (smell|gas|vapou?r) (in|from) (the|our|my)\b(?!.*\btests?\b)/iu,
  /불이 붙었(어|습|다)|불났(어|습|다)|터졌(어|습|다)|전해액이 (새요|샙니다|새고)|타는 냄새가? (나요|납니다|나고)|연기가? (나요?|납니다|났어요?)[\s!.]*$/u,
];

/** The user's own cell or the next step. It makes the text a report, even if it begins like a general question. */
const mine =
  /\b(my|our|this) ([\w-]+ ){0,3}(cells?|batter(y|ies)|packs?|pouch(es)?|modules?|18650s?|21700s?|26650s?|4680s?)\b|\bwhat (do|should|must) (i|we) do\b|지금|어떻게 해야/iu;

const cards = {
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
};
