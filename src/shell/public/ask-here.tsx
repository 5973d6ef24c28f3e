import { useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './ask-here.module.css';

/** Public pages on which guests can ask the assistant. */
export const pagesWithQuestions: readonly string[] = ['/about_us', '/pricing', '/white-paper'];

/** Invites a guest to ask a question. All that is needed for it is loaded when the guest wants to. */
export function AskHere() {
  const { t } = useTranslation();
  const [Box, setBox] = useState<ComponentType>();
  const [state, setState] = useState<'closed' | 'opening' | 'failed'>('closed');
  const open = async () => {
    setState('opening');
    try {
      const { GuestBox } = await import('../../assistant/guest/guest-box.tsx');
      setBox(() => GuestBox);
    } catch {
      setState('failed');
    }
  };
  return (
    <section className={styles.ask} aria-labelledby="ask-here">
      <h2 id="ask-here">{t('askHere.title')}</h2>
      {Box !== undefined ? (
        <Box />
      ) : (
        <>
          <p>{t(state === 'failed' ? 'askHere.failed' : 'askHere.text')}</p>
          <Button busy={state === 'opening'} onClick={() => void open()}>
            {t('askHere.open')}
          </Button>
        </>
      )}
    </section>
  );
}
