import { isMistyped } from '../spelling.ts';

/** Corrects mistyped words of an emergency: in a hurry, people write "my batery is smokng". */
function corrected(text: string): string {
  return text.replaceAll(
    /[a-z]{5,12}/giu,
    (word) => spelled.find((meant) => isMistyped(word.toLowerCase(), meant)) ?? word,
  );
}

/** Phrases that deny a hazard, such as "no smoke". */
const absent = /\b(no|not|without|nor|neither)( yet| any)? (smok(e|ing)|fire|flames?|venting|leak(s|ing)?)( yet)?\b/giu;

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
  /\b(smok(e(?! (?:detector|alarm|sensor|test|machine))|es|ing)|(on|caught|catches|catching) fire|a fire(?! (?:test|drill|exposure|door|alarm|extinguish|blanket))|in flames|flam(e|es|ing)|burning|burst(s|ing)? open|vent(s|ed|ing)|hissing|explod(es|ed(?! view)|ing)|leak(s|ed|ing)|hydrogen fluoride|hydrofluoric|HF (gas|acid|smell|vapou?r|on (my|the|his|her) skin)|(in|into) thermal runaway)\b|연기(?! ?(?:는|도|가)? ?(?:없|안))|화재(?!보험)|불이 (났|나|붙)|불났|폭발|누액|누출|새고 있|불산|발화|열폭주/iu;

/** Signs that it is happening to the user. A general question about a hazard is answered like any other. */
const here =
  /\b(my|our|this|these|that|the|a|one|two|some) ([\w-]+ ){0,3}(cells?|batter(y|ies)|packs?|pouch(es)?|modules?|18650s?|21700s?|26650s?|4680s?|it)\b.{0,40}|\b(there is|there's|i (see|smell|have)|we (see|smell|have)|what (do|should|must) (i|we) do|help|now|just|right now|emergency)\b|지금|어떻게 해야|도와|나고 있|나요|났어|났습니다|있어요|있습니다/iu;

/** Words with which general questions about the subject begin. */
const inGeneral =
  /^\s*(what (is|are|causes|happens|does|temperature)|why (do|does|is|are|can)|how (do|does|is|are|can|much|many|long|likely)|which|when (do|does|is)|define|explain|describe|difference|at what|can (a|an|the)? ?\w+ (cells?|batter(y|ies)) )|(이란|란|이란 무엇|무엇인가|왜|어떤|얼마나|원인|차이|기준|시험|정의|막나요|막는|수 있|번지|안전한가요|다루|보나요|열폭주 하나요|안 되나요|써도|규격)|\b(clean|wipe|mop|lid vented|GB 38031|amount|want to|like to|(?:set|light|make|get) (?:a|my|the|an)|how do (?:i|we) (?:test|measure|find|detect|check))\b/iu;

/** Whether a user reports that a cell is on fire, smokes, vents or leaks. Takes the text as it was typed. */
export function isFire(typed: string): boolean {
  const text = corrected(typed).replaceAll(absent, ' ');
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
