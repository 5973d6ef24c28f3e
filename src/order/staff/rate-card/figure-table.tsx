import { useTranslation } from 'react-i18next';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import type { EditedCard } from './card-edit.ts';
import { figureGroups, groupOf } from './figure-groups.ts';
import { FigureInput } from './figure-input.tsx';
import { hiddenClass } from '../../../ui/visually-hidden.tsx';
import styles from '../../../staff/admin.module.css';

interface FigureTableProps {
  edited: EditedCard;
  /** The current card. */
  card: RateCard;
  onType: (path: string, text: string | undefined) => void;
  onLeave: (path: string) => void;
}

/** All figures of the card by group, each with its present and its new value. */
export function FigureTable({ edited, card, onType, onLeave }: FigureTableProps) {
  const { t } = useTranslation('admin');
  return (
    <table className={styles.figures}>
      <caption className={hiddenClass}>{t('rateCard.figures')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rateCard.figureName')}</th>
          <th scope="col">{t('rateCard.now')}</th>
          <th scope="col">{t('rateCard.next')}</th>
        </tr>
      </thead>
      {figureGroups.map(({ name, isFixed }) => (
        <tbody key={name}>
          <tr className={styles.group}>
            <th scope="rowgroup" colSpan={3}>
              {t(`rateCard.group.${name}`)}
            </th>
          </tr>
          {edited.rows
            .filter(({ path }) => groupOf(path)?.name === name)
            .map((row) => (
              <FigureInput
                key={row.path}
                row={row}
                card={card}
                onType={(text) => onType(row.path, text)}
                onLeave={() => onLeave(row.path)}
              />
            ))}
          {isFixed === true && (
            <tr className={styles.fixed}>
              <td colSpan={3}>{t(`rateCard.fixed.${name}`)}</td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}
