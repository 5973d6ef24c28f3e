import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldsOfReply } from '#domain/assistant/wire/qna-fields.ts';
import type { QnaVersionReply } from '#domain/assistant/wire/qnas.ts';
import { emptyQna } from '#domain/assistant/knowledge/qna/fields.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { Select } from '../../../ui/form/select.tsx';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { useRemote } from '../../../shell/remote/remote.ts';
import { Moment } from '../../../i18n/moment.tsx';
import type { QnaDialogProps } from './dialog-props.ts';
import { differingFields, textsOf } from './qna-typed.ts';
import { ListedOf } from '../../../staff/listed-of.tsx';
import { useQnaWrite } from './use-qna-write.ts';
import { WordDiff } from './word-diff.tsx';
import { call } from '../../../net/call.ts';
import styles from './knowledges.module.css';

/** Versions of a Q&A, the changes from one to another, and a button that restores one of them. */
export function VersionsDialog({ dialog: { id }, onClose, onWritten }: QnaDialogProps) {
  const { t } = useTranslation('admin');
  const [opening] = useState(() => crypto.randomUUID());
  const read = useCallback((api: Api) => call(api, 'GET /qnas/:id/versions', { params: { id } }), [id]);
  const remote = useRemote(`qna versions ${id} ${opening}`, read);
  const handleRestored = () => {
    onWritten();
    remote.reload();
  };
  return (
    <Dialog open hasAddress place="wide" onClose={onClose} title={t('qna.versionsTitle', { id })}>
      <RemoteView remote={remote} words="admin">
        {({ items, total }) => (
          <>
            <Versions id={id} items={items} onRestored={handleRestored} />
            <ListedOf shown={items.length} total={total} />
          </>
        )}
      </RemoteView>
    </Dialog>
  );
}

interface VersionsProps {
  id: string;
  /** Newest first. */
  items: readonly QnaVersionReply[];
  onRestored: () => void;
}

function Versions({ id, items, onRestored }: VersionsProps) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const [chosen, setChosen] = useState<{ from?: string; to?: string }>({});
  const { isBusy, problem, run } = useQnaWrite((error) => {
    if (error.code === 'STALE') onRestored();
    return false;
  });
  const [newest] = items;
  if (newest === undefined) return null;
  const find = (version: string | undefined) => items.find((item) => String(item.version) === version);
  const to = find(chosen.to) ?? newest;
  const from = find(chosen.from) ?? items[items.indexOf(to) + 1];
  const handleRestore = async (version: number) => {
    const what = { id, version, replaces: newest.version };
    const given = { params: { id, version }, body: { replaces: newest.version } };
    const restore = (key: string) => call(api, 'POST /qnas/:id/versions/:version/restore', { ...given, key });
    if ((await run(what, restore)) === undefined) return;
    showNotice({ title: t('qna.versionRestored', { version }), tone: 'ok' });
    setChosen({});
    onRestored();
  };
  return (
    <div className={styles.stack}>
      <div aria-live="polite">
        {!isOnline && <Banner tone="neutral">{t('qna.versionsOffline')}</Banner>}
        {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
      </div>
      <ol className={styles.versions}>
        {items.map((item) => (
          <VersionItem
            key={item.version}
            item={item}
            isNewest={item === newest}
            isShown={item === to}
            isBusy={isBusy}
            onShow={() => setChosen({ to: String(item.version) })}
            onRestore={() => void handleRestore(item.version)}
          />
        ))}
      </ol>
      {from !== undefined && (
        <Select
          label={t('qna.comparedWith', { version: to.version })}
          value={String(from.version)}
          options={items
            .filter((item) => item !== to)
            .map(({ version }) => ({ value: String(version), label: t('qna.version', { version }) }))}
          onChange={(version) => setChosen({ ...chosen, from: version })}
        />
      )}
      <Changes from={from} to={to} />
    </div>
  );
}

interface VersionItemProps {
  item: QnaVersionReply;
  isNewest: boolean;
  /** Whether its changes are shown. */
  isShown: boolean;
  isBusy: boolean;
  onShow: () => void;
  onRestore: () => void;
}

function VersionItem({ item, isNewest, isShown, isBusy, onShow, onRestore }: VersionItemProps) {
  const { t } = useTranslation('admin');
  const isOnline = useOnline();
  const { version } = item;
  return (
    <li aria-current={isNewest ? 'true' : undefined}>
      <div>
        <strong>{t('qna.version', { version })}</strong> {t(`qna.change.${item.change}`, { note: item.note })}
        <small>
          {item.made_by ?? t('qna.product')}, <Moment at={item.made_at} />
        </small>
      </div>
      <div className={styles.actions}>
        <Button small aria-pressed={isShown} onClick={onShow} aria-label={t('qna.showChange', { version })}>
          {t('qna.showChanges')}
        </Button>
        {!isNewest && item.content !== null && (
          <Button
            small
            busy={isBusy}
            disabled={!isOnline}
            aria-label={t('qna.restoreVersion', { version })}
            onClick={onRestore}
          >
            {t('qna.restore')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Shows the changes from one version to another; for the first version, everything in it. */
function Changes({ from, to }: { from: QnaVersionReply | undefined; to: QnaVersionReply }) {
  const { t } = useTranslation('admin');
  const [before, after] = [from, to].map((version) =>
    version === undefined || version.content === null ? emptyQna : fieldsOfReply(version.content),
  );
  if (before === undefined || after === undefined) return null;
  const names = differingFields(before, after);
  const [old, next] = [textsOf(before), textsOf(after)];
  if (names.length === 0) return <p>{t('qna.noChanges')}</p>;
  return (
    <dl className={styles.detail} aria-label={t('qna.changes')}>
      {names.map((name) => (
        <div key={name}>
          <dt>{t(`qna.field.${name}`)}</dt>
          <dd>
            <WordDiff before={old[name]} after={next[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
