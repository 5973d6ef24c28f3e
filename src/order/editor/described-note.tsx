import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { designChanges } from '#domain/order/design/design-changes.ts';
import { docOfDesign } from '#domain/order/design/parameters.ts';
import { solvedDesign } from '#domain/order/design/solve.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import type { ValueChange } from '#domain/order/fields/presets.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { describedCell, keptDescription } from './described-cell.ts';
import { useEditor } from './order-editor.ts';
import { useTakeDesign } from './take-design.ts';

/** Says that the user has described a cell that the order lacks; renders nothing once a field of it is filled. */
export function DescribedNote() {
  const { t } = useTranslation('navigator');
  const { orderId, doc, held } = useEditor();
  const take = useTakeDesign();
  const text = keptDescription(orderId).trim();
  const changes = useMemo(() => changesOf(text, doc), [text, doc]);
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
function changesOf(text: string, doc: OrderDoc): ValueChange[] {
  if (text === '') return [];
  const { asked, problem } = describedCell(text, doc['quantity']);
  if (problem !== undefined) return [];
  const changes = designChanges(docOfDesign(solvedDesign(asked).parameters), doc);
  const isFree = changes.every(({ path }) => path === 'service' || (doc[path] ?? null) === null);
  return isFree ? changes : [];
}
