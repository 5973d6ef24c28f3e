import { useMemo, useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { cutText } from '#domain/ground/text.ts';
import { problemsWithTree } from '#domain/assistant/knowledge/finder/check.ts';
import { differingRows } from '#domain/assistant/knowledge/finder/merge.ts';
import { type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { failureOf } from '../../../shell/remote/remote.ts';
import { useKeyedWrite } from '../../../staff/keyed-write.ts';
import { FindingForm } from './finding-form.tsx';
import { Preview } from './preview.tsx';
import { RowTable } from './row-table.tsx';
import { StaleTree } from './stale-tree.tsx';
import { StepForm } from './step-form.tsx';
import { type RowKind, type TreeEdit, withNewRow } from './tree-edit.ts';
import { TreeForm } from './tree-form.tsx';
import { TreeVersions } from './tree-versions.tsx';
import { call } from '../../../net/call.ts';
import { clearDraft, saveDraft } from '../../../db/drafts.ts';
import { registerTypingSaver } from '../../../session/typing-kept.ts';
import styles from '../../../staff/admin.module.css';

interface TreeEditorProps {
  /** Newest first. */
  versions: TreeVersion[];
  entries: [id: string, question: string][];
  kept: TreeEdit | undefined;
  draftKey: string;
  onReload: () => void;
}

/** A tree in tables: its rows with what is wrong, a preview, saving, and earlier versions. */
export function TreeEditor({ versions, entries, kept, draftKey, onReload }: TreeEditorProps) {
  const { t, i18n } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  const [edit, setEdit] = useTreeEdit(draftKey, kept);
  const [open, setOpen] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const [isNoteWanted, setNoteWanted] = useState(false);
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    if (!(error instanceof Refused && error.code === 'STALE')) return t(`finder.failed.${failureOf(error).kind}`);
    // The newest version is shown beside this one.
    setRefused(true);
    onReload();
    return undefined;
  });
  const citable = useMemo(() => new Set(entries.map(([id]) => id)), [entries]);
  const [current] = versions;
  if (current === undefined) return null;
  const tree = edit?.tree ?? current.tree;
  const note = edit?.note ?? '';
  const base = edit === undefined ? current : versions.find(({ version }) => version === edit.replaces);
  const isStale = edit !== undefined && edit.replaces !== current.version;
  const problems = problemsWithTree(tree, citable);
  const changed = base === undefined ? [] : differingRows(base.tree, tree);
  const next = current.version + 1;

  const change = (to: FinderTree) => setEdit({ replaces: edit?.replaces ?? current.version, tree: to, note });
  const handleNew = (kind: RowKind) => {
    const [to, id] = withNewRow(tree, kind);
    change(to);
    setOpen(id);
  };
  const replaceAll = (to: TreeEdit | undefined, title: string) => {
    setEdit(to);
    showNotice({ title, action: { label: t('common:action.undo'), run: () => setEdit(edit) } });
  };
  async function handleSave(): Promise<void> {
    setNoteWanted(true);
    setRefused(false);
    if (note.trim() === '' || edit === undefined) return;
    const body = { replaces: edit.replaces, tree, note: note.trim() };
    const saved = await run(body, (key) =>
      call(api, 'POST /admin-api/finder_trees/:id', { params: { id: body.tree.id }, body, key }),
    );
    if (saved === undefined) return;
    setEdit(undefined);
    setNoteWanted(false);
    showNotice({ title: t('finder.saved', { version: saved.reply.version }), tone: 'ok' });
    onReload();
  }
  const step = tree.steps.find(({ id }) => id === open);
  const finding = tree.findings.find(({ id }) => id === open);
  const form = { tree, problems, entries, onChange: change, onClose: () => setOpen(undefined) };
  return (
    <>
      <h2>{wordsIn(tree.title, i18n.language)}</h2>
      {isStale && (
        <StaleTree
          base={base?.tree ?? current.tree}
          mine={tree}
          theirs={current}
          takesFocus={isRefused}
          onMerge={(merged) => setEdit({ replaces: current.version, tree: merged, note })}
          onDiscard={() => replaceAll(undefined, t('finder.discarded'))}
        />
      )}
      <TreeForm tree={tree} problems={problems} entries={entries} onChange={change} />
      <RowTable kind="steps" tree={tree} problems={problems} changed={changed} onOpen={setOpen} onNew={handleNew} />
      <RowTable kind="findings" tree={tree} problems={problems} changed={changed} onOpen={setOpen} onNew={handleNew} />
      <section className={styles.save} aria-label={t('finder.saveTitle')}>
        <Field
          label={t('finder.note')}
          value={note}
          hint={t('finder.noteHint')}
          error={isNoteWanted && note.trim() === '' ? t('finder.noteMissing') : undefined}
          onChange={(text) =>
            setEdit({ replaces: edit?.replaces ?? current.version, tree, note: cutText(text, noteChars) })
          }
        />
        <div className={styles.actions}>
          <output className={styles.count}>
            {problems.length > 0
              ? t('finder.problems', { count: problems.length })
              : t('finder.changes', { count: changed.length })}
          </output>
          {edit !== undefined && !isStale && (
            <Button variant="ghost" onClick={() => replaceAll(undefined, t('finder.discarded'))}>
              {t('finder.discard')}
            </Button>
          )}
          <Button
            variant="primary"
            busy={isBusy}
            disabled={changed.length === 0 || problems.length > 0 || isStale || !isOnline}
            onClick={() => void handleSave()}
          >
            {t('finder.save', { version: next })}
          </Button>
        </div>
        <div aria-live="polite" className={styles.word}>
          {!isOnline && <Banner tone="neutral">{t('finder.offline')}</Banner>}
          {problem !== undefined && <Banner tone="danger">{problem}</Banner>}
        </div>
      </section>
      <Preview tree={tree} />
      <TreeVersions
        versions={versions}
        onRestore={(version) =>
          replaceAll(
            {
              replaces: current.version,
              tree: version.tree,
              note: t('finder.restoreNote', { version: version.version }),
            },
            t('finder.restored', { version: version.version }),
          )
        }
      />
      {step !== undefined && <StepForm {...form} step={step} />}
      {finding !== undefined && <FindingForm {...form} finding={finding} />}
    </>
  );
}

/** Most characters of a note, as the server takes them. */
const noteChars = 500;

/** State of the edit; undefined while nothing is changed. Each change is saved on this device and survives a reload. */
function useTreeEdit(key: string, kept: TreeEdit | undefined) {
  const { db } = useSession();
  const [edit, setEdit] = useState(kept);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: TreeEdit | undefined) => {
    setEdit(next);
    saving.current = next === undefined ? clearDraft(db, key) : saveDraft(db, key, next);
    // What is on the screen stays there; a reload asks again, see `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  return [edit, change] as const;
}
