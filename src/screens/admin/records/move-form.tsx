import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#domain/limits.ts';
import type { GroupReply, NearGroup } from '#domain/protocol/records.ts';
import type { Api } from '../../../net/http.ts';
import { questionGroups } from '../../../net/records.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { useRemote } from '../../remote/remote.ts';
import { RemoteView } from '../../remote/remote-view.tsx';
import styles from './records.module.css';

interface MoveFormProps {
  reply: GroupReply;
  /** How many questions are moved; undefined for all of the group. */
  count: number | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onCancel: () => void;
  onMove: (to: string) => void;
}

/** Chooses the group that questions come into: one near the same entry, or one that is searched for. */
export function MoveForm({ reply, count, isBusy, problem, onCancel, onMove }: MoveFormProps) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [isTried, setTried] = useState(false);
  const handleMove = () => {
    setTried(true);
    if (chosen !== undefined) onMove(chosen);
  };
  return (
    <div className={styles.sheet}>
      <h3>{t(count === undefined ? 'records.move.merge' : 'records.move.other')}</h3>
      <p>{count === undefined ? t('records.move.lead') : t('records.move.leadSome', { count })}</p>
      {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      <SearchBox
        label={t('records.searchGroups')}
        value={search}
        maxLength={limits.searchChars}
        onChange={setSearch}
        className={undefined}
      />
      <Groups reply={reply} search={search.trim()} chosen={chosen} onChoose={setChosen} />
      {isTried && chosen === undefined && <p role="alert">{t('records.move.missing')}</p>}
      <div className={styles.actions}>
        <Button variant="primary" busy={isBusy} onClick={handleMove}>
          {t(count === undefined ? 'records.move.mergeNow' : 'records.move.other')}
        </Button>
        <Button onClick={onCancel}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  );
}

interface GroupsProps {
  reply: GroupReply;
  search: string;
  chosen: string | undefined;
  onChoose: (id: string) => void;
}

function Groups({ reply: { group, near }, search, chosen, onChoose }: GroupsProps) {
  const { t } = useTranslation('admin');
  const call = useCallback(
    async (api: Api): Promise<NearGroup[]> => {
      if (search === '') return near;
      const query = new URLSearchParams({ q: search, state: 'open', limit: '20' });
      const { items } = await questionGroups(api, String(query));
      return items
        .filter(({ id, language }) => id !== group.id && language === group.language)
        .map(({ id, questions, examples }) => ({ id, questions, example: examples[0] ?? '' }));
    },
    [search, near, group.id, group.language],
  );
  const remote = useRemote(`groups ${search}`, call);
  return (
    <RemoteView remote={remote} words="admin">
      {(groups) =>
        groups.length === 0 ? (
          <p>{t(search === '' ? 'records.move.noneNear' : 'records.move.none')}</p>
        ) : (
          <fieldset className={styles.entries}>
            <legend>{t(search === '' ? 'records.move.near' : 'records.move.found')}</legend>
            {groups.map(({ id, questions, example }) => (
              <label key={id}>
                <input type="radio" name="group" checked={chosen === id} onChange={() => onChoose(id)} />
                <span dir="auto">
                  {example}
                  <small>{t('records.count', { count: questions })}</small>
                </span>
              </label>
            ))}
          </fieldset>
        )
      }
    </RemoteView>
  );
}
