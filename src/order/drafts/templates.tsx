import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { mayDiscardDraft } from '#domain/order/life/draft-rights.ts';
import { templateNameOf, templatePath } from '#domain/order/fields/template.ts';
import { renameTemplate } from '../calls/order-copy.ts';
import { templatesOf } from '../views/order-views.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { displayNameOf } from '../../i18n/display-name.ts';
import { useCopiedDraft } from '../parts/copied-draft.ts';
import { discardWithUndo, useDiscarding } from '../parts/discard-draft.ts';
import { nameOfOrder, summaryOf } from '../parts/order-words.ts';
import { usePriceText } from '../parts/price-text.ts';
import { TemplateName } from '../parts/template-name.tsx';
import styles from './drafts.module.css';
import type { OrderView } from '../views/view-types.ts';

/** Templates of the user and of their company; nothing while there are none. */
export function Templates() {
  const { t } = useTranslation('navigator');
  const { db, me } = useSession();
  const discarding = useDiscarding();
  const templates = useLiveQuery(() => templatesOf(db, me), [db, me]) ?? [];
  const shown = templates.filter(({ id, pendingTransition }) => !discarding.has(id) && pendingTransition === null);
  if (shown.length === 0) return null;
  return (
    <Card title={t('templates.title')}>
      <ul className={styles.list} aria-label={t('templates.title')}>
        {shown.map((template) => (
          <TemplateRow key={template.id} template={template} />
        ))}
      </ul>
    </Card>
  );
}

function TemplateRow({ template }: { template: OrderView }) {
  const { t } = useTranslation('navigator');
  const { ctx, me } = useSession();
  const copy = useCopiedDraft();
  const [isNaming, setNaming] = useState(false);
  const name = nameOfOrder(template, t);
  const mayChange = mayDiscardDraft(me, template);
  const handleName = (text: string) => {
    setNaming(false);
    renameTemplate(ctx, { orderId: template.id, name: text }).catch(() =>
      showNotice({ title: t('save.failed'), tone: 'danger' }),
    );
  };
  if (isNaming)
    return (
      <li className={styles.row}>
        <TemplateName name={name} action={t('templates.rename')} onName={handleName} onClose={() => setNaming(false)} />
      </li>
    );
  return (
    <li className={styles.row}>
      <TemplateFacts template={template} name={name} isLink={mayChange} />
      <Button small onClick={() => copy({ name, doc: template.doc, quote: null })}>
        {t('templates.use')}
      </Button>
      {mayChange && (
        <>
          <IconButton
            label={t('templates.renameOne', { name })}
            icon={<Pencil aria-hidden />}
            onClick={() => setNaming(true)}
          />
          <IconButton
            label={t('templates.delete', { name })}
            icon={<Trash2 aria-hidden />}
            onClick={() =>
              discardWithUndo(ctx, template.id, { done: t('templates.deleted', { name }), undo: t('undo') })
            }
          />
        </>
      )}
    </li>
  );
}

/** The name of a template and what it would order. Any user who may change it can open it. */
function TemplateFacts({ template, name, isLink }: { template: OrderView; name: string; isLink: boolean }) {
  const { t, i18n } = useTranslation('navigator');
  const { me } = useSession();
  const { doc, ownerId, ownerName, conflicts } = template;
  const priceText = usePriceText();
  const other = conflicts.find(({ path }) => path === templatePath)?.mine;
  const facts = (
    <>
      <strong>{name}</strong>
      <span className={styles.facts}>
        <span>{summaryOf(doc, t, i18n.language)}</span>
        <span>{priceText(template)}</span>
        {ownerId !== me.id && <span>{t('history.owner', { name: displayNameOf(t, ownerName) })}</span>}
        {(template.unsaved > 0 || template.pending) && <span>{t('save.device')}</span>}
        {typeof other === 'string' && <span>{t('templates.otherName', { name: other })}</span>}
      </span>
    </>
  );
  if (!isLink) return <span className={styles.link}>{facts}</span>;
  return (
    <Link to={`/one-stop-order/Prototyping/${template.id}`} className={styles.link}>
      {facts}
    </Link>
  );
}

/** Shows a note about a template in the wizard, in place of the button that places an order. */
export function TemplateNote({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const copy = useCopiedDraft();
  const name = templateNameOf(order.doc) ?? '';
  return (
    <>
      <p>{t('templates.note')}</p>
      <Button variant="primary" onClick={() => copy({ name, doc: order.doc, quote: null })}>
        {t('templates.use')}
      </Button>
    </>
  );
}
