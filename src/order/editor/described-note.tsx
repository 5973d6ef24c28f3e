import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { changesOfAskedOrder } from '#domain/order/design/asked-order.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { Banner } from '../../ui/banner.tsx';
import { useSession } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { describedCell, keptDescription } from './described-cell.ts';
import { useEditor } from './order-editor.ts';
import { useTakeDesign } from './take-design.ts';

/** Says that the user has described a cell that the order lacks; renders nothing once a field of it is filled. */
export function DescribedNote() {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const { orderId, doc, held } = useEditor();
  const take = useTakeDesign();
  const text = keptDescription(orderId).trim();
  const changes = useMemo(() => changesOf(text, doc, () => ctx.newId()), [text, doc, ctx]);
  if (held || changes.length === 0) return null;
  return (
    <Banner
      action={
        <Button small onClick={() => void take(changes)}>
          {t('design.take')}
        </Button>
      }
    >
      {t('design.untaken', { text })}
    </Banner>
  );
}

/** Returns the changes that fill the order; none where the text describes no cell, or one of them replaces a value. */
function changesOf(text: string, doc: OrderDoc, newId: () => string): ValueChange[] {
  if (text === '') return [];
  const { order, problem } = describedCell(text, doc['quantity']);
  const hasTests = Object.keys(doc).some((path) => path.startsWith('tests/'));
  if (problem !== undefined || (hasTests && order.tests.length > 0)) return [];
  const changes = changesOfAskedOrder(order, newId, { doc });
  const isFree = changes.every(({ path }) => path === 'service' || (doc[path] ?? null) === null);
  return isFree ? changes : [];
}
