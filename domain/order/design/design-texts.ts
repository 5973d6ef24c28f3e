import { longestQuestion } from '../../quantities/quantities.ts';
import { textIn, type BilingualText, words } from '../../quantities/words.ts';
import { arealCapacityOf, capacity_Ah } from '../cell/capacity.ts';
import { coatedSide_cm2 } from '../cell/geometry.ts';
import { derivedOf } from '../checks/derived.ts';
import { nameIn } from '../data/korean-names.ts';
import type { OrderDoc } from '../data/order.ts';
import { gradeOf } from '../data/typical-sizes.ts';
import { askedDesignIn, otherFormatIn, type ReadDesign } from './asked-design.ts';
import { questionWords } from './design-words.ts';
import type { AskedDesign, AskedOrder } from '../data/asked.ts';
import { typicalBareEdge_mm, docOfDesign, type DesignParameters } from './parameters.ts';
import { solvedDesign, type DesignAssumption, type SolvedDesign } from './solve.ts';

/** Sentences about a design, for the wizard's card and the assistant's answer. */

/** Reason why a text gives no design. */
interface DesignProblem {
  key: keyof typeof problems;
  value: string;
}

const problems = {
  NOTHING: words(
    'Describe a cell: its format and capacity, and if you know them its chemistry and loading, such as “20 Ah pouch, NMC811, 4 mAh/cm²”.',
    '셀을 설명하세요. 형식과 용량, 아는 경우 화학계와 로딩을 쓰세요. 예: “20 Ah 파우치, NMC811, 4 mAh/cm²”.',
  ),
  CHEMISTRY: words(
    'There are no figures for {value} here. Name one of NMC, NCA, LFP, LCO, LMO, LTO or sodium-ion.',
    '{value}에 대한 수치가 없습니다. NMC, NCA, LFP, LCO, LMO, LTO, 나트륨 이온 중 하나를 쓰세요.',
  ),
  PAIR: words(
    '{value} are not built together here. Name another cathode or anode.',
    '{value} 조합은 제작하지 않습니다. 다른 양극이나 음극을 쓰세요.',
  ),
  FORMAT: words(
    'The format {value} is not built here. Name 18650, 21700, 26650, 32140, 4680, 2032, pouch or prismatic.',
    '{value} 형식은 제작하지 않습니다. 18650, 21700, 26650, 32140, 4680, 2032, 파우치, 각형 중 하나를 쓰세요.',
  ),
  CHOICE: words('Only one of these can be meant: {value}. Name one.', '{value} 중 하나만 쓰세요.'),
} as const satisfies Record<string, BilingualText>;

/** Finds why a text gives no design. @param read what `askedDesignIn` returns for the text */
export function designProblemIn(text: string, read: ReadDesign): DesignProblem | undefined {
  const { asked, service, choices, unknownChemistry } = read;
  if (choices !== undefined) return { key: 'CHOICE', value: choices.join(' + ') };
  // Cells that are sent may be of any kind.
  if (service === 'testing') return undefined;
  if (unknownChemistry !== undefined) return { key: 'CHEMISTRY', value: unknownChemistry };
  const other = otherFormatIn(text);
  if (other !== undefined) return { key: 'FORMAT', value: other };
  const { cathode, anode, chemistry } = asked;
  if (chemistry === undefined && (cathode ?? anode) !== undefined) {
    return { key: 'PAIR', value: [cathode, anode].filter((each) => each !== undefined).join(' + ') };
  }
  return Object.keys(asked).length === 0 ? { key: 'NOTHING', value: '' } : undefined;
}

/** Returns the sentence that says why there is no design and what to write. */
export function designProblemText({ key, value }: DesignProblem, isKorean: boolean): string {
  const named = value.split(' + ').map((code) => nameIn(isKorean, code));
  return textIn(problems[key], isKorean).replace('{value}', named.join(' + '));
}

const assumptions: Record<DesignAssumption['code'], BilingualText> = {
  format: words('format {value}', '형식 {value}'),
  chemistry: words('chemistry {value}', '화학계 {value}'),
  cathode: words('cathode {value}, the usual one', '양극 {value}(일반적인 재료)'),
  anode: words('anode {value}, the usual one', '음극 {value}(일반적인 재료)'),
  loading: words('{value} mAh/cm² on a side, from the typical coating', '면당 {value} mAh/cm²(일반적인 코팅 기준)'),
  balance: words('N/P {value}, of the usual 1.02 to 1.25', 'N/P {value}(일반적으로 1.02~1.25)'),
  aspect: words(
    'sheets {value} times as high as wide, like the typical one',
    '시트 높이가 폭의 {value}배(일반적인 시트 기준)',
  ),
  thickness: words('at most {value} mm thick, our choice', '두께 최대 {value} mm(자체 기준)'),
  limit: words('a thickness of {value} mm is the most', '두께 {value} mm는 최대값'),
  size: words('a can of {value}', '캔 {value}'),
  canThickness: words('a can {value} mm thick', '캔 두께 {value} mm'),
  disc: words('a cathode disc of {value} mm', '양극 디스크 {value} mm'),
  layers: words('{value} layers', '{value}층'),
};

const oneLayer = words('{value} layer', '{value}층');

/** Returns what a design assumes, as a list of phrases. */
export function designAssumptions({ assumed }: Pick<SolvedDesign, 'assumed'>, isKorean: boolean): string[] {
  return assumed.map(({ code, value }) =>
    textIn(code === 'layers' && value === 1 ? oneLayer : assumptions[code], isKorean).replace(
      '{value}',
      typeof value === 'number' ? figure(value) : nameIn(isKorean, value),
    ),
  );
}

/** Says what a design cannot have of what was asked: its capacity, its thickness. */
export function largestText(design: SolvedDesign, isKorean: boolean): string | undefined {
  const sentences = [mostText(design, isKorean), thinnestText(design, isKorean)].filter((each) => each !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

function thinnestText({ thicker_mm }: SolvedDesign, isKorean: boolean): string | undefined {
  if (thicker_mm === undefined) return undefined;
  return isKorean
    ? `셀을 요청한 두께로 만들 수 없습니다. 이 설계의 두께는 ${figure(thicker_mm)} mm입니다. 더 큰 두께를 쓰거나 층수 또는 로딩을 줄이세요.`
    : `The cell cannot be as thin as asked: this design is ${figure(thicker_mm)} mm thick. Allow more, or ask for fewer layers or less loading.`;
}

function mostText(design: SolvedDesign, isKorean: boolean): string | undefined {
  const { parameters, largest_Ah, isPublished = false } = design;
  if (largest_Ah === undefined) return undefined;
  const [most, areal] = [capacityText(largest_Ah), figure(parameters.areal_mAh_cm2)];
  if (isPublished) {
    return isKorean
      ? `일반적인 코팅으로는 면당 ${areal} mAh/cm²에서 최대 ${most}까지 들어갑니다. 공개된 더 큰 용량의 셀은 코팅 밀도나 전극 높이가 더 크거나 실리콘 음극을 씁니다. 셀 단계에서 바꾸거나 더 큰 형식을 선택하세요.`
      : `With typical coatings at most ${most} fit, at ${areal} mAh/cm² on a side. Published cells with more have denser coatings, a higher web or silicon in the anode: change these in the cell step, or take a larger format.`;
  }
  return isKorean
    ? `요청한 용량은 들어가지 않습니다. 면당 ${areal} mAh/cm²에서 최대 ${most}까지 들어갑니다. 로딩을 높이거나 더 큰 형식을 선택하세요.`
    : `The capacity does not fit: at ${areal} mAh/cm² on a side at most ${most} fit. Raise the loading, or take a larger format.`;
}

/** A figure of the card: the code of its name under `derived`, or `side` for the coated area of one layer's side. */
export interface DesignFigure {
  code: string;
  value: number;
  unit: string;
}

const shown = [
  'capacity',
  'energy',
  'balance',
  'thickness',
  'roll',
  'rollMax',
  'mass',
  'specificEnergy',
  'energyDensity',
  'electrolyte',
];

/** Returns the figures of a design's card. All come from the functions that compute those of an order. */
export function designFigures(doc: OrderDoc): DesignFigure[] {
  const derived = derivedOf(doc);
  const side = coatedSide_cm2(doc, 'cathode');
  const figures = shown.flatMap((code) => derived.find((each) => each.code === code) ?? []);
  return [...figures, ...(side === undefined ? [] : [{ code: 'side', value: side, unit: 'cm²' }])];
}

/**
 * Returns what a question to the assistant asks to be designed: a format with a capacity or a loading, and nothing that
 * has no meaning in a design. Other questions about cells are not taken.
 */
export function designQuestionIn(question: string): AskedDesign | undefined {
  if (question.length > longestQuestion) return undefined;
  const read = askedDesignIn(question);
  const { asked, service } = read;
  const isSized = (asked.capacity_Ah ?? asked.energy_Wh ?? asked.areal_mAh_cm2 ?? asked.loading_mg_cm2) !== undefined;
  if (
    service !== 'prototyping' ||
    asked.format === undefined ||
    !isSized ||
    read.unread.length > 0 ||
    asksSomething.test(question)
  )
    return undefined;
  return designProblemIn(question, read) === undefined ? asked : undefined;
}

/** Returns the order of cells of a design, which the answer carries. */
export function orderOfDesign(asked: AskedDesign): AskedOrder {
  const { format, chemistry, quantity, capacity_Ah: capacity } = asked;
  return {
    service: 'prototyping',
    tests: [],
    ...(format === undefined ? {} : { format }),
    ...(chemistry === undefined ? {} : { chemistry }),
    ...(quantity === undefined ? {} : { quantity }),
    ...(capacity === undefined ? {} : { capacity_Ah: capacity }),
    design: asked,
  };
}

/** A text that asks is no description of a cell. */
const asksSomething = new RegExp(String.raw`\?|${questionWords.source}`, 'iu');

const figureWords: Record<string, BilingualText> = {
  capacity: words('Capacity', '용량'),
  energy: words('Energy', '에너지'),
  balance: words('N/P', 'N/P 비율'),
  thickness: words('Thickness', '두께'),
  roll: words('Roll diameter', '젤리롤 지름'),
  mass: words('Mass', '질량'),
  specificEnergy: words('Specific energy', '무게당 에너지'),
  electrolyte: words('Electrolyte', '전해액'),
};

/** Returns the assistant's answer to a question for a design. */
export function designText(asked: AskedDesign, isKorean: boolean): string {
  const design = solvedDesign(asked);
  const { parameters } = design;
  const lines = designFigures(docOfDesign(parameters)).flatMap(({ code, value, unit }) => {
    const label = figureWords[code];
    if (label === undefined) return [];
    const shownValue = code === 'capacity' ? capacityText(value) : `${figure(value)} ${unit}`.trim();
    return [`- ${textIn(label, isKorean)}: ${shownValue}`];
  });
  const head = isKorean
    ? `${sizeText(parameters, true)} 셀 설계입니다.`
    : `A design of ${sizeText(parameters, false)}.`;
  const assumed = designAssumptions(design, isKorean).length === 0 ? undefined : assumedText(design, isKorean);
  return [largestText(design, isKorean), head, lines.join('\n'), assumed]
    .filter((part) => part !== undefined)
    .join('\n\n');
}

/** Says what a design assumes, and that the rest is typical. @param cells the number of cells, where it is assumed too */
export function assumedText(design: Pick<SolvedDesign, 'assumed'>, isKorean: boolean, cells?: number): string {
  const counted = cells === undefined ? [] : [isKorean ? `셀 ${cells}개` : `${cells} cells`];
  const phrases = [...counted, ...designAssumptions(design, isKorean)].join('; ');
  const named = phrases === '' ? '' : isKorean ? `가정: ${phrases}. ` : `Assumed: ${phrases}. `;
  return isKorean ? `${named}나머지는 형식의 일반적인 값입니다.` : `${named}The rest are typical values of the format.`;
}

/** Says which cell a design is, in one phrase: format, chemistry, capacity, size and N/P; lithium metal has none. */
export function cellText({ parameters }: Pick<SolvedDesign, 'parameters'>, isKorean: boolean): string {
  const { format, chemistry } = parameters;
  const doc = docOfDesign(parameters);
  const capacity = capacityText(capacity_Ah(doc) ?? 0);
  const names = [format, chemistry].map((code) => nameIn(isKorean, code));
  const grade = gradeOf(doc, 'cathode')?.code;
  const isNamed = grade === undefined || chemistry.includes(grade);
  const balance = arealCapacityOf(doc, 'anode') === undefined ? [] : [`N/P ${figure(parameters.balance)}`];
  return [...names, ...(isNamed ? [] : [grade]), capacity, sizeText(parameters, isKorean), ...balance].join(', ');
}

/** Lists the cells that are sent and tested, as far as an order names them. */
export function sentCellText({ format, chemistry, capacity_Ah: capacity }: AskedOrder, isKorean: boolean): string {
  const named = [format, chemistry].flatMap((code) => (code === undefined ? [] : [nameIn(isKorean, code)]));
  return [...named, ...(capacity === undefined ? [] : [capacityText(capacity)])].join(', ');
}

function sizeText(parameters: DesignParameters, isKorean: boolean): string {
  const { layers, horizontal_mm, vertical_mm } = parameters;
  const bare = typicalBareEdge_mm(parameters);
  const edge = isKorean ? `(무지부 ${figure(bare)} mm 포함)` : ` with ${figure(bare)} mm of bare edge`;
  const size =
    vertical_mm === undefined
      ? `Ø ${figure(horizontal_mm)} mm`
      : `${figure(horizontal_mm)} × ${figure(vertical_mm)} mm${bare > 0 ? edge : ''}`;
  if (layers === undefined) return isKorean ? `양극 ${size}` : `a cathode of ${size}`;
  return isKorean ? `양극 ${layers}층, ${size}` : `${layers} cathode ${layers === 1 ? 'layer' : 'layers'} of ${size}`;
}

/** Capacities of coin cells read better in mAh. */
function capacityText(capacity: number): string {
  return capacity < 0.1 ? `${figure(capacity * 1000)} mAh` : `${figure(capacity)} Ah`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
