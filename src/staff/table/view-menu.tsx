import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { Button, IconButton } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { closingMenu } from './closing-menu.ts';
import { type SavedView, shownView, useSavedViews } from './saved-views.ts';
import { searchParamsOf, emptyAddress, type TableAddress, type TableState } from './table-state.ts';
import { ViewDialog } from './view-dialog.tsx';
import styles from './table.module.css';

interface ViewMenuProps {
  list: string;
  address: TableAddress;
  state: TableState;
  hidden: ReadonlySet<string>;
  onHide: (hidden: ReadonlySet<string>) => void;
  onShow: (params: URLSearchParams, options?: { replace: boolean }) => void;
}

/** The saved views of a list: shown, saved, renamed and deleted. A list without an address opens with its default. */
export function ViewMenu({ list, address, state, hidden, onHide, onShow }: ViewMenuProps) {
  const { t } = useTranslation('admin');
  const { views, save, remove } = useViews(list);
  const [edited, setEdited] = useState<SavedView>();
  const here = searchParamsOf({ ...state, page: 1 }, address).toString();
  const shown = shownView(views ?? [], here, hidden);
  const show = (view: Pick<SavedView, 'address' | 'hidden'>, replace = false) => {
    onHide(new Set(view.hidden));
    onShow(new URLSearchParams(view.address), { replace });
  };
  const choose = ({ currentTarget }: MouseEvent, view: Pick<SavedView, 'address' | 'hidden'>) => {
    currentTarget.closest('details')?.removeAttribute('open');
    show(view);
  };
  useDefaultView(views, (view) => show(view, true));
  const fresh = { id: crypto.randomUUID(), name: '', address: here, hidden: [...hidden], isDefault: false };
  return (
    <>
      <details className={styles.menu} ref={closingMenu}>
        <summary>
          {shown?.name ?? t('table.view.menu')}
          <ChevronDown aria-hidden />
        </summary>
        {/* It can have the focus, so that a click between its buttons does not close it. */}
        <fieldset className={`${styles.options} ${styles.views}`} aria-label={t('table.view.menu')} tabIndex={-1}>
          <ul>
            <li>
              <Button
                small
                variant="ghost"
                onClick={(event) => choose(event, { address: emptyAddress(address).toString(), hidden: [] })}
              >
                {t('table.view.all')}
              </Button>
            </li>
            {views?.map((view) => (
              <ViewItem
                key={view.id}
                view={view}
                isShown={view.id === shown?.id}
                onShow={(event) => choose(event, view)}
                onEdit={() => setEdited(view)}
                onDelete={() => remove(view)}
              />
            ))}
          </ul>
          <Button small onClick={() => setEdited(fresh)}>
            {t('table.view.save')}
          </Button>
        </fieldset>
      </details>
      {edited !== undefined && <ViewDialog view={edited} onSave={save} onClose={() => setEdited(undefined)} />}
    </>
  );
}

/** Returns the saved views of a list, and functions that save and delete one; the user is told when that fails. */
function useViews(list: string) {
  const { t } = useTranslation('admin');
  const { views, save, remove } = useSavedViews(list);
  const report = (work: Promise<void>) => {
    work.catch(() => showNotice({ title: t('table.view.notKept'), tone: 'danger' }));
  };
  const saveView = (view: SavedView) => report(save(view));
  const removeView = (view: SavedView) => {
    report(remove(view.id));
    const action = { label: t('common:action.undo'), run: () => saveView(view) };
    showNotice({ title: t('table.view.deleted', { name: view.name }), action });
  };
  return { views, save: saveView, remove: removeView };
}

interface ViewItemProps {
  view: SavedView;
  isShown: boolean;
  onShow: (event: MouseEvent) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function ViewItem({ view: { name, isDefault }, isShown, onShow, onEdit, onDelete }: ViewItemProps) {
  const { t } = useTranslation('admin');
  return (
    <li>
      <Button small variant="ghost" aria-current={isShown ? 'true' : undefined} onClick={onShow}>
        {isDefault ? t('table.view.isDefault', { name }) : name}
      </Button>
      <IconButton small label={t('table.view.change', { name })} icon={<Pencil aria-hidden />} onClick={onEdit} />
      <IconButton small label={t('table.view.delete', { name })} icon={<Trash2 aria-hidden />} onClick={onDelete} />
    </li>
  );
}

/** Shows the default view once, when the list was opened without an address of its own. */
function useDefaultView(views: readonly SavedView[] | undefined, show: (view: SavedView) => void): void {
  const { search } = useLocation();
  const isDone = useRef(search !== '');
  useEffect(() => {
    if (isDone.current || views === undefined) return;
    isDone.current = true;
    const view = views.find(({ isDefault }) => isDefault);
    if (view !== undefined) show(view);
  });
}
