import type { Act, Both, Deed } from './deed.ts';
import { deedsAgainstSafety } from './deeds-against-safety.ts';
import { deedsToCells } from './deeds-to-cells.ts';
import { ingOf, pastOf } from './verbs.ts';
import { across, koreanCell, laboratory, upTo, whole } from './words.ts';

/**
 * Returns the deed that a text, as `plainFor` gives it, asks how to do or whether one may do it. Tests of standards, usual
 * laboratory work and questions about what a fault does are ordinary questions.
 */
export function deedIn(plain: string): Deed | undefined {
  if (inGeneral.test(plain)) return undefined;
  const text = plain.replaceAll(toTest, ' ');
  const isLaboratory = laboratory.test(text);
  return patterns.find(
    ({ deed, isProtection, english }) =>
      (isProtection || !isLaboratory) &&
      deed.except?.test(text) !== true &&
      (english.test(text) || (deed.ko.test(text) && koreanAsk.test(text) && (isProtection || aKoreanCell.test(text)))),
  )?.deed;
}

/** Testing as the purpose of a deed is no test of a standard. */
const toTest =
  /(?<= )(?:(?:to|and|for) (?:a )?(?:quick )?test(?:ing)?|test(?= (?:a|an|the|my|it|if|whether) )|without (?:a |an |the |any )?(?:glove ?box|argon))(?= )/gu;

/** Words before a verb whose subject is the writer. */
const doers =
  '(?:\\^|to|i|we|you|u|one|someone|somebody|people|can|could|may|might|should|shall|must|would|will|want|wanna|gonna|gotta|how|just|simply|then|and|or|also|directly|quickly|safely|intentionally|deliberately|purposely|purpose|please|pls|plz|lets|if|properly|manually|carefully|ever|only|first|best|easily|still|maybe|cn)';
/** Words before the -ing form of such a verb. */
const doings =
  '(?:is|about|by|try|trying|tried|ok|okay|fine|safe|mind|start|considering|through|(?:way|method|idea|tips?|tool|tools|harm|problem|point|anything) (?:of|on|for|in|with))';
/** Words between a verb and its object; after other words, the verb is a noun: "short circuit current". */
const links =
  '(?:(?:into|in|inside|through|on|onto|at|across|of|off|up|out|down|over|open|apart|to|with|away|directly|straight) ){0,2}(?:(?:a|an|the|my|our|your|this|that|these|those|some|any|its|their|each|both|one|two|all|old|new|used) (?:(?!electrodes? |anodes? |cathodes? |separators? |tabs? |foils? |films? |labels? |wires? |leads? |edges? |price |files? |data |seals? )[^ ^]+ ){0,4}|(?:(?:old|new|used|dead|bad|swollen|puffed|puffy|bloated|bulging|charged|full|empty|broken|damaged|dented|frozen|leaking|spare|spent|waste|lithium|li|ion|liion|lipo|lfp|nmc|nca|lco|samsung|lg|sony|panasonic|small|big|cylindrical|prismatic|coin|button|pouch|aged|phone|laptop|deep|deeply|over|discharged|overdischarged|completely|totally|cell|battery|pack|module|chamber|cycler|bms|safety|thermal|door|voltage|temperature|over|under|current) ){0,4})';

const inGeneral =
  / (avoid|prevent\w*|protect|against|never|enough|cause[sd]?|causing|risks? of|dangers? of|dont want|not to|without \w+ing|why (?:do|does|did|is|are|can|cant|must|should|would)|(?<!see |know |watch )what happens (?!if (?:i|we|you) )|what makes|does (?:a|an|the|it)|how (?:much|many|long|far|likely)(?! (?:to|do i|do we|can i|can we|should i) )|accident\w*|by mistake|which (?!\w+ (?:to|can i|should i|do i) )) |왜|방지|예방|막으려면|원인|얼마나|어떤 (시험|규격)|실수로|않으려|안 하려|위험성|어떻게 되나|무슨 일/u;

const aKoreanCell = new RegExp(`${koreanCell}|플러스|충전|퓨즈`, 'u');
const koreanAsk =
  /도 ?(되|돼|될|됩|괜찮|안전|상관)|되나|되요|될까|됩니까|될지|괜찮|방법|하는 법|[는할] ?법|어떻게|고 ?싶|려고|려면|려는데|가능|할까|볼까|줘|주세요|할게|하면 안|안 ?되|되죠|돼|좋|되겠|려 해|려 합|수 있|알려|낼까|뺄까|끌까|꿀팁|팁/u;

const patterns = [
  ...deedsToCells.map((deed) => readable(deed, false)),
  ...deedsAgainstSafety.map((deed) => readable(deed, true)),
];

function readable(deed: Deed, isProtection: boolean) {
  const orders = deed.acts.flatMap((act) => ordersOf(act, isProtection));
  return { deed, isProtection, english: whole(orders.join('|')) };
}

/** The orders of the words: "bypass the BMS", "the BMS trips, can I bypass it", "with the BMS bypassed". */
function ordersOf({ verbs, objects }: Act, isProtection: boolean): string[] {
  const first = verbs.split(' ').map((verb) => verb.replaceAll('_', ' '));
  const bare = `${doers} (?:${first.join('|')})`;
  const doing = `(?:${doers}|${doings}) (?:(?:be|just|simply) )?(?:${first.map(ingOf).join('|')})`;
  const verb = `(?:${bare}|${doing})`;
  const pointed = `${objects} ${across(8)}(?:\\^|i|we|to|by|or|can|could|may|should|just|how)(?: (?:${first.join('|')})| (?:${first.map(ingOf).join('|')})) (?:it|them|this|that one|the charger|now|again|anyway|ok|(?=\\^|$))`;
  const done = `(?:can|could|may|should|with|ok if|allowed) ${upTo(5)}${objects} (?:(?:limits?|circuit|board|be|get|still|safely|ever|again|just) ){0,2}(?:${first.map(pastOf).join('|')})`;
  return [`${verb} ${links}(?:${objects})`, pointed, ...(isProtection ? [done] : [])];
}

/** Returns the fixed text about a deed. */
export function textOf({ why, instead }: Pick<Deed, 'why' | 'instead'>, language: keyof Both): string {
  return [heads[language], why[language], instead[language], feet[language]].join('\n\n');
}

/** The texts for a deed that no rule names. */
export const anyDeed: Pick<Deed, 'why' | 'instead'> = {
  why: {
    en: 'It can hurt a cell, or take away what others rely on near one: a protection, a warning, an honest test. That can end in a fire.',
    ko: '셀을 손상시키거나, 보호 장치와 경보, 정직한 시험처럼 사람들이 믿고 있는 것을 없앨 수 있습니다. 불이 날 수 있습니다.',
  },
  instead: {
    en: 'Tell an expert or those in charge of safety what you want to achieve, before you do anything: there is mostly a safe way to it.',
    ko: '무엇을 하기 전에 전문가나 안전 책임자에게 이루려는 것을 말하세요. 대개 안전한 방법이 있습니다.',
  },
};

const heads: Both = {
  en: '**Do not do this.**',
  ko: '**하지 마세요.**',
};
const feet: Both = {
  en: 'This is a fixed text, not an answer of the assistant. The rules of your site come first.',
  ko: '이것은 정해진 안내문이며 어시스턴트의 답변이 아닙니다. 사업장의 규정이 우선합니다.',
};
