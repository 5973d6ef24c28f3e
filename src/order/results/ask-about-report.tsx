import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import MessagesSquare from 'lucide-react/icons/messages-square';
import type { Order } from '#domain/order/data/order.ts';
import { roomTypes } from '#domain/account/room-types.ts';
import { openRoom } from '../../chat/calls/room-open.ts';
import { changeDraft } from '../../db/drafts.ts';
import { roomsOf } from '../../chat/views/room-views.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import type { Written } from '../../db/written.ts';

/** Opens the conversation about a report, also offline, with a request for more updates in its box. */
export function AskAboutReport({ order, name }: { order: Pick<Order, 'number'>; name: string }) {
  const { t } = useTranslation('navigator');
  const { db, me, ctx } = useSession();
  const navigate = useNavigate();
  const resultName = `${order.number}: ${name}`;
  const open = async () => {
    const known = (await roomsOf(db, me)).find(
      (room) => room.type === roomTypes.result && room.resultName === resultName && room.customerId === me.id,
    );
    const roomId = known?.id ?? (await openRoom(ctx, { type: roomTypes.result, resultName, name: resultName }));
    const text = t('reports.request', { name: resultName, interpolation: { escapeValue: false } });
    // What the user has written there stays.
    await changeDraft<Written>(db, `room:${roomId}`, (written) => written ?? { text, files: [] });
    await navigate(`/one-stop-order/messenger?room=${roomId}`);
  };
  const handleAsk = () => {
    open().catch(() => showNotice({ title: t('history.noRoom'), tone: 'danger' }));
  };
  return (
    <Button small icon={<MessagesSquare aria-hidden />} onClick={handleAsk}>
      {t('reports.ask')}
    </Button>
  );
}
