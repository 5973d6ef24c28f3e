import { useEffect, useRef, useState, type ComponentType } from 'react';
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
  const [tries, setTries] = useState(0);
  const [failed, setFailed] = useState<number>();
  /** The visit that a link to the box has led to. */
  const visit = hash === guestBoxHash ? key : undefined;
  const isWanted = tries > 0 || visit !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    import('../../assistant/guest/guest-box.tsx').then(
      ({ GuestBox }) => setBox(() => GuestBox),
      () => setFailed(tries),
    );
  }, [isWanted, tries]);
  // A box takes the focus when it opens; one that is open gets it again.
  useEffect(() => {
    if (visit !== undefined) section.current?.querySelector('textarea')?.focus();
  }, [visit]);
  return (
    <section ref={section} className={styles.ask} aria-labelledby="ask-here">
      <h2 id="ask-here">{t('askHere.title')}</h2>
      {Box !== undefined ? (
        <Box />
      ) : (
        <>
          <p>{t(failed === tries ? 'askHere.failed' : 'askHere.text')}</p>
          <Button busy={isWanted && failed !== tries} onClick={() => setTries(tries + 1)}>
            {t('askHere.open')}
          </Button>
        </>
      )}
    </section>
  );
}
