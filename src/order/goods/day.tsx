import { DAY } from '#domain/ground/units.ts';
import { useDayText } from '../parts/day-text.ts';

/** A calendar day such as `2026-12-31` in the reader's language. */
export function DayText({ day }: { day: string }) {
  const text = useDayText();
  return <time dateTime={day}>{text(Date.parse(day) / DAY)}</time>;
}
