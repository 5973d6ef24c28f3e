import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { fullTimeOf } from '../../../i18n/times.ts';
import { MissingQna } from './missing-qna.tsx';
import { QnaChips } from './qna-chips.tsx';
import type { QnaDialogProps } from './dialog-props.ts';
import { categoryText } from './qna-texts.ts';
import { useFreshQna } from './use-fresh-qna.ts';
import { useResume } from './use-resume.ts';
import styles from './knowledges.module.css';

/** Dialog 'Detail Q&A': everything that is stored of a Q&A. */
export function DetailSheet({ dialog: { id }, onOpen, onClose, onDelete, onStop, onWritten }: QnaDialogProps) {
  const { t } = useTranslation('admin');
  const remote = useFreshQna(id);
  const resume = useResume(() => {
    onWritten();
    remote.reload();
  });
  const { value } = remote;
  return (
    <Dialog
      open
      hasAddress
      place="side"
      onClose={onClose}
      title={t('qna.detail')}
      footer={
        value !== undefined && (
          <>
            <Button onClick={() => onOpen({ kind: 'versions', id })}>{t('qna.versions')}</Button>
            {value.is_answered && <Button onClick={() => onStop(value)}>{t('qna.stop')}</Button>}
            {value.is_stopped && <Button onClick={() => void resume(id)}>{t('qna.resume')}</Button>}
            <Button onClick={() => onDelete(value)}>{t('qna.delete')}</Button>
            <Button variant="primary" onClick={() => onOpen({ kind: 'edit', id })}>
              {t('qna.edit')}
            </Button>
          </>
        )
      }
    >
      {value !== undefined ? (
        <Detail qna={value} />
      ) : remote.failure === undefined ? (
        <Skeleton label={t('common:state.loading')} lines={3} shape="row" />
      ) : (
        <MissingQna remote={remote} onVersions={() => onOpen({ kind: 'versions', id })} />
      )}
    </Dialog>
  );
}

function Detail({ qna }: { qna: QnaReply }) {
  const { t, i18n } = useTranslation('admin');
  const changed = t('qna.changedBy', {
    who: qna.updated_by ?? t('qna.product'),
    when: fullTimeOf(i18n.language, qna.updated_at),
    version: qna.version,
  });
  const rows: [label: string, value: ReactNode][] = [
    [t('qna.column.id'), qna.id],
    [t('qna.column.category'), categoryText(qna)],
    [t('qna.field.question'), <Text key="q" text={qna.question} />],
    [t('qna.field.answer'), <Text key="t" text={qna.answer} />],
    [t('qna.field.keywords'), qna.keyword],
    [
      t('qna.field.urls'),
      qna.urls.length > 0 && (
        <ul key="u">
          {qna.urls.map((url) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                {url}
              </a>
            </li>
          ))}
        </ul>
      ),
    ],
    [t('qna.field.sources'), <Items key="s" items={qna.sources} />],
    [t('qna.field.alternatives'), <Items key="a" items={qna.alternatives} />],
    [t('qna.field.chatType'), t(`qna.topic.${qna.chat_type}`)],
    [t('qna.field.checkBy'), qna.check_by],
    [t('qna.field.koQuestion'), qna.ko_question],
    [t('qna.field.koAlternatives'), <Items key="k" items={qna.ko_alternatives} />],
    [t('qna.field.koAnswer'), qna.ko_answer === '' ? '' : <Text key="r" text={qna.ko_answer} />],
  ];
  return (
    <div className={styles.stack}>
      <QnaChips qna={qna} />
      <dl className={styles.detail}>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value === '' || value === false ? t('qna.nothing') : value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{changed}</p>
    </div>
  );
}

function Text({ text }: { text: string }) {
  return <span className={styles.text}>{text}</span>;
}

function Items({ items }: { items: readonly string[] }) {
  const { t } = useTranslation('admin');
  if (items.length === 0) return t('qna.nothing');
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
