import { useTranslation } from 'react-i18next';
import { useNow } from '../../ui/now.ts';
import { calendarDayOf, shortDayOf } from '../../i18n/times.ts';

/**
 * Returns a function that writes a calendar day of a plan as "Jan 14", with the year if that is not the present one; of
 * a day that stands after another one, if it is not that one's.
 */
export function useDayText(): (day: number, after?: number) => string {
  const { i18n } = useTranslation();
  const today = calendarDayOf(useNow());
  return (day, after = today) => shortDayOf(i18n.language, day, after);
}
