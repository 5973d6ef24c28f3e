import { useTranslation } from 'react-i18next';
import { discardWaiting } from '../../../db/send-again.ts';
import { type OpenCommand, openOf } from '../views/staff-commands.ts';
import { useSession } from '../../../session/session-context.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';

/**
 * Returns a function that takes a report out of the outbox, with what publishes only it, and offers to put both back.
 * @param open the commands about its order that are not settled
 */
export function useDiscardReport(open: readonly OpenCommand[]): (report: OpenCommand<'report.add'>) => Promise<void> {
  const { t } = useTranslation('admin');
  const { ctx } = useSession();
  return async ({ entry: { cmdId, args } }) => {
    const publishing = openOf(open, 'report.publish').filter(({ entry: { args: said } }) =>
      said.reportIds.every((id) => id === args.reportId),
    );
    const putBack: (() => Promise<void>)[] = [];
    for (const id of [...publishing.map(({ entry }) => entry.cmdId), cmdId])
      putBack.push(await discardWaiting(ctx, id));
    const run = async () => {
      for (const back of putBack) await back();
    };
    const action = { label: t('common:action.undo'), run: () => void run() };
    const what = { what: args.name, interpolation: { escapeValue: false } };
    showNotice({ title: t('orders.takenBack', what), action });
  };
}
