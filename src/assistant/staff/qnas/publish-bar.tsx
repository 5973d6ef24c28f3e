import { useTranslation } from 'react-i18next';
import type { QnaReply } from '#domain/assistant/wire/qnas.ts';
import type { QnaStatus } from '#domain/assistant/knowledge/qna/fields.ts';
import { useSession } from '../../../session/session-context.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { showNotice } from '../../../ui/notice/notice.tsx';
import { useOnline } from '../../../ui/online.ts';
import { useQnaWrite } from './use-qna-write.ts';
import { call } from '../../../net/call.ts';
import basics from '../../../ui/basics.module.css';

/** Publishes the chosen Q&As at once, or marks them for a check. */
export function PublishBar({ chosen, onWritten }: { chosen: readonly QnaReply[]; onWritten: () => void }) {
  const { t } = useTranslation('admin');
  const { api } = useSession();
  const isOnline = useOnline();
  // Stale rows are read again; the choice stays.
  const { isBusy, problem, run } = useQnaWrite(({ code }) => {
    if (code === 'STALE') onWritten();
    return false;
  });
  const handleStatus = async (status: QnaStatus, rows: readonly QnaReply[]) => {
    const body = { status, items: rows.map(({ id, version }) => ({ id, version })) };
    if ((await run(body, (key) => call(api, 'POST /qnas/publish', { body, key }))) === undefined) return;
    showNotice({ title: t(`qna.bulk.done.${status}`, { count: rows.length }), tone: 'ok' });
    onWritten();
  };
  const groups = [
    { status: 'published' as const, rows: chosen.filter(({ status }) => status !== 'published').slice(0, most) },
    { status: 'needs_check' as const, rows: chosen.filter(({ status }) => status === 'published').slice(0, most) },
  ];
  return (
    <section className={basics.tools} aria-label={t('qna.bulk.label')}>
      {groups.map(
        ({ status, rows }) =>
          rows.length > 0 && (
            <Button
              key={status}
              small
              busy={isBusy}
              disabled={!isOnline}
              onClick={() => void handleStatus(status, rows)}
            >
              {t(`qna.bulk.${status}`, { count: rows.length })}
            </Button>
          ),
      )}
      <div aria-live="polite">{problem !== undefined && <Banner tone="danger">{problem}</Banner>}</div>
    </section>
  );
}

/** Maximum number of Q&As that the server changes at once. */
const most = 200;
