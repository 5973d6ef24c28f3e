import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import Undo2 from 'lucide-react/icons/undo-2';
import type { RateCard } from '#domain/order/data/rate-card.ts';
import { IconButton } from '../../../ui/button.tsx';
import { FieldNote } from '../../../ui/form/field.tsx';
import fieldStyles from '../../../ui/form/field.module.css';
import type { FigureRow } from './card-edit.ts';
import { groupOf } from './figure-groups.ts';
import { figureName, figureValue } from './figure-name.ts';
import { textOfFigure } from './figure-text.ts';
import styles from '../../../staff/admin.module.css';

interface FigureInputProps {
  row: FigureRow;
  card: RateCard;
  /** @param text undefined undoes what was typed */
  onType: (text: string | undefined) => void;
  onLeave: () => void;
}

/** One figure: its name and unit, its present value, and a field for the new one. */
export function FigureInput({ row, card, onType, onLeave }: FigureInputProps) {
  const { t, i18n } = useTranslation(['admin', 'navigator']);
  const id = useId();
  const name = figureName(t, card, row.path);
  const valueText = (value: number) => figureValue(i18n.language, card.currency, row.kind, value);
  const hint = hintOf(row, i18n.language, (value) => t('rateCard.read', { value: valueText(value) }));
  const isNoted = row.problem !== undefined || hint !== undefined;
  return (
    <tr data-changed={row.isChanged || undefined} data-path={row.path}>
      <th scope="row">
        <label htmlFor={id}>{name}</label>
        <small>{t(`rateCard.unit.${groupOf(row.path)?.unit ?? 'perOrder'}`)}</small>
      </th>
      <td data-label={t('rateCard.now')}>
        {valueText(row.value)}
        {row.seen !== undefined && <small>{t('rateCard.was', { value: valueText(row.seen) })}</small>}
      </td>
      <td data-label={t('rateCard.next')}>
        <div className={styles.entry}>
          <span className={`${fieldStyles.box} ${styles.box}`} data-invalid={row.problem !== undefined || undefined}>
            <input
              id={id}
              value={row.text}
              inputMode="decimal"
              autoComplete="off"
              aria-invalid={row.problem !== undefined || undefined}
              aria-describedby={isNoted ? `${id}-note` : undefined}
              onChange={(event) => onType(event.target.value)}
              onBlur={onLeave}
            />
            <span className={fieldStyles.unit} aria-hidden>
              {row.kind === 'amount' ? card.currency : t(`rateCard.sign.${row.kind}`)}
            </span>
          </span>
          {row.isChanged && (
            <IconButton
              small
              label={t('rateCard.undo', { name })}
              icon={<Undo2 aria-hidden />}
              onClick={() => onType(undefined)}
            />
          )}
        </div>
        <FieldNote
          id={`${id}-note`}
          hint={hint}
          error={row.problem === undefined ? undefined : t(`rateCard.problem.${row.problem}`)}
        />
      </td>
    </tr>
  );
}

/** Returns how a text was read, where it can be read in another way too. */
function hintOf(
  { kind, text, typed, isChanged }: FigureRow,
  language: string,
  say: (value: number) => string,
): string | undefined {
  if (!isChanged || typed === undefined) return undefined;
  const written = textOfFigure(language, kind, typed);
  return text.trim() === written || Number(text) === Number(written) ? undefined : say(typed);
}
