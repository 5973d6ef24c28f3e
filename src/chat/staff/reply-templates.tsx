import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LanguageCode, languages } from '#domain/ground/languages.ts';
import { DAY } from '#domain/ground/units.ts';
import type { OrderView } from '../../order/views/view-types.ts';
import { useSellerZone } from '../../order/rate-card/seller-zone.ts';
import { useNow } from '../../ui/now.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { calendarDayOf, dateOf, shortDayOf } from '../../i18n/times.ts';
import { filledReply, repliesFor, type ReplyValues } from './reply-texts.ts';
import { dueDateOf } from './due-date.ts';
import styles from './po-chat.module.css';

interface ReplyTemplatesProps {
  /** Undefined until it is read, and where the room is about none: then there is nothing to insert. */
  order: OrderView | undefined;
  insert: (text: string) => void;
}

/** Inserts a reply into the box, in the chosen language, with the order's number and dates. */
export function ReplyTemplates({ order, insert }: ReplyTemplatesProps) {
  const { t, i18n } = useTranslation('admin');
  const own = languageOf(i18n.language);
  const [language, setLanguage] = useState<LanguageCode>(own);
  const id = useId();
  const values = useReplyValues(order, language);
  const rows = order === undefined ? [] : repliesFor(order.status, values);
  const handleChoice = (name: string) => {
    const row = rows.find((each) => each.name === name);
    if (row !== undefined) insert(filledReply(row, language, values));
  };
  return (
    <div className={styles.replies}>
      <label htmlFor={id}>{t('poChat.reply')}</label>
      <select id={id} value="" disabled={rows.length === 0} onChange={(event) => handleChoice(event.target.value)}>
        <option value="">{t('poChat.chooseReply')}</option>
        {rows.map((row) => (
          <option key={row.name} value={row.name}>
            {row.title[own]}
          </option>
        ))}
      </select>
      <select
        aria-label={t('poChat.replyLanguage')}
        value={language}
        onChange={(event) => setLanguage(languageOf(event.target.value))}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function languageOf(code: string): LanguageCode {
  return languages.find((each) => code.startsWith(each.code))?.code ?? 'en';
}

function useReplyValues(order: OrderView | undefined, language: LanguageCode): ReplyValues {
  const { t } = useTranslation('admin');
  const today = calendarDayOf(useNow());
  const zone = useSellerZone();
  if (order === undefined) return {};
  const due = dueDateOf(order);
  const until = order.quote?.validUntil;
  return {
    number: order.number,
    customer: displayNameOf(t, order.ownerName),
    ...(due === undefined ? {} : { due: shortDayOf(language, Date.parse(due) / DAY, today) }),
    ...(until === undefined ? {} : { until: dateOf(language, until, zone) }),
  };
}
