import { useTranslation } from 'react-i18next';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { orderLimits } from '#domain/order/data/limits.ts';
import { cutText } from '#domain/ground/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useOnce } from '../../ui/use-once.ts';
import { type problemsIn, type TypedLine, withLine } from './typed-parcel.ts';
import basics from '../../ui/basics.module.css';
import styles from './goods.module.css';

interface ParcelLinesProps {
  lines: TypedLine[];
  problems: ReturnType<typeof problemsIn>;
  onChange: (lines: TypedLine[]) => void;
}

/** Fields for the contents of a parcel, line by line. */
export function ParcelLines({ lines, problems, onChange }: ParcelLinesProps) {
  const { t } = useTranslation('navigator');
  const once = useOnce();
  const set = (at: number, change: Partial<TypedLine>) =>
    onChange(lines.map((line, i) => (i === at ? { ...line, ...change } : line)));
  return (
    <div className={basics.stack}>
      {lines.map((line, i) => (
        <div key={line.id} className={styles.typedLine}>
          <Field
            label={t('parcel.what')}
            value={line.name}
            error={problems[i] === 'name' || problems[i] === 'twice' ? t(`parcel.problem.${problems[i]}`) : undefined}
            onChange={(name) => set(i, { name: cutText(name, orderLimits.parcelLineChars) })}
          />
          <Field
            label={t('parcel.count')}
            kind="integer"
            value={line.count}
            error={problems[i] === 'count' ? t('parcel.problem.count') : undefined}
            onChange={(count) => set(i, { count })}
          />
          {lines.length > 1 && (
            <IconButton
              label={t('parcel.removeLine', { name: line.name })}
              icon={<Trash2 aria-hidden />}
              onClick={() => onChange(lines.filter(({ id }) => id !== line.id))}
            />
          )}
        </div>
      ))}
      {lines.length < orderLimits.parcelLines && (
        <div>
          <Button small icon={<Plus aria-hidden />} onClick={() => once('line', () => onChange(withLine(lines)))}>
            {t('parcel.addLine')}
          </Button>
        </div>
      )}
    </div>
  );
}
