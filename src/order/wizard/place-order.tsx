import { useTranslation } from 'react-i18next';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import { Refusal } from '#domain/ground/errors.ts';
import { canPlaceOrders } from '#domain/account/permissions.ts';
import { isOpen, type Check } from '#domain/order/data/check.ts';
import { templateNameOf } from '#domain/order/fields/template.ts';
import { docHashOf } from '#domain/order/data/doc-hash.ts';
import { placeOrder } from '../calls/order-place.ts';
import type { WizardStep } from '../../machines/order-wizard.ts';
import { Button } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useOnline } from '../../ui/online.ts';
import { useAttempt } from '../../ui/use-attempt.ts';
import { useSession } from '../../session/session-context.tsx';
import { CheckNote } from '../editor/check-notes.tsx';
import { HeldNote, WithdrawButton } from '../editor/held.tsx';
import { useEditor } from '../editor/order-editor.ts';
import { nameOfPath } from '../parts/order-words.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import { moneyOf } from '../../i18n/money.ts';
import { RefusedCommand } from './refused-place.tsx';
import { stepOf } from '../parts/step-of.ts';
import { TemplateNote } from '../drafts/templates.tsx';
import notes from '../editor/check-notes.module.css';
import styles from './place-order.module.css';

/** Opens a step and, where `path` is given, focuses the field at that path. */
export type GoToStep = (step: WizardStep, path?: string) => void;

/** Button that places the order; or what prevents it: a refusal, a pending command, or open problems. */
export function PlaceOrder({ onGo }: { onGo: GoToStep }) {
  const { order, held, checks } = useEditor();
  const open = checks.filter(isOpen);
  if (order !== null && templateNameOf(order.doc) !== undefined) return <TemplateNote order={order} />;
  if (order !== null && order.refused !== null) {
    // The reason may be known here only since then: what a file contradicts, or a rule that is newer than the order.
    return (
      <>
        <RefusedCommand refused={order.refused} />
        {open.length > 0 && <OpenProblems problems={open} onGo={onGo} />}
      </>
    );
  }
  if (order?.pendingTransition === 'PLACE') return <PlacingIntent />;
  if (held) return <HeldNote />;
  return open.length > 0 ? <OpenProblems problems={open} onGo={onGo} /> : <PlaceButton />;
}

function OpenProblems({ problems, onGo }: { problems: Check[]; onGo: GoToStep }) {
  const { t } = useTranslation('navigator');
  const { me } = useSession();
  const { order } = useEditor();
  const isOthers = order !== null && order.ownerId !== me.id;
  return (
    <section className={styles.box}>
      <h3>{t(isOthers ? 'wizard.open' : 'review.open', { count: problems.length })}</h3>
      {isOthers && <p>{t('together.place', { name: displayNameOf(t, order.ownerName) })}</p>}
      <ul className={styles.problems}>
        {problems.map((check) => (
          <li key={`${check.path} ${check.code}`}>
            <Button small onClick={() => onGo(stepOf(check.path), check.path)}>
              {nameOfPath(t, check.path)}
            </Button>
            <ul className={notes.notes}>
              <CheckNote check={check} />
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlaceButton() {
  const { t, i18n } = useTranslation('navigator');
  const { ctx, me } = useSession();
  const editor = useEditor();
  const online = useOnline();
  const { isBusy, run } = useAttempt((error) => {
    const detail = error instanceof Refusal ? t(`refused.${error.code}`) : t('save.failedDetail');
    showNotice({ title: t('place.failed'), detail, tone: 'danger' });
  });
  const { quote } = editor.price;
  const place = async (quoteHash: string) => {
    await editor.settle();
    await placeOrder(ctx, { orderId: editor.orderId, docHash: docHashOf(editor.doc), quoteHash });
  };
  const { order } = editor;
  if (order !== null && order.ownerId !== me.id)
    return <p className={styles.box}>{t('together.place', { name: displayNameOf(t, order.ownerName) })}</p>;
  if (!canPlaceOrders(me)) return <p className={styles.box}>{t('place.notAllowed')}</p>;
  // An order without a price cannot be placed; its problems are listed instead of this button.
  if (quote === undefined) return null;
  const total = moneyOf(i18n.language, quote.total, quote.currency);
  return (
    <section className={styles.box}>
      <h3>
        <CircleCheck aria-hidden />
        {t('place.ready', { total })}
      </h3>
      {!online && <p>{t('place.offline')}</p>}
      <p>{t('place.binding')}</p>
      <Button variant="primary" busy={isBusy} onClick={() => void run(() => place(quote.hash))}>
        {online ? t('place.now') : t('place.later')}
      </Button>
    </section>
  );
}

function PlacingIntent() {
  const { t } = useTranslation('navigator');
  const { orderId } = useEditor();
  const online = useOnline();
  return (
    <output className={styles.box}>
      <h3>
        <Clock aria-hidden />
        {t('place.waiting')}
      </h3>
      <p>{online ? t('place.waitingOnline') : t('place.waitingText')}</p>
      <WithdrawButton orderId={orderId} />
    </output>
  );
}
