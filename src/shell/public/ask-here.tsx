import { useEffect, useEffectEvent, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { guestBoxHash } from '../../routing/guest-box.ts';
import { Button } from '../../ui/button.tsx';
import styles from './ask-here.module.css';

/** Invites a guest to ask a question. All that is needed for it is loaded when the guest wants to. */
export function AskHere() {
  const { t } = useTranslation();
  const { hash, key } = useLocation();
  const section = useRef<HTMLElement>(null);
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
  // The box takes the focus when it opens; an open one gets it again.
  const handleLink = useEffectEvent(() => {
    if (Box === undefined) void open();
    else section.current?.querySelector('textarea')?.focus();
  });
  useEffect(() => {
    if (hash === guestBoxHash) handleLink();
  }, [hash, key]);
  return (
    <section ref={section} className={styles.ask} aria-labelledby="ask-here">
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
