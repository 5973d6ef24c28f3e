import { Fragment, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { changesOfTypical } from '#domain/order/fields/presets.ts';
import { buildsCells } from '#domain/order/data/services.ts';
import { Button } from '../../ui/button.tsx';
import { CellGroup } from '../editor/cell-group.tsx';
import { CellPicturesFold } from './cell-pictures-fold.tsx';
import { cellGroups } from '../editor/cell-groups.ts';
import { controlAt } from '../parts/control-at.ts';
import { useEditor } from '../editor/order-editor.ts';
import { DescribedNote } from '../editor/described-note.tsx';
import styles from './cell-step.module.css';

/**
 * Cell step: the fields of the cell and, where we build it, those of its design, in groups that open and close.
 * @param sought path of the field to which the user was sent; its group is open
 */
export function CellStep({ sought }: { sought: string | undefined }) {
  const { t } = useTranslation('navigator');
  const { doc, checks, writeFrom } = useEditor();
  const groups = cellGroups(doc, checks);
  const groupOf = (path: string | undefined) =>
    groups.find(({ fields }) => fields.some((each) => each.path === path))?.code ?? 'cell';
  const [opened, setOpened] = useState(() => new Set(['cell', ...openedGroups(), groupOf(sought)]));
  const setOpen = (code: string, isOpen: boolean) => {
    const next = new Set(opened);
    if (isOpen) next.add(code);
    else next.delete(code);
    keepOpenedGroups(next);
    setOpened(next);
  };
  const goTo = (path: string) => {
    // The field exists only after its group has opened.
    flushSync(() => setOpen(groupOf(path), true));
    document.querySelector<HTMLElement>(controlAt(path))?.focus();
  };
  const hasTypical = changesOfTypical(doc).length > 0;
  const [firstOpen] = groups.flatMap((group) => group.open);
  const hasDesign = groups.length > 1;
  return (
    <>
      <DescribedNote />
      {hasDesign && <CellPicturesFold doc={doc} onChoose={goTo} />}
      {groups.map((group, index) => (
        <Fragment key={group.code}>
          <CellGroup group={group} isOpen={opened.has(group.code)} onToggle={(isOpen) => setOpen(group.code, isOpen)} />
          {index === 0 && hasDesign && (
            <div className={styles.typical}>
              {hasTypical && (
                <Button small onClick={() => void writeFrom(changesOfTypical)}>
                  {t('typical')}
                </Button>
              )}
              {firstOpen !== undefined && (
                <Button small onClick={() => goTo(firstOpen)}>
                  {t('cellGroups.firstOpen')}
                </Button>
              )}
              <p>{t('cellGroups.paste')}</p>
            </div>
          )}
        </Fragment>
      ))}
      {buildsCells(doc) && !hasDesign && <p className={styles.hint}>{t('formatFirst')}</p>}
    </>
  );
}

const key = 'vfp:cell-groups';

/** Returns the groups of the cell step that were open in this tab, so that a reload shows the same fields. */
function openedGroups(): string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}

/** Remembers the open groups for this tab. */
function keepOpenedGroups(codes: Iterable<string>): void {
  sessionStorage.setItem(key, JSON.stringify([...codes]));
}
