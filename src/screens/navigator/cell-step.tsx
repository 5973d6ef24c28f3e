import { useTranslation } from 'react-i18next';
import { electrodes } from '#domain/order/electrodes.ts';
import { applicableFields } from '#domain/order/paths.ts';
import { changesOfTypical } from '#domain/order/presets.ts';
import { buildsCells } from '#domain/order/services.ts';
import { Button } from '../../ui/button.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldInput } from './field-input.tsx';
import { useEditor } from './order-editor.ts';
import styles from './cell-step.module.css';

/** Cell step: the fields of the cell and, where we build it, those of its winding and electrodes. */
export function CellStep() {
  const { t } = useTranslation('navigator');
  const { doc, write } = useEditor();
  const typical = changesOfTypical(doc);
  const fields = applicableFields(doc).filter(({ field }) => field.step === 'cell');
  const inGroup = (group: string, item = '') =>
    fields
      .filter((each) => each.field.group === group && each.item === item)
      .map(({ path, field }) => <FieldInput key={path} field={field} path={path} />);
  const winding = inGroup('winding');
  const hasElectrodes = fields.some(({ field }) => field.group === 'electrodes');
  return (
    <>
      <FieldGroup title={t('group.cell')}>{inGroup('cell')}</FieldGroup>
      {hasElectrodes && typical.length > 0 && (
        <p className={styles.typical}>
          <Button small onClick={() => void write(typical)}>
            {t('typical')}
          </Button>
        </p>
      )}
      {winding.length > 0 && <FieldGroup title={t('group.winding')}>{winding}</FieldGroup>}
      {hasElectrodes && (
        <div className={styles.electrodes}>
          {electrodes.map((electrode) => (
            <FieldGroup key={electrode} title={t(`group.${electrode}`)}>
              {inGroup('electrodes', electrode)}
            </FieldGroup>
          ))}
        </div>
      )}
      {buildsCells(doc) && !hasElectrodes && <p className={styles.hint}>{t('formatFirst')}</p>}
    </>
  );
}
