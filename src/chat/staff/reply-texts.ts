import type { LanguageCode } from '#domain/ground/languages.ts';
import type { OrderStatus } from '#domain/order/data/order.ts';

/**
 * Replies that staff insert and edit before they send them, for orders with one of these statuses. They are in every
 * language of the interface, because customer and staff may not share one. In braces: what is known of the order.
 */
interface ReplyRow {
  name: string;
  for: readonly OrderStatus[];
  /** Name in the list of replies. */
  title: Record<LanguageCode, string>;
  text: Record<LanguageCode, string>;
}

export const replyRows: readonly ReplyRow[] = [
  {
    name: 'received',
    for: ['submitted'],
    title: { en: 'Order received', ko: '주문 접수' },
    text: {
      en: 'Hello {customer}, thank you for order {number}. We have received it and review it next. We write here if we need anything from you.',
      ko: '안녕하세요, {customer} 님. 주문 {number}을(를) 접수했습니다. 곧 검토를 시작하며, 필요한 사항이 있으면 여기에서 연락드리겠습니다.',
    },
  },
  {
    name: 'question',
    for: ['submitted', 'reviewing'],
    title: { en: 'Question before the review ends', ko: '검토 중 질문' },
    text: {
      en: 'Hello {customer}, we are reviewing order {number} and have a question: ',
      ko: '안녕하세요, {customer} 님. 주문 {number}을(를) 검토하는 중에 여쭤볼 것이 있습니다: ',
    },
  },
  {
    name: 'price',
    for: ['reviewed'],
    title: { en: 'Price is ready', ko: '가격 안내' },
    text: {
      en: 'Hello {customer}, the review of order {number} is done. Our binding price is in the order. You can accept it until {until}.',
      ko: '안녕하세요, {customer} 님. 주문 {number}의 검토를 마쳤습니다. 확정 가격은 주문에서 확인하실 수 있으며, {until}까지 수락하실 수 있습니다.',
    },
  },
  {
    name: 'payment',
    for: ['awaiting_payment'],
    title: { en: 'Invoice is ready', ko: '청구서 안내' },
    text: {
      en: 'Thank you for accepting the price of order {number}. The invoice is in the order. We begin as soon as it is paid.',
      ko: '주문 {number}의 가격을 수락해 주셔서 감사합니다. 청구서는 주문에서 확인하실 수 있습니다. 결제가 확인되는 대로 작업을 시작하겠습니다.',
    },
  },
  {
    name: 'material',
    for: ['processing', 'awaiting_delivery_of_material'],
    title: { en: 'Waiting for material', ko: '자재 요청' },
    text: {
      en: 'For order {number} we need your cells or material. Please write the order number on the parcel and enclose the safety data sheets.',
      ko: '주문 {number}에 필요한 셀 또는 자재를 보내 주세요. 소포에 주문 번호를 적고 물질안전보건자료(SDS)를 동봉해 주시기 바랍니다.',
    },
  },
  {
    name: 'building',
    for: ['prototyping'],
    title: { en: 'Cells are being built', ko: '셀 제작 중' },
    text: {
      en: 'The cells of order {number} are being built. The order is due on {due}.',
      ko: '주문 {number}의 셀을 제작하고 있습니다. 주문 완료 예정일은 {due}입니다.',
    },
  },
  {
    name: 'testing',
    for: ['testing'],
    title: { en: 'Tests are running', ko: '시험 진행 중' },
    text: {
      en: 'The tests of order {number} are running. The order is due on {due}.',
      ko: '주문 {number}의 시험이 진행되고 있습니다. 주문 완료 예정일은 {due}입니다.',
    },
  },
  {
    name: 'late',
    for: ['processing', 'awaiting_delivery_of_material', 'prototyping', 'testing'],
    title: { en: 'Later than planned', ko: '일정 지연' },
    text: {
      en: 'Order {number} takes longer than planned. It was due on {due}. The new date is ',
      ko: '주문 {number}의 일정이 늦어지고 있습니다. 원래 예정일은 {due}이며, 새 예정일은 다음과 같습니다: ',
    },
  },
  {
    name: 'shipped',
    for: ['shipped'],
    title: { en: 'On its way', ko: '발송 안내' },
    text: {
      en: 'Order {number} is on its way to you. Please confirm in the order when you have received it.',
      ko: '주문 {number}을(를) 발송했습니다. 받으신 뒤 주문에서 수령을 확인해 주세요.',
    },
  },
  {
    name: 'results',
    for: ['done', 'delivered'],
    title: { en: 'Results are ready', ko: '결과 안내' },
    text: {
      en: 'The results of order {number} are in the order. Write here if you have questions about them.',
      ko: '주문 {number}의 결과를 주문에서 확인하실 수 있습니다. 궁금한 점이 있으면 여기에 남겨 주세요.',
    },
  },
];

/** Known values of an order, by the name in braces. */
export type ReplyValues = Partial<Record<string, string>>;

/** Returns the replies for an order with this status, without those that need something that is not known. */
export function repliesFor(status: OrderStatus, values: ReplyValues): readonly ReplyRow[] {
  return replyRows.filter((row) => row.for.includes(status) && namesIn(row.text.en).every((name) => values[name]));
}

/** Returns the text of a reply, filled with what is known of the order. */
export function filledReply(row: ReplyRow, language: LanguageCode, values: ReplyValues): string {
  return row.text[language].replace(inBraces, (braces, name: string) => values[name] ?? braces);
}

const inBraces = /\{(\w+)\}/g;

function namesIn(text: string): string[] {
  return [...text.matchAll(inBraces)].map(([, name = '']) => name);
}
