import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOfReply } from '#domain/assistant/wire/qna-fields.ts';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import type { QnaFieldName } from '#domain/assistant/knowledge/qna/fields.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { useNow } from '../../../ui/now.ts';
import { momentOf } from '../../../i18n/times.ts';
import { mergedInto, type StaleField, staleFields, type TypedQna } from './qna-typed.ts';
import { WordDiff } from './word-diff.tsx';
import basics from '../../../ui/basics.module.css';
import styles from './knowledges.module.css';

interface StalePanelProps {
  typed: TypedQna;
  newer: QnaReply;
  isBusy: boolean;
  /** @param merged the newer version, with the fields that stay as typed */
  onSave: (merged: TypedQna) => void;
}

/** Shows that another user has saved first: both versions, field by field, and a choice between them. */
export function StalePanel({ typed, newer, isBusy, onSave }: StalePanelProps) {
  const { t, i18n } = useTranslation('admin');
  const now = useNow();
  const panel = useRef<HTMLElement>(null);
  // The button that was pressed is at the other end of the form.
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'start' });
  }, []);
  const newest = { fields: fieldsOfReply(newer), version: newer.version };
  const fields = staleFields(typed, newest.fields);
  const [given, setGiven] = useState<ReadonlySet<QnaFieldName>>(new Set());
  const kept = new Set(fields.flatMap(({ name, isMine }) => (isMine && !given.has(name) ? [name] : [])));
  const toggle = (name: QnaFieldName, isKept: boolean) => {
    const next = new Set(given);
    if (isKept) next.delete(name);
    else next.add(name);
    setGiven(next);
  };
  return (
    <section ref={panel} className={styles.stale} data-tone="warn" role="alert" aria-label={t('qna.stale.label')}>
      <p>
        <strong>
          {t('qna.stale.title', {
            who: newer.updated_by ?? t('qna.stale.somebody'),
            when: momentOf(i18n.language, newer.updated_at, now),
          })}
        </strong>{' '}
        {t('qna.stale.text')}
      </p>
      {fields.map((field) => (
        <FieldChoice
          key={field.name}
          field={field}
          isKept={kept.has(field.name)}
          onKeep={(isKept) => toggle(field.name, isKept)}
        />
      ))}
      <div>
        <Button variant="primary" busy={isBusy} onClick={() => onSave(mergedInto(typed, newest, kept))}>
          {t('qna.stale.save')}
        </Button>
      </div>
    </section>
  );
}

interface FieldChoiceProps {
  field: StaleField;
  isKept: boolean;
  onKeep: (isKept: boolean) => void;
}

/** A field in both versions, and whether it stays as typed. */
function FieldChoice({ field: { name, theirs, mine, isMine }, isKept, onKeep }: FieldChoiceProps) {
  const { t } = useTranslation('admin');
  return (
    <fieldset className={styles.staleField}>
      <legend>{t(`qna.field.${name}`)}</legend>
      <div>
        <span className={basics.note}>{t('qna.stale.theirs')}</span>
        <p dir="auto">{theirs === '' ? t('qna.nothing') : theirs}</p>
      </div>
      {isMine ? (
        <>
          <div>
            <span className={basics.note}>{t('qna.stale.mine')}</span>
            <WordDiff before={theirs} after={mine} />
          </div>
          <Checkbox label={t('qna.stale.keepMine')} checked={isKept} onChange={onKeep} />
        </>
      ) : (
        <p className={styles.hint}>{t('qna.stale.onlyTheirs')}</p>
      )}
    </fieldset>
  );
}

/** The Q&A was deleted while it was edited: saving stores it as a new one. */
export function GoneMeanwhile() {
  const { t } = useTranslation('admin');
  return <Banner tone="warn">{t('qna.stale.gone')}</Banner>;
}
