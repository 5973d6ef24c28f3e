import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type Cause, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import { CitedEntries } from './cited-entries.tsx';
import type { FindingProps } from './finding-props.ts';
import { OrderTest } from './order-test.tsx';
import { SendReport } from './send-report.tsx';
import { buttonRow } from '../../ui/button.tsx';
import basics from '../../ui/basics.module.css';
import styles from './finder.module.css';

/** The end of a path: likely causes with their entries, what to do, and the two ways on. */
export function FindingCard({ heading, ...about }: FindingProps & { heading: RefObject<HTMLHeadingElement | null> }) {
  const { t, i18n } = useTranslation('chat');
  const { finding } = about;
  return (
    <>
      <p className={basics.note}>{t('finder.finding')}</p>
      <h3 ref={heading} tabIndex={-1}>
        {wordsIn(finding.title, i18n.language)}
      </h3>
      <ul className={styles.causes} aria-label={t('finder.causes')}>
        {finding.causes.map((cause) => (
          <CauseItem key={cause.name.en} cause={cause} />
        ))}
      </ul>
      <p>
        <strong>{t('finder.todo')}:</strong> {wordsIn(finding.todo, i18n.language)}
      </p>
      <div className={buttonRow}>
        <OrderTest {...about} />
        <SendReport {...about} />
      </div>
    </>
  );
}

function CauseItem({ cause: { name, reason, entries } }: { cause: Cause }) {
  const { i18n } = useTranslation('chat');
  return (
    <li>
      <strong>{wordsIn(name, i18n.language)}</strong>
      <p>{wordsIn(reason, i18n.language)}</p>
      <CitedEntries ids={entries} />
    </li>
  );
}
