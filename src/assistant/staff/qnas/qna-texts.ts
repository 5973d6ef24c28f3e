import type { QnaReply } from '#domain/assistant/wire/qnas.ts';

/** Returns the path of a category, such as "Testing / Ageing". */
export function categoryText({
  large_category: large,
  medium_category: medium,
  small_category: small,
}: Pick<QnaReply, 'large_category' | 'medium_category' | 'small_category'>): string {
  return [large, medium, small].filter((name) => name !== '').join(' / ');
}

/** Whether the day is over after which the facts may be out of date. */
export function isCheckDue({ check_by: day }: Pick<QnaReply, 'check_by'>, now: number): boolean {
  return day !== '' && day <= new Date(now).toISOString().slice(0, 10);
}
