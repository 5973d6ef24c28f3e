import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { titlesOf } from '../views/titles.ts';
import { useSession } from '../../session/session-context.tsx';
import type { RoomView } from '../../chat/views/view-types.ts';

/**
 * Returns the titles of conversations with the assistant, as a function: the one the user gave, else the first words of
 * the first question. An empty text while they are being read. Live.
 * @param rooms must be stable between renders
 */
export function useTitles(rooms: readonly RoomView[]): (room: Pick<RoomView, 'id' | 'title'>) => string {
  const { t } = useTranslation('chat');
  const { db } = useSession();
  const automatic = useLiveQuery(
    () =>
      titlesOf(
        db,
        rooms.map(({ id }) => id),
      ),
    [db, rooms],
  );
  return useCallback(
    ({ id, title }) => {
      if (title !== undefined && title.text !== null) return title.text;
      // While other rooms are being read, the hook still returns the titles of the rooms before.
      return automatic?.has(id) === true ? (automatic.get(id) ?? t('conversations.untitled')) : '';
    },
    [automatic, t],
  );
}
