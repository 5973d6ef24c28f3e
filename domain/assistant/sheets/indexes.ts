import { type BilingualText, words } from '../../quantities/words.ts';

/** Columns that name rows, and how questions name a row by them: "at cycle 500", "at 25 °C", "cell 3". */

export type IndexName = 'cycle' | 'temperature' | 'rate' | 'cell';

/** A row that is asked for: what its column of this kind holds. */
export interface Condition {
  index: IndexName;
  /** In capitals where it is no number; `last` is the last row. */
  value: string;
}

interface IndexWords {
  name: IndexName;
  label: BilingualText;
  head: RegExp;
  /** Each with a group for the value, and one for a second value of the same kind where there may be one. */
  asked: readonly RegExp[];
}

const number = String.raw`(\d{1,3}(?:,\d{3})+|\d+)`;
const and = String.raw`(?:and|to|vs\.?|versus|until|relative to|compared (?:to|with)|[-–~])`;

const indexes: readonly IndexWords[] = [
  {
    name: 'cycle',
    label: words('cycle', '사이클'),
    head: /^(?:cycle|cyc|사이클|싸이클|회차)(?: ?(?:number|no|nr|index|id|count|#|번호|수))?$|^(?:number of |# ?)cycles?$|^cycles$/i,
    asked: [
      new RegExp(
        String.raw`\bcycles?\s*(?:no\.?|number|index|#)?\s*${number}(?:\s*${and}\s*(?:cycle\s*)?${number}(?![\d.]*\s*%))?`,
        'gi',
      ),
      new RegExp(String.raw`${number}\s*(?:${and}|,)\s*${number}\s*cycles\b`, 'gi'),
      new RegExp(String.raw`${number}(?:st|nd|rd|th)?\s*cycles?\b(?!\s*(?:no\.?|#)?\s*\d)`, 'gi'),
      new RegExp(String.raw`${number}\s*(?:번째\s*)?(?:사이클|싸이클|회(?!로))`, 'g'),
      new RegExp(String.raw`(?:사이클|싸이클)\s*${number}(?!\s*(?:사이클|싸이클|회))`, 'g'),
      /\b(last|final) cycle\b|(마지막) ?(?:사이클|싸이클)/gi,
    ],
  },
  {
    name: 'temperature',
    label: words('temperature', '온도'),
    head: /^(?:\w+ )?temp(?:erature)?$|온도$/i,
    asked: [/([-−]?\d+(?:\.\d+)?)\s*(?:°\s*c|℃|degrees?(?: c\b|elsius)?|도(?![가-힣]*[율면]))/gi],
  },
  {
    name: 'rate',
    label: words('rate', '율속'),
    head: /^(?:c[- ]?)?rate$|^(?:charge|discharge) (?:c[- ]?)?rate$|율속|^c ?레이트$/i,
    asked: [/(?<![\d.°]\s?|[/\w])(\d+(?:\.\d+)?)\s?C(?![\w°/])/g, /\bC\/(\d+(?:\.\d+)?)\b/g],
  },
  {
    name: 'cell',
    label: words('cell', '셀'),
    head: /^(?:cell|sample|셀|시료|샘플)(?: ?(?:number|no|nr|id|name|#|번호|이름))?$/i,
    asked: [
      /\b(?:cell|sample)\s*(?:no\.?|number|id|#)?\s*([a-z]{0,3}[-_]?\d+)\b/gi,
      /(?:셀|시료|샘플)\s*([a-z]{0,3}[-_]?\d+)/gi,
      /(\d+)\s*번\s*(?:셀|시료|샘플)/g,
    ],
  },
];

/** Returns the kind of a column that names rows. @param head without its unit */
export function indexOfHead(head: string): IndexName | undefined {
  return indexes.find((index) => index.head.test(head))?.name;
}

/** Returns the label of a kind within a sentence. */
export function indexLabel(name: IndexName): BilingualText {
  return indexes.find((index) => index.name === name)?.label ?? words(name, name);
}

/** Returns the rows that a question names, in the order in which it does. */
export function conditionsIn(question: string): Condition[] {
  return indexes.flatMap(({ name, asked }) => {
    const found = asked.flatMap((pattern) =>
      [...question.matchAll(pattern)].flatMap((match) =>
        match
          .slice(1)
          .filter((value) => value !== undefined)
          .map((value, i) => ({ value: valueOf(value, match[0]), place: match.index + i })),
      ),
    );
    const values = found.toSorted((a, b) => a.place - b.place).map(({ value }) => value);
    return [...new Set(values)].map((value): Condition => ({ index: name, value }));
  });
}

function valueOf(text: string, whole: string): string {
  if (/^(?:last|final|마지막)$/i.test(text)) return 'last';
  const plain = text.replaceAll(',', '').replace('−', '-').toUpperCase();
  return whole.startsWith('C/') ? String(1 / Number(plain)) : plain;
}
