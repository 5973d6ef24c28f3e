import { useState, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FinderTree, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { TreeVersion } from '#domain/assistant/wire/finder.ts';
import { Refused } from '../../../net/errors.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { remoteFailureOf } from '../../../shell/remote/remote.ts';
import { useKeyedWrite } from '../../../staff/keyed-write.ts';
import { SavePanel } from '../../../staff/save-panel.tsx';
import { FindingForm } from './finding-form.tsx';
import { Preview } from './preview.tsx';
import type { RowFormProps } from './row-form.tsx';
import { RowTable } from './row-table.tsx';
import { StaleTree } from './stale-tree.tsx';
import { StepForm } from './step-form.tsx';
import { editedTree, type RowKind, type TreeEdit, withNewRow } from './tree-edit.ts';
import { TreeForm } from './tree-form.tsx';
import { TreeVersions } from './tree-versions.tsx';
import { call } from '../../../net/call.ts';
import { clearDraft, saveDraft } from '../../../db/drafts.ts';
import { registerTypingSaver } from '../../../session/typing-kept.ts';

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
  const isOnline = useOnline();
  const { edit, setEdit, replaceAll, discard } = useTreeEdit(draftKey, kept);
  const { isBusy, problem, isRefused, isNoteWanted, save } = useTreeSave(edit, () => setEdit(undefined), onReload);
  const [current] = versions;
  if (current === undefined) return null;
  const { tree, note, base, isStale, problems, changed } = editedTree(edit, current, versions, entries);

  const type = (typed: Partial<TreeEdit>) =>
    setEdit({ replaces: edit?.replaces ?? current.version, tree, note, ...typed });
  const handleTree = (to: FinderTree) => type({ tree: to });
  const handleRestore = ({ version, tree: restored }: TreeVersion) =>
    replaceAll(
      { replaces: current.version, tree: restored, note: t('finder.restoreNote', { version }) },
      t('finder.restored', { version }),
    );
  return (
    <>
      <h2>{wordsIn(tree.title, i18n.language)}</h2>
      {isStale && (
        <StaleTree
          base={base?.tree ?? current.tree}
          mine={tree}
          theirs={current}
          takesFocus={isRefused}
          onMerge={(merged) => type({ replaces: current.version, tree: merged })}
          onDiscard={discard}
        />
      )}
      <TreeForm tree={tree} problems={problems} entries={entries} onChange={handleTree} />
      <Rows tree={tree} problems={problems} changed={changed} entries={entries} onChange={handleTree} />
      <SavePanel
        words="finder"
        note={note}
        isNoteWanted={isNoteWanted}
        onNote={(text) => type({ note: text })}
        problems={problems.length}
        changes={changed.length}
        problem={problem}
      >
        {edit !== undefined && !isStale && (
          <Button variant="ghost" onClick={discard}>
            {t('finder.discard')}
          </Button>
        )}
        <Button
          variant="primary"
          busy={isBusy}
          disabled={changed.length === 0 || problems.length > 0 || isStale || !isOnline}
          onClick={() => void save()}
        >
          {t('finder.save', { version: current.version + 1 })}
        </Button>
      </SavePanel>
      <Preview tree={tree} />
      <TreeVersions versions={versions} onRestore={handleRestore} />
    </>
  );
}

interface RowsProps extends Omit<RowFormProps, 'onClose'> {
  /** Ids of the rows that differ from the saved version. */
  changed: readonly string[];
}

/** The steps and the findings of a tree, and the form of the one that is open. */
function Rows({ changed, ...form }: RowsProps) {
  const { tree, problems, onChange } = form;
  const [open, setOpen] = useState<string>();
  const handleNew = (kind: RowKind) => {
    const [to, id] = withNewRow(tree, kind);
    onChange(to);
    setOpen(id);
  };
  const handleClose = () => setOpen(undefined);
  const step = tree.steps.find(({ id }) => id === open);
  const finding = tree.findings.find(({ id }) => id === open);
  return (
    <>
      <RowTable kind="steps" tree={tree} problems={problems} changed={changed} onOpen={setOpen} onNew={handleNew} />
      <RowTable kind="findings" tree={tree} problems={problems} changed={changed} onOpen={setOpen} onNew={handleNew} />
      {step !== undefined && <StepForm {...form} step={step} onClose={handleClose} />}
      {finding !== undefined && <FindingForm {...form} finding={finding} onClose={handleClose} />}
    </>
  );
}

/** Saves an edit as the next version. Returns why the last try failed, and what it lacked. */
function useTreeSave(edit: TreeEdit | undefined, onSaved: () => void, onReload: () => void) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const [isRefused, setRefused] = useState(false);
  const [isNoteWanted, setNoteWanted] = useState(false);
  const { isBusy, problem, run } = useKeyedWrite((error) => {
    if (!(error instanceof Refused && error.code === 'STALE')) return t(`finder.failed.${remoteFailureOf(error).kind}`);
    // The newest version is shown beside this one.
    setRefused(true);
    onReload();
    return undefined;
  });
  async function save(): Promise<void> {
    setNoteWanted(true);
    setRefused(false);
    const note = edit?.note.trim() ?? '';
    if (note === '' || edit === undefined) return;
    const body = { replaces: edit.replaces, tree: edit.tree, note };
    const saved = await run(body, (key) =>
      call(api, 'POST /admin-api/finder_trees/:id', { params: { id: body.tree.id }, body, key }),
    );
    if (saved === undefined) return;
    onSaved();
    setNoteWanted(false);
    showNotice({ title: t('finder.saved', { version: saved.reply.version }), tone: 'ok' });
    onReload();
  }
  return { isBusy, problem, isRefused, isNoteWanted, save };
}

/**
 * State of the edit; undefined while nothing is changed. `replaceAll` offers to take itself back. Each change is saved
 * on this device and survives a reload.
 */
function useTreeEdit(key: string, kept: TreeEdit | undefined) {
  const { t } = useTranslation('admin');
  const { db } = useSession();
  const [edit, setEdit] = useState(kept);
  const saving = useRef(Promise.resolve());
  useEffect(() => registerTypingSaver(() => saving.current), []);
  const change = (next: TreeEdit | undefined) => {
    setEdit(next);
    saving.current = next === undefined ? clearDraft(db, key) : saveDraft(db, key, next);
    // If this fails, the text stays on the screen, and a reload learns of it through `registerTypingSaver`.
    saving.current.catch(() => undefined);
  };
  const replaceAll = (to: TreeEdit | undefined, title: string) => {
    change(to);
    showNotice({ title, action: { label: t('common:action.undo'), run: () => change(edit) } });
  };
  const discard = () => replaceAll(undefined, t('finder.discarded'));
  return { edit, setEdit: change, replaceAll, discard };
}
