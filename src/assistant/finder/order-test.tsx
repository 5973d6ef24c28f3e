import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { Link, useNavigate } from 'react-router-dom';
import FilePlus2 from 'lucide-react/icons/file-plus-2';
import { type NamedTest, wordsIn } from '#domain/assistant/knowledge/finder/tree.ts';
import type { AskedOrder } from '#domain/order/data/asked.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import { cutText } from '#domain/ground/text.ts';
import { patchOrder } from '../../order/calls/order-patch.ts';
import { orderOf } from '../../order/views/order-views.ts';
import { useFreshMe } from '../../session/fresh-me.ts';
import { useSession } from '../../session/session-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';
import type { FindingProps } from './finding-props.ts';
import { pathText } from './path-text.ts';
import styles from './finder.module.css';

/** The test that a finding names, and what it settles; with the Navigator, a draft order of it. */
export function OrderTest({ finding, ...about }: FindingProps) {
  const { t, i18n } = useTranslation('chat');
  const me = useFreshMe();
  const { test } = finding;
  if (test === undefined) return null;
  return (
    <section className={styles.way} aria-label={t('finder.test')}>
      <strong>{t(`finder.tests.${test.safetyTest ?? test.type}`)}</strong>
      <p>{wordsIn(test.why, i18n.language)}</p>
      {hasNavigatorPass(me) ? (
        <MakeDraft {...about} finding={finding} test={test} />
      ) : (
        <Link to="/pricing" className={buttonClass} data-variant="ghost" data-small>
          {t('finder.plans')}
        </Link>
      )}
    </section>
  );
}

function MakeDraft({ tree, walk, finding, kept, change, test }: FindingProps & { test: NamedTest }) {
  const { t, i18n } = useTranslation('chat');
  const { ctx, db, me } = useSession();
  const navigate = useNavigate();
  const { isBusy, run } = useAttempt(() => showNotice({ title: t('finder.noDraft'), tone: 'danger' }));
  const { orderId } = kept;
  const order = useLiveQuery(
    async () => (orderId === undefined ? undefined : await orderOf(db, me, orderId)),
    [db, me, orderId],
  );
  if (order !== undefined) {
    const page = order.status === 'draft' ? 'Prototyping' : 'history';
    return (
      <Link to={`/one-stop-order/${page}/${order.id}`} className={buttonClass} data-variant="secondary">
        {t('finder.openOrder')}
      </Link>
    );
  }
  const make = async () => {
    const { changesOfAskedOrder } = await import('#domain/order/design/asked-order.ts');
    const changes = changesOfAskedOrder(askedOf(test), () => ctx.newId());
    const title = `${wordsIn(tree.title, i18n.language)}: ${wordsIn(finding.title, i18n.language)}`;
    const id = ctx.newId();
    await patchOrder(ctx, {
      orderId: id,
      changes: [
        ...changes.filter(({ path }) => path !== 'title' && path !== 'notes'),
        { path: 'title', value: cutText(title, titleChars) },
        { path: 'notes', value: cutText(pathText(t, i18n.language, tree, walk), notesChars) },
      ],
    });
    change((before) => ({ ...before, orderId: id }));
    await navigate(`/one-stop-order/Prototyping/${id}`);
  };
  return (
    <Button variant="primary" busy={isBusy} icon={<FilePlus2 aria-hidden />} onClick={() => void run(make)}>
      {t('finder.order')}
    </Button>
  );
}

/** Maximum number of characters of an order's title and notes, as its fields take them. */
const [titleChars, notesChars] = [120, 4000];

function askedOf({ type, safetyTest, temperature_C, cycles }: NamedTest): AskedOrder {
  return {
    service: 'testing',
    tests: [type],
    ...(safetyTest === undefined ? {} : { safetyTests: [safetyTest] }),
    ...(temperature_C === undefined ? {} : { temperature_C }),
    ...(cycles === undefined ? {} : { cycles }),
  };
}
