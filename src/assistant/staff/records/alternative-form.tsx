import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecideBody, GroupRow, RecordRow } from '#domain/assistant/wire/records.ts';
import type { Api } from '../../../net/http.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import { useRemote } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { call } from '../../../net/call.ts';
import styles from './records.module.css';
import { searchChars } from '#domain/ground/search-input.ts';

interface AlternativeFormProps {
  group: GroupRow;
  items: readonly RecordRow[];
  isBusy: boolean;
  problem: string | undefined;
  onCancel: () => void;
  onSave: (settled: Pick<DecideBody, 'qna_id' | 'alternatives'>) => Promise<void>;
}

/** Chooses the Q&A that answers questions, and the other ways to ask that it gets. */
export function AlternativeForm({ group, items, isBusy, problem, onCancel, onSave }: AlternativeFormProps) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState(group.entry ?? '');
  const [chosen, setChosen] = useState(group.entry === null ? undefined : (group.entry_id ?? undefined));
  const [text, setText] = useState([...new Set(items.map((item) => oneLine(item.understood)))].slice(0, 5).join('\n'));
  const [isTried, setTried] = useState(false);
  const lines = text.split('\n').map(oneLine).filter(Boolean);
  const long = lines.some((line) => line.length > 500) || lines.length > 20;
  const handleSave = () => {
    setTried(true);
    if (chosen !== undefined && !long && lines.length > 0) void onSave({ qna_id: chosen, alternatives: lines });
  };
  return (
    <div className={styles.sheet}>
      <h3>{t('records.add')}</h3>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      <Field
        label={t('records.ways')}
        hint={t('records.waysHint')}
        error={isTried && lines.length === 0 ? t('records.waysMissing') : long ? t('records.waysLong') : undefined}
        lines={4}
        value={text}
        onChange={setText}
      />
      <SearchBox
        label={t('records.findEntry')}
        value={search}
        maxLength={searchChars}
        onChange={setSearch}
        className={undefined}
      />
      <Entries search={search.trim()} chosen={chosen} onChoose={setChosen} />
      {isTried && chosen === undefined && <p role="alert">{t('records.entryMissing')}</p>}
      <div className={buttonRow}>
        <Button variant="primary" busy={isBusy} onClick={handleSave}>
          {t('records.addNow')}
        </Button>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

interface EntriesProps {
  search: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

function Entries({ search, chosen, onChoose }: EntriesProps) {
  const { t } = useTranslation('admin');
  const read = useCallback(
    async (api: Api) =>
      search === ''
        ? { items: [], total: 0 }
        : await call(api, 'GET /admin-api/records/entries', { query: { q: search } }),
    [search],
  );
  const remote = useRemote(`entries ${search}`, read);
  return (
    <RemoteView remote={remote} words="admin">
      {({ items, total }) =>
        items.length === 0 ? (
          <p>{t(search === '' ? 'records.typeToFind' : 'records.noEntry')}</p>
        ) : (
          <fieldset className={styles.entries}>
            <legend>{t('records.chooseEntry')}</legend>
            {items.map(({ id, question, status, category }) => (
              <label key={id}>
                <input type="radio" name="entry" checked={chosen === id} onChange={() => onChoose(id)} />
                <span>
                  {question}
                  <small>
                    {category}
                    {status === 'published' ? '' : ` · ${t('records.needsCheck')}`}
                  </small>
                </span>
              </label>
            ))}
            {total > items.length && <p>{t('records.moreEntries', { total })}</p>}
          </fieldset>
        )
      }
    </RemoteView>
  );
}
