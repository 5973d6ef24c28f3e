import { useCallback, useEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Api } from '../../net/http.ts';
import { useKeptRemote } from '../../shell/remote/kept-remote.ts';
import type { Remote } from '../../shell/remote/remote.ts';
import type { ListPage, StaffListProps } from './list-props.ts';
import { queryOf, type TableState } from './table-state.ts';

interface Rows<Reply> {
  /** The page of rows that is shown: the server's, or this device's while the server cannot be reached. */
  remote: Remote<Reply>;
  /** Whether it is of an earlier request, while the server has not replied yet. */
  isOld: boolean;
  /** The last page that was shown; undefined before the first one. */
  last: Reply | undefined;
}

/** Reads a page of a list. It is read again when something says that it is outdated. */
export function useRows<Row, Reply extends ListPage<Row>>(
  props: StaffListProps<Row, Reply>,
  state: TableState,
): Rows<Reply> {
  const { name, read, readHere } = props;
  const query = queryOf(state);
  const call = useCallback((api: Api) => read(api, query), [read, query]);
  const remote = useKeptRemote(`${name} ${query}`, call, state.search === '' && state.page === 1);
  const { value, failure, reload } = remote;
  const [last, setLast] = useState<Reply>();
  if (value !== undefined && value !== last) setLast(value);
  const isAway = failure?.kind === 'unreachable';
  const here = useLiveQuery(async () => (isAway ? readHere?.(state) : undefined), [isAway, readHere, query]);
  // Rows stay until the next ones are here, so that the page does not jump.
  const shown = here?.reply ?? value ?? (failure === undefined ? last : undefined);
  useNewest(value?.items, props.isOutdated, reload);
  useReadAgain(props.stamp, reload);
  useChangesHere(state, props.stampHere, reload);
  return {
    remote: { ...remote, value: shown, seenAt: here === undefined ? remote.seenAt : here.at },
    isOld: value === undefined && here === undefined,
    last: shown ?? last,
  };
}

/** Reads the rows again when this device knows newer values. */
function useNewest<Row>(
  rows: readonly Row[] | undefined,
  isOutdated: ((rows: readonly Row[]) => Promise<boolean>) | undefined,
  reload: () => void,
): void {
  const is = useLiveQuery(async () => rows !== undefined && (await isOutdated?.(rows)), [rows, isOutdated]);
  useEffect(() => {
    if (is === true) reload();
  }, [is, reload]);
}

/** Reads the list again when the stamp changes. */
function useReadAgain(stamp: string | undefined, reload: () => void): void {
  const before = useRef(stamp);
  useEffect(() => {
    if (before.current !== stamp) reload();
    before.current = stamp;
  }, [stamp, reload]);
}

/** Reads the list again when rows that belong into it come, change or go on this device. */
function useChangesHere(
  state: TableState,
  stampHere: ((state: TableState) => Promise<string>) | undefined,
  reload: () => void,
): void {
  const query = queryOf(state);
  const now = useLiveQuery(async () => ({ of: query, stamp: await stampHere?.(state) }), [query, stampHere]);
  const before = useRef(now);
  useEffect(() => {
    if (now === undefined) return;
    if (before.current?.of === now.of && before.current.stamp !== now.stamp) reload();
    before.current = now;
  }, [now, reload]);
}
