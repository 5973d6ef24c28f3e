import type { Values } from './check-texts.ts';

/**
 * Korean names of the codes that sentences and lines of a price contain: formats, chemistries, materials, top caps and
 * tests. Names of options are those of the screens; a code that is not here is the same in Korean.
 */
const names: Readonly<Record<string, string>> = {
  '2032 coin': '2032 코인',
  'pouch single-layer': '파우치 단층',
  'pouch multi-layer': '파우치 다층',
  prismatic: '각형',
  'half cell vs Li (cathode)': 'Li 대비 하프셀(양극)',
  'half cell vs Li (graphite)': 'Li 대비 하프셀(흑연)',
  'CID + vent': 'CID + 벤트',
  'laser-welded Al lid': '레이저 용접 알루미늄 덮개',
  none: '없음',
  plain: '일반',
  'vent only': '벤트만',
  Cycle: '사이클',
  Pulse: '펄스',
  Rate: '율 특성',
  Calendar: '캘린더',
  Safety: '안전',
  'Thermal Abuse': '열 노출',
  Overcharge: '과충전',
  'Nail Penetration': '못 관통',
  Crush: '압착',
};

/** Words within the codes of chemistries and materials. */
const parts: Readonly<Record<string, string>> = {
  graphite: '흑연',
  'hard carbon': '하드카본',
  'layered oxide': '층상 산화물',
  ' or ': ' 또는 ',
};
const anyPart = new RegExp(Object.keys(parts).join('|'), 'g');

/** Returns the name of a code in a sentence: the Korean one, or in English the code itself. */
export function nameIn(isKorean: boolean, code: string): string {
  if (!isKorean) return code;
  return Object.hasOwn(names, code) ? (names[code] ?? code) : code.replace(anyPart, (part) => parts[part] ?? part);
}

/** Returns the values of a sentence with the codes among them replaced by their names. */
export function namedIn(isKorean: boolean, values: Values): Values {
  return values.map((value) => (typeof value === 'string' ? nameIn(isKorean, value) : value));
}
