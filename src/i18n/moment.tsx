import { useTranslation } from 'react-i18next';
import { useNow } from '../ui/now.ts';
import { fullTimeOf, momentOf } from './times.ts';

/** Shows a time: "14:02" today, "Nov 4, 14:02" before; the full date is its title. @param at ISO-8601 UTC */
export function Moment({ at }: { at: string }) {
  const { i18n } = useTranslation();
  const now = useNow();
  return (
    <time dateTime={at} title={fullTimeOf(i18n.language, at)}>
      {momentOf(i18n.language, at, now)}
    </time>
  );
}
