import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './settings.module.css';

interface SettingsFormProps {
  title: string;
  isBusy: boolean;
  /** Reason why the last try to save failed. */
  failure: string | undefined;
  onSubmit: (event: FormEvent) => void;
  children: ReactNode;
}

/** A card with fields that are saved together. */
export function SettingsForm({ title, isBusy, failure, onSubmit, children }: SettingsFormProps) {
  const { t } = useTranslation('company');
  return (
    <form onSubmit={onSubmit} noValidate>
      <Card
        title={title}
        footer={
          <Button type="submit" variant="primary" busy={isBusy}>
            {t(isBusy ? 'data.saving' : 'data.save')}
          </Button>
        }
      >
        <div className={styles.fields}>
          <output className={styles.notes}>{failure !== undefined && <Banner tone="danger">{failure}</Banner>}</output>
          {children}
        </div>
      </Card>
    </form>
  );
}
