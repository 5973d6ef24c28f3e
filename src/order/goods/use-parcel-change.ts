import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import { changeParcel } from '../calls/parcel-change.ts';
import { useSession } from '../../session/session-context.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';

type ParcelChange = Omit<CommandArgs<'parcel.change'>, 'orderId' | 'parcelId'> & { parcelId?: string };

/** Returns a function that takes a parcel of this order one step on, and resolves with whether that is kept here. */
export function useParcelChange(orderId: string): (change: ParcelChange) => Promise<boolean> {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  return useCallback(
    async (change) => {
      try {
        await changeParcel(ctx, { orderId, ...change });
        return true;
      } catch {
        showNotice({ title: t('save.failed'), tone: 'danger' });
        return false;
      }
    },
    [ctx, orderId, t],
  );
}
