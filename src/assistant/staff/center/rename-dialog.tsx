import { useCallback, useState, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CategoryNode, CategoryPreviewReply } from '#domain/assistant/wire/categories.ts';
import { categoryLevels, problemWithRename } from '#domain/assistant/knowledge/qna/categories.ts';
import type { Api } from '../../../net/http.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useRemote } from '../../../shell/remote/remote.ts';
import { RemoteView } from '../../../shell/remote/remote-view.tsx';
import { CategoryBox, closesOpenList } from '../qnas/category-box.tsx';
import { useSend } from '../parts/use-send.ts';
import { call } from '../../../net/call.ts';
import styles from '../parts/center.module.css';

/** A category, and the names that it gets at first. */
export interface CategoryRename {
  from: string[];
  to: string[];
}

interface RenameDialogProps extends CategoryRename {
  tree: readonly CategoryNode[];
  onClose: () => void;
  onDone: () => void;
  onUndo: (id: string) => void;
}

/** Asks for another name of a category, and shows what it would change before it is written. */
export function RenameDialog({ from, to: first, tree, onClose, onDone, onUndo }: RenameDialogProps) {
  const { t } = useTranslation('center');
  const { api } = useSession();
  const send = useSend();
  const [to, setTo] = useState(first);
  const [isTried, setTried] = useState(false);
  const { plain, problem, preview, isSettled, seen } = usePreview(from, to);
  const handleClose = () => {
    // Escape closes the list of names first.
    if (!closesOpenList()) onClose();
  };
  const problemTextOf = (level: number) => {
    const isHere = problem?.path === `to/${level}` || (problem?.path === 'to' && level === from.length - 1);
    // A missing name is reported after the first try to save; a name that is too long, at once.
    return isHere && (isTried || problem.code === 'too_long') ? t(`categories.problem.${problem.code}`) : undefined;
  };
  async function handleRename(): Promise<void> {
    setTried(true);
    if (seen === undefined) return;
    let made = '';
    const body = { from, to: seen.to, stamp: seen.stamp };
    const isDone = await send.run(body, async (key) => {
      made = (await call(api, 'POST /qnas/category_changes', { body, key })).id;
    });
    if (!isDone) return preview.reload();
    showNotice({
      title: t('categories.done', { count: seen.qnas }),
      tone: 'ok',
      action: { label: t('common:action.undo'), run: () => onUndo(made) },
    });
    onDone();
    onClose();
  }
  return (
    <Dialog
      open
      onClose={handleClose}
      title={t('categories.renameTitle', { name: from.join(' / ') })}
      description={<p>{t('categories.renameText')}</p>}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button
            variant="primary"
            busy={send.isBusy || (problem === undefined && seen === undefined && preview.failure === undefined)}
            onClick={() => void handleRename()}
          >
            {seen === undefined
              ? t('categories.rename')
              : t(seen.is_merge ? 'categories.merge' : 'categories.renameSure', { count: seen.qnas })}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        {from.map((_, i) => (
          <CategoryBox
            key={categoryLevels[i]}
            label={t(`categories.level.${categoryLevels[i]}`)}
            value={to[i] ?? ''}
            options={namesIn(tree, plain.slice(0, i))}
            required
            error={problemTextOf(i)}
            onChange={(name) => setTo((names) => names.map((each, at) => (at === i ? name : each)))}
          />
        ))}
        {problem === undefined && (
          <RemoteView remote={preview} words="admin">
            {(value) => (value === null ? null : <Preview preview={value} isOld={!isSettled} />)}
          </RemoteView>
        )}
        <div role="alert">{send.problem !== undefined && <Banner tone="danger">{send.problem}</Banner>}</div>
      </div>
    </Dialog>
  );
}

/** Returns what a rename would change, or why the names are not allowed, once they are unchanged for a moment. */
function usePreview(from: string[], to: readonly string[]) {
  const plain = to.map((name) => name.trim());
  const problem = problemWithRename(from, plain);
  const settled = useSettled(JSON.stringify(plain));
  const isSettled = settled === JSON.stringify(plain);
  const preview = useRemote(
    `category rename ${JSON.stringify(from)} ${settled}`,
    useCallback((asked: Api) => previewOf(asked, from, settled), [from, settled]),
  );
  const seen = isSettled && problem === undefined ? (preview.value ?? undefined) : undefined;
  return { plain, problem, preview, isSettled, seen };
}

function Preview({ preview, isOld }: { preview: CategoryPreviewReply; isOld: boolean }) {
  const { t } = useTranslation('center');
  const { qnas, questions, is_merge: isMerge, alike, to } = preview;
  const names = { name: to.join(' / '), count: qnas };
  return (
    <section aria-live="polite" aria-busy={isOld} aria-label={t('categories.preview')}>
      <p>{t(isMerge ? 'categories.previewMerge' : 'categories.previewRename', names)}</p>
      {alike.length > 0 && <Banner tone="warn">{t('categories.alikeNew', { names: alike.join(', ') })}</Banner>}
      <ul className={styles.list}>
        {questions.map(({ id, question }) => (
          <li key={id}>{question}</li>
        ))}
      </ul>
      {qnas > questions.length && <p>{t('sync.cut', { count: qnas - questions.length })}</p>}
      <p className={styles.quiet}>{t('categories.means')}</p>
    </section>
  );
}

/** Resolves with null for names that are not allowed. */
async function previewOf(api: Api, from: string[], settled: string): Promise<CategoryPreviewReply | null> {
  const to = JSON.parse(settled) as string[];
  return problemWithRename(from, to) === undefined
    ? await call(api, 'POST /qnas/category_changes/preview', { body: { from, to } })
    : null;
}

/** Returns the names of the categories that are directly in one. */
function namesIn(tree: readonly CategoryNode[], parent: readonly string[]): string[] {
  return tree.flatMap(({ path }) =>
    path.length === parent.length + 1 && parent.every((name, i) => path[i] === name) ? [path.at(-1) ?? ''] : [],
  );
}

/** Returns a text once it has stayed the same for a moment, so that not each letter is sent. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), afterMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

const afterMs = 300;
