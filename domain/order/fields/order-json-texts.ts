import { textIn, type BilingualText, words } from '../../quantities/words.ts';
import { problemTexts } from './change.ts';

/** Sentences about a file that is no order, or about a value in it that cannot be taken. */

/** A sentence: its key, and the values of its placeholders. */
export interface OrderJsonProblem {
  key: string;
  values: Readonly<Record<string, string | number>>;
}

/** The file as a whole cannot be read. Nothing of it is taken. */
const fileTexts = {
  EMPTY: words(
    'There is no text to read. Choose a file or paste its text.',
    '읽을 내용이 없습니다. 파일을 선택하거나 내용을 붙여넣으세요.',
  ),
  TOO_LARGE: words(
    'The file has {{size}} KB; an order has at most {{most}} KB. Choose the file that the export has made.',
    '파일 크기가 {{size}} KB입니다. 주문 파일은 최대 {{most}} KB입니다. 내보내기로 만든 파일을 선택하세요.',
  ),
  NOT_JSON: words(
    'This is not valid JSON. Check commas, quotes and brackets, or export the order again.',
    '올바른 JSON이 아닙니다. 쉼표, 따옴표, 괄호를 확인하거나 주문을 다시 내보내세요.',
  ),
  NOT_AN_ORDER: words(
    'This JSON is not an order: it needs "format": "vfp-order" at its top.',
    '이 JSON은 주문이 아닙니다. 맨 위에 "format": "vfp-order"가 필요합니다.',
  ),
  BAD_VERSION: words(
    'The file needs "version" with a whole number from 1 to {{known}}.',
    '파일에 1에서 {{known}} 사이의 정수로 "version"이 필요합니다.',
  ),
  NEWER: words(
    'The file has version {{version}}; this app reads versions up to {{known}}. Update the app, then import again.',
    '파일은 버전 {{version}}입니다. 이 앱은 버전 {{known}}까지 읽습니다. 앱을 업데이트한 뒤 다시 가져오세요.',
  ),
  NOTHING: words('The file has no value that an order can take.', '파일에 주문에 넣을 수 있는 값이 없습니다.'),
  UNREADABLE: words(
    'The file could not be read from the device. Choose it again, or paste its text.',
    '기기에서 파일을 읽을 수 없습니다. 다시 선택하거나 내용을 붙여넣으세요.',
  ),
} as const satisfies Record<string, BilingualText>;

/** One value cannot be taken. The others are. */
const valueTexts = {
  UNKNOWN: words('{{path}} is not a field of an order.', '{{path}}은(는) 주문의 필드가 아닙니다.'),
  NOT_AN_OBJECT: words(
    '{{path}} must hold fields between braces: { }.',
    '{{path}}에는 중괄호 { } 안에 필드가 있어야 합니다.',
  ),
  NOT_A_LIST_OF_TESTS: words('tests must be a list: [ ].', 'tests는 목록 [ ]이어야 합니다.'),
  TEST_TYPE: words(
    '{{path}} has no type; a test needs one of: {{options}}. The whole test is left out.',
    '{{path}}에 유형이 없습니다. 다음 중 하나가 필요합니다: {{options}}. 이 시험 전체가 제외됩니다.',
  ),
  TESTS_MOST: words(
    'The file has {{count}} tests; an order has at most {{most}}. The last ones are left out.',
    '파일에 시험이 {{count}}개 있습니다. 주문에는 최대 {{most}}개까지 가능합니다. 나머지는 제외됩니다.',
  ),
  ABOVE: words(
    '{{path}} is {{value}}; at most {{max}} is allowed.',
    '{{path}} 값은 {{value}}입니다. 최대 {{max}}까지 가능합니다.',
  ),
  BELOW: words(
    '{{path}} is {{value}}; at least {{min}} is allowed.',
    '{{path}} 값은 {{value}}입니다. 최소 {{min}} 이상이어야 합니다.',
  ),
  NOT_AN_OPTION: words(
    '{{path}} is {{value}}; choose one of: {{options}}.',
    '{{path}} 값은 {{value}}입니다. 다음 중에서 선택하세요: {{options}}.',
  ),
  OTHER: words('{{path}} is {{value}}. {{reason}}', '{{path}} 값은 {{value}}입니다. {{reason}}'),
} as const satisfies Record<string, BilingualText>;

/** Says why a value does not fit its field: the key of a text as in `problemTexts`, and its values. */
export type ReasonText = (key: string, values: OrderJsonProblem['values']) => string;

/** The reasons in English. */
export const englishReason: ReasonText = (key, values) => filled(problemTexts[key] ?? '', values);

/** Returns the sentence of a problem. @param reasonText says its `reason`, if it has one, in the same language */
export function orderJsonSentence(
  { key, values }: OrderJsonProblem,
  isKorean: boolean,
  reasonText: ReasonText,
): string {
  const texts: Readonly<Record<string, BilingualText>> = { ...fileTexts, ...valueTexts };
  const text = texts[key];
  if (text === undefined) return '';
  const reason = typeof values['reason'] === 'string' ? reasonText(values['reason'], values) : '';
  return filled(textIn(text, isKorean), { ...values, reason }).trim();
}

function filled(text: string, values: OrderJsonProblem['values']): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
