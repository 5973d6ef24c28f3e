import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '#domain/ground/errors.ts';
import type { FinderTree } from '#domain/assistant/knowledge/finder/tree.ts';
import { Button, buttonRow } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { withoutRow } from './tree-edit.ts';
import basics from '../../../ui/basics.module.css';

export interface RowFormProps {
  tree: FinderTree;
  problems: readonly FieldProblem[];
  entries: readonly [id: string, question: string][];
  onChange: (tree: FinderTree) => void;
  onClose: () => void;
}

interface RowSheetProps extends Pick<RowFormProps, 'tree' | 'onChange' | 'onClose'> {
  id: string;
  title: string;
  /** A further button. */
  action?: ReactNode;
  children: ReactNode;
}

/**
 * Sheet with all fields of a step or a finding. Typed text is kept at once; it reaches devices when the tree is
 * saved.
 */
export function RowSheet({ tree, id, title, action, onChange, onClose, children }: RowSheetProps) {
  const { t } = useTranslation('admin');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      place="side"
      footer={
        <>
          <Button variant="danger" onClick={() => (onChange(withoutRow(tree, id)), onClose())}>
            {t('finder.remove')}
          </Button>
          {action}
          <Button variant="primary" onClick={onClose}>
            {t('finder.done')}
          </Button>
        </>
      }
    >
      <div className={basics.stack}>{children}</div>
    </Dialog>
  );
}

interface ItemButtonsProps<T> {
  items: readonly T[];
  least: number;
  most: number;
  /** A new item. */
  empty: T;
  /** Texts of the two buttons. */
  add: string;
  drop: string;
  onChange: (items: T[]) => void;
}

/** Adds an item at the end of a list, or drops its last one. */
export function ItemButtons<T>({ items, least, most, empty, add, drop, onChange }: ItemButtonsProps<T>) {
  return (
    <div className={buttonRow}>
      {items.length < most && (
        <Button small onClick={() => onChange([...items, empty])}>
          {add}
        </Button>
      )}
      {items.length > least && (
        <Button small onClick={() => onChange(items.slice(0, -1))}>
          {drop}
        </Button>
      )}
    </div>
  );
}
