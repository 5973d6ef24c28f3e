import { useTranslation } from 'react-i18next';
import Headset from 'lucide-react/icons/headset';
import MessagesSquare from 'lucide-react/icons/messages-square';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Messenger } from './messenger.tsx';
import { useRoomInAddress } from './room-choice.tsx';
import { everyRoom, expertRooms, orderRooms, orderTemplates } from '../parts/room-kinds.ts';
import { StartOrderRoom, useStartRoom } from './start-room.tsx';

/** Expert rooms of a customer. */
export function ExpertChatScreen() {
  const { t } = useTranslation('chat');
  const choice = useRoomInAddress();
  const start = useStartRoom(choice);
  return (
    <Messenger
      types={expertRooms}
      choice={choice}
      empty={
        <EmptyState
          icon={<Headset />}
          title={t('expert.emptyTitle')}
          action={
            <Button variant="primary" onClick={() => start({ type: 5 })}>
              {t('expert.start')}
            </Button>
          }
        >
          {t('expert.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Rooms of orders and test results. */
export function OrderMessengerScreen() {
  const { t } = useTranslation('chat');
  const choice = useRoomInAddress();
  return (
    <Messenger
      types={orderRooms}
      choice={choice}
      templates={orderTemplates}
      foot={<StartOrderRoom choice={choice} />}
      empty={
        <EmptyState icon={<MessagesSquare />} title={t('orderRooms.emptyTitle')}>
          {t('orderRooms.emptyText')}
        </EmptyState>
      }
    />
  );
}

/** Rooms of all customers, for experts. */
export function AdminChatScreen() {
  const { t } = useTranslation('chat');
  const choice = useRoomInAddress();
  return (
    <Messenger
      types={everyRoom}
      choice={choice}
      staff
      empty={
        <EmptyState icon={<MessagesSquare />} title={t('admin.emptyTitle')}>
          {t('admin.emptyText')}
        </EmptyState>
      }
    />
  );
}
