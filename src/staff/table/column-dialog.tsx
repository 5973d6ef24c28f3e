import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './table.module.css';

interface ColumnDialogProps {
  columns: readonly { name: string; label: string }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
  onClose: () => void;
}

/** Chooses the columns of a list. */
export function ColumnDialog({ columns, hidden: kept, onChange, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('admin');
  // Checked at once: the stored choice follows a little later.
  const [hidden, setHidden] = useState(kept);
  const toggle = (name: string, isShown: boolean) => {
    const others = [...hidden].filter((each) => each !== name);
    const next = new Set(isShown ? others : [...others, name]);
    setHidden(next);
    onChange(next);
  };
  return (
    <Dialog open onClose={onClose} title={t('table.columns')} description={t('table.columnsText')}>
      <div className={styles.columns}>
        {columns.map(({ name, label }, i) => (
          <Checkbox
            key={name}
            label={label}
            checked={i === 0 || !hidden.has(name)}
            disabled={i === 0}
            onChange={(isShown) => toggle(name, isShown)}
          />
        ))}
      </div>
    </Dialog>
  );
}
