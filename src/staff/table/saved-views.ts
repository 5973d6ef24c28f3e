import { useLiveQuery } from 'dexie-react-hooks';
import { changeDraft, draftOf } from '../../db/drafts.ts';
import { useSession } from '../../session/session-context.tsx';

/** A list as its user wants to see it again. */
export interface SavedView {
  id: string;
  name: string;
  /** Search, filters and sorting, as the address of the list has them. */
  address: string;
  hidden: string[];
  /** The list opens with it. */
  isDefault: boolean;
}

interface SavedViews {
  /** undefined while they are read. */
  views: readonly SavedView[] | undefined;
  /** Adds a view, or replaces the one with its id. */
  save: (view: SavedView) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** Returns the saved views of a list, which this user has on this device, by name. */
export function useSavedViews(list: string): SavedViews {
  const { db } = useSession();
  const key = `views of list/${list}`;
  const kept = useLiveQuery(async () => (await draftOf<SavedView[]>(db, key)) ?? [], [db, key]);
  const change = async (next: (before: readonly SavedView[]) => SavedView[]) => {
    await changeDraft<SavedView[]>(db, key, (before = []) => next(before));
  };
  return {
    views: kept,
    save: (view) => change((before) => withView(before, view)),
    remove: (id) => change((before) => before.filter((view) => view.id !== id)),
  };
}

/** Returns the views with this one, by name. At most one is the default. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const others = views
    .filter(({ id }) => id !== view.id)
    .map((other) => (view.isDefault ? { ...other, isDefault: false } : other));
  return [...others, view].sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the view that is shown: the one with this address and these hidden columns. */
export function shownView(
  views: readonly SavedView[],
  address: string,
  hidden: ReadonlySet<string>,
): SavedView | undefined {
  const isShown = (view: SavedView) =>
    view.address === address && view.hidden.length === hidden.size && view.hidden.every((name) => hidden.has(name));
  return views.find(isShown);
}
