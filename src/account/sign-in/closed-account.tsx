import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { deleteUnsentTexts, unsentTextsOf, type UnsentText } from '../../session/unsent-of-closed.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonRow } from '../../ui/button.tsx';
import { useCopy } from '../../ui/copy.ts';
import { download } from '../../ui/download.ts';
import { exportAll, type ExportedCommand } from '../../shell/waiting/export-page.ts';
import { fullTimeOf } from '../../i18n/times.ts';
import styles from './closed-account.module.css';

/** Shows what a closed account has not sent from this device: to read, copy, or save as a file, and then to delete. */
export function ClosedAccount({ userId }: { userId: string }) {
  const { t, i18n } = useTranslation('account');
  const copy = useCopy();
  const [things, setThings] = useState<UnsentText[]>();
  const [isTaken, setTaken] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    unsentTextsOf(userId).then(setThings, () => setFailed(true));
  }, [userId]);
  if (hasFailed) return <Banner tone="danger">{t('closed.unreadable')}</Banner>;
  if (things === undefined || things.length === 0) return null;

  const timeOf = ({ at }: UnsentText) => fullTimeOf(i18n.language, at);
  const handleCopy = () => {
    copy(things.map((thing) => `${timeOf(thing)}\n${thing.text}`).join('\n\n'));
    setTaken(true);
  };
  const handleSave = async () => {
    const title = t('closed.title');
    const pages = things.map((thing) => pageOf(thing, t, i18n.language));
    download(await exportAll(i18n.language, title, pages), 'unsent.html');
    setTaken(true);
  };
  const handleDelete = async () => {
    await deleteUnsentTexts(userId);
    setThings([]);
  };
  return (
    <section className={styles.card} aria-label={t('closed.title')}>
      <h2>{t('closed.title')}</h2>
      <p>{t('closed.text', { count: things.length })}</p>
      <ul>
        {things.map((thing) => (
          <li key={`${thing.at} ${thing.text}`}>
            <small>{timeOf(thing)}</small>
            <p>{thing.text}</p>
            {thing.files.length > 0 && <small>{thing.files.map(({ name }) => name).join(', ')}</small>}
          </li>
        ))}
      </ul>
      <div className={buttonRow}>
        <Button type="button" onClick={handleCopy}>
          {t('common:action.copy')}
        </Button>
        <Button type="button" onClick={() => void handleSave().catch(() => setFailed(true))}>
          {t('common:action.saveAsFile')}
        </Button>
        {isTaken && (
          <Button type="button" variant="danger" onClick={() => void handleDelete().catch(() => setFailed(true))}>
            {t('closed.delete')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Returns a message as a page of the saved file. */
function pageOf(thing: UnsentText, t: TFunction<'account'>, language: string): ExportedCommand {
  return {
    language,
    title: t('closed.title'),
    made: fullTimeOf(language, thing.at),
    reason: '',
    lines: [thing.text],
    filesTitle: t('closed.files'),
    files: thing.files,
    gone: t('closed.fileGone'),
  };
}
