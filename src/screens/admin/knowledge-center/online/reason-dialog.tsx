import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../../../ui/banner.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import styles from './center.module.css';

interface ReasonDialogProps {
  title: string;
  /** What happens. */
  text: string;
  /** Label of the field for the reason. */
  label: string;
  /** What the field says while it is empty. */
  missing: string;
  /** Text of the button. */
  sure: string;
  isBusy: boolean;
  problem: string | undefined;
  onClose: () => void;
  /** @param reason without spaces around it, not empty */
  onSure: (reason: string) => void;
}

/** Asks, with a reason, before an earlier version comes back. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, text, label, missing, sure, isBusy, problem, onClose, onSure } = props;
  const { t } = useTranslation('center');
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const reason = typed.trim();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={t('common:action.close')}
      description={<p>{text}</p>}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" busy={isBusy} onClick={() => (reason === '' ? setMissing(true) : onSure(reason))}>
            {sure}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <Field
          label={label}
          value={typed}
          onChange={setTyped}
          lines={2}
          required
          error={isMissing && reason === '' ? missing : undefined}
        />
        <div role="alert">{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</div>
      </div>
    </Dialog>
  );
}
