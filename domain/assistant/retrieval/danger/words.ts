/** Words that the rules of danger share. Each is part of a pattern over the text of `plainFor`. */

/** Matches up to this many words of any kind, with a space after each. A new clause is none of them. */
export function upTo(most: number): string {
  return `(?:[^ ^]+ ){0,${most}}`;
}

/** The same, over the ends of clauses. */
export function across(most: number): string {
  return `(?:[^ ]+ ){0,${most}}`;
}

/** Returns a pattern that matches whole words only. */
export function whole(words: string): RegExp {
  return new RegExp(`(?<= )(?:${words})(?= |$)`, 'u');
}

/** A cell or a part of a battery that holds cells. */
export const cell =
  '(?:cells?|batter(?:y|ies)|batts?|packs?|modules?|pouch(?:es)?|lipos?|accus?|akkus?|power ?banks?|prismatics?|li ?ion|bats?|(?:14500|18650|20700|21700|26650|26700|32700|33140|46\\d{2,3}|2170|cr2032)s?)';

/** The same as what somebody does something to: not the holder or the file of a cell. */
export const aCell = `${cell}(?! (?:holders?|box|boxes|cases?|housings?|plates?|trays?|fixtures?|racks?|tabs?|lids?|compartments?|formats?|rooms?|chambers?|area|leads?|covers?|design|data|files?|voltages?|film|foil|bags?|makers?|factory))`;

/** A cell in Korean. */
export const koreanCell = '(?:셀|배터리|전지|파우치|모듈|팩|18650|21700|4680)';

/** Words of tests, standards and usual laboratory work. */
export const laboratory =
  / (tests?|testing|tested|standards?|norms?|un|un38\.3|38\.3|iec|62133|gb|\w*38031|ul|1642|2580|9540a?|sae|j2464|iso|r100|ece|penetration|abuse|eucar|arc|calorimet\w+|propagation|simulat\w+|fixture|mohm|milliohms?|ohm|ohms|parameters?|mortem|teardown|autopsy|forensic|glove ?box|argon|xps|sem|harvest\w*|production|manufactur\w+|degas\w*|rules?|specs?|velocity|workflow) |시험|규격|글로브|글러브|표준|티어다운|사후 ?분석/u;
