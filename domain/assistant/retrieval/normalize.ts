/**
 * Normalizes typed or pasted text: lower case, no marks, one form for each unit and formula. Linear in `maxChars`; text
 * beyond it is dropped.
 */
export function normalise(text: string, maxChars: number): string {
  let plain = text
    .slice(0, maxChars * 8)
    .replace(invisible, '')
    .slice(0, maxChars);
  plain = plain
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFKC')
    .slice(0, maxChars * 2)
    .toLowerCase();
  for (const [pattern, form] of forms) plain = plain.replace(pattern, form);
  return plain;
}

/** Soft hyphens, zero-width characters and direction marks: invisible, so they carry no meaning. */
const invisible = /\p{Cf}/gu;

/** Units and formulas with their normal form. The patterns have no nested repetition, so no input makes them slow. */
const forms: [RegExp, string][] = [
  [/['’`]s\b/g, ''],
  [/['’`]/g, ''],
  [/(°|º|\bdeg\.?|\bdegrees?) ?c(elsius)?\b/g, ' degc '],
  [/(°|º|\bdeg\.?|\bdegrees?) ?f(ahrenheit)?\b/g, ' degf '],
  [/[ωΩ]/g, ' ohm '],
  [/[μµ]m\b/g, 'um'],
  [/[μµ]/g, 'u'],
  [/√/g, ' sqrt '],
  [/±/g, ' plus minus '],
  [/%/g, ' percent '],
  [/\bmah ?\/ ?cm ?\^?2\b/g, ' mahcm2 '],
  [/\bmah ?\/ ?g\b/g, ' mahg '],
  [/\bmg ?\/ ?cm ?\^?2\b/g, ' mgcm2 '],
  [/\bwh ?\/ ?kg\b/g, ' whkg '],
  [/\bwh ?\/ ?l\b/g, ' whl '],
  [/\bah ?\/ ?kg\b/g, ' ahkg '],
  [/\bdq ?\/ ?dv\b/g, ' dqdv '],
  [/\bdv ?\/ ?dq\b/g, ' dvdq '],
  [/\ba ?\/ ?b\b/g, ' ab '],
  [/\bc ?\/ ?(\d)/g, ' c$1'],
  [/\blini0?\.?8mn0?\.?1co0?\.?1o2\b/g, ' nmc811 '],
  [/\blini0?\.?6mn0?\.?2co0?\.?2o2\b/g, ' nmc622 '],
  [/\blini0?\.?5mn0?\.?3co0?\.?2o2\b/g, ' nmc532 '],
  [/\b(nmc|ncm)[ -]?(\d{3})\b/g, ' nmc$2 '],
];
