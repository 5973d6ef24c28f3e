import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Copy from 'lucide-react/icons/copy';
import FilePlus from 'lucide-react/icons/file-plus-2';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { saveTemplate } from '../calls/order-copy.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useCopiedDraft } from '../parts/copied-draft.ts';
import { nameOfOrder } from '../parts/order-words.ts';
import { TemplateName } from '../parts/template-name.tsx';
import type { OrderView } from '../views/view-types.ts';

/** Shows buttons that copy an order, compare it, or make it a template. Every user who may order sees them. */
export function OrderCopies({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const copy = useCopiedDraft();
  if (!hasNavigatorPass(me)) return null;
  const name = nameOfOrder(order, t);
  return (
    <>
      <Button small icon={<Copy aria-hidden />} onClick={() => copy({ name, doc: order.doc, quote: order.quote })}>
        {t('again.action')}
      </Button>
      <Link to={`/one-stop-order/compare?a=${order.id}`} className={buttonClass} data-variant="secondary" data-small>
        <ArrowLeftRight aria-hidden />
        {t('compare.with')}
      </Link>
      <SaveTemplate name={name} doc={order.doc} />
    </>
  );
}

/** Button that keeps a design as a template, after asking for a name. */
export function SaveTemplate({ name, doc }: { name: string; doc: OrderDoc }) {
  const { t } = useTranslation('navigator');
  const { ctx } = useSession();
  const [isAsking, setAsking] = useState(false);
  const handleName = (text: string) => {
    setAsking(false);
    saveTemplate(ctx, { name: text, doc }).then(
      () => showNotice({ title: t('templates.saved', { name: text }), tone: 'ok' }),
      () => showNotice({ title: t('save.failed'), tone: 'danger' }),
    );
  };
  if (isAsking)
    return (
      <TemplateName name={name} action={t('templates.save')} onName={handleName} onClose={() => setAsking(false)} />
    );
  return (
    <Button small icon={<FilePlus aria-hidden />} onClick={() => setAsking(true)}>
      {t('templates.save')}
    </Button>
  );
}
