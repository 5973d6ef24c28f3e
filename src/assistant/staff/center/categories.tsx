import { useState, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import FolderTree from 'lucide-react/icons/folder-tree';
import type { CategoryNode, CategoryTreeReply } from '#domain/assistant/wire/categories.ts';
import { alikeNames } from '#domain/assistant/knowledge/qna/categories.ts';
import { fitsSearch } from '#domain/ground/text-search.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import { useReply, remoteFailureOf } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { CategoryBranch } from './category-branch.tsx';
import { CategoryChanges } from './category-changes.tsx';
import { RenameDialog, type CategoryRename } from './rename-dialog.tsx';
import basics from '../../../ui/basics.module.css';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useAttempt } from '../../../ui/use-attempt.ts';
import { call } from '../../../net/call.ts';
import admin from '../../../staff/admin.module.css';

/** The categories of the Q&As as a tree, with counts; each can be renamed, or merged into another one. */
export function Categories() {
  const { t } = useTranslation('center');
  const tree = useReply('GET /qnas/category_tree');
  const [search, setSearch] = useState('');
  const [renaming, setRenaming] = useState<CategoryRename>();
  const undo = useUndoRename(tree.reload);
  return (
    <section className={admin.section} aria-labelledby="categories">
      <h2 id="categories">{t('categories.title')}</h2>
      <p className={admin.lead}>{t('categories.text')}</p>
      <RemoteView remote={tree} words="admin">
        {(value) =>
          value.items.length === 0 ? (
            <EmptyState icon={<FolderTree />} title={t('categories.none')}>
              {t('categories.noneText')}
            </EmptyState>
          ) : (
            <>
              <p>{t('categories.all', { count: value.qnas, published: value.published, check: value.needs_check })}</p>
              <Alike tree={value} onMerge={setRenaming} />
              <SearchBox label={t('categories.search')} value={search} onChange={setSearch} className={undefined} />
              <Branches tree={value} search={search} onRename={(from) => setRenaming({ from, to: from })} />
              <CategoryChanges changes={value.changes} isBusy={undo.isBusy} onUndo={undo.run} />
            </>
          )
        }
      </RemoteView>
      {renaming !== undefined && tree.value !== undefined && (
        <RenameDialog
          {...renaming}
          tree={tree.value.items}
          onClose={() => setRenaming(undefined)}
          onDone={tree.reload}
          onUndo={undo.run}
        />
      )}
    </section>
  );
}

interface BranchesProps {
  tree: CategoryTreeReply;
  search: string;
  onRename: (path: string[]) => void;
}

function Branches({ tree: { items }, search, onRename }: BranchesProps) {
  const { t } = useTranslation('center');
  const larges = items.filter(({ path }) => path.length === 1);
  const fits = ({ path }: CategoryNode) => fitsSearch(path.at(-1) ?? '', search);
  // A category is shown when it fits, and when one above or below it does.
  const shown = items.filter((node) =>
    items.some((other) => fits(other) && (isWithin(node, other) || isWithin(other, node))),
  );
  const found = larges.flatMap((large) => {
    const inner = shown.filter(({ path }) => path.length > 1 && path[0] === large.path[0]);
    return shown.includes(large) ? [{ large, inner }] : [];
  });
  if (found.length === 0) return <p>{t('categories.notFound', { name: search.trim() })}</p>;
  return (
    <div className={basics.rows}>
      {found.map(({ large, inner }) => (
        <CategoryBranch
          key={large.path[0]}
          large={large}
          inner={inner}
          isOpen={search.trim() !== ''}
          onRename={onRename}
        />
      ))}
    </div>
  );
}

/** Names beside each other that differ only by case or spaces, each with a way to merge them. */
function Alike({ tree: { items }, onMerge }: { tree: CategoryTreeReply; onMerge: (renaming: CategoryRename) => void }) {
  const { t } = useTranslation('center');
  const parents = new Set(items.map(({ path }) => JSON.stringify(path.slice(0, -1))));
  const groups = [...parents].flatMap((parent) => {
    const beside = items.filter(({ path }) => JSON.stringify(path.slice(0, -1)) === parent);
    return alikeNames(beside.map(({ path }) => path.at(-1) ?? '')).map((names) =>
      beside.filter(({ path }) => names.includes(path.at(-1) ?? '')).toSorted((a, b) => b.qnas - a.qnas),
    );
  });
  return groups.flatMap(([largest, ...others]) =>
    others.map(({ path }) => {
      const to = largest?.path ?? path;
      const names = { from: path.at(-1), to: to.at(-1) };
      return (
        <Banner
          key={path.join('/')}
          tone="warn"
          action={
            <Button small onClick={() => onMerge({ from: path, to })}>
              {t('categories.mergeInto', names)}
            </Button>
          }
        >
          {t('categories.alike', names)}
        </Banner>
      );
    }),
  );
}

function isWithin(node: CategoryNode, other: CategoryNode): boolean {
  return other.path.every((name, i) => node.path[i] === name);
}

/** Undoes a change of a category, and lists the Q&As that it leaves unchanged. @param onEnded called after each try */
function useUndoRename(onEnded: () => void): { isBusy: boolean; run: (id: string) => void } {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const { isBusy, run } = useAttempt((error) => {
    const isRefused = error instanceof Refused && ['STALE', 'NOT_FOUND', 'FORBIDDEN'].includes(error.code);
    showNotice({
      title: t('categories.notUndone'),
      detail: isRefused ? t(`refused.${error.code}`) : t(`admin:remote.${remoteFailureOf(error).kind}`),
      tone: 'danger',
    });
  });
  // Trying again after a lost reply does not undo twice.
  const keys = useRef(new Map<string, string>());
  async function undo(id: string): Promise<void> {
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    const { undone, kept } = await call(api, 'POST /qnas/category_changes/:id/undo', { params: { id }, key });
    const names = kept.map(({ question }) => question).join(', ');
    showNotice({
      title: t('categories.undone', { count: undone }),
      detail: kept.length === 0 ? undefined : `${t('categories.kept', { count: kept.length })} ${names}`,
      tone: 'ok',
      ...(kept.length > 0 ? { duration: 0 } : {}),
    });
  }
  return { isBusy, run: (id) => void run(() => undo(id)).then(onEnded) };
}
