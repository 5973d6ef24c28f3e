import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import Download from 'lucide-react/icons/download';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { readRecord, type RecordLine, type WholePart } from '#domain/order/life/record.ts';
import type { Api } from '../../net/http.ts';
import { useMe } from '../../session/session-context.tsx';
import { Button } from '../../ui/button.tsx';
import { download as saveAs } from '../../ui/download.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { useRemote } from '../../shell/remote/remote.ts';
import type { OrderView } from '../views/view-types.ts';
import { describedBy, userNamesIn, whatHappened } from './record-words.ts';
import { download } from '../../net/call.ts';
import styles from './order-record.module.css';

/** The record of an order, checked on this device, and the button that downloads it as a file. */
export function OrderRecord({ order }: { order: OrderView }) {
  const { t } = useTranslation('navigator');
  const read = useCallback((api: Api) => recordOf(api, order.id), [order.id]);
  const { value, failure, reload } = useRemote(`record ${order.id} ${order.sseq}`, read);
  if (value === undefined && failure === undefined)
    return <Skeleton label={t('record.loading')} lines={3} shape="row" />;
  if (value === undefined)
    return (
      <div className={styles.record} role="alert">
        <p>{t('record.offline')}</p>
        <Button small onClick={reload}>
          {t('record.again')}
        </Button>
      </div>
    );
  return <ReadRecord text={value} order={order} />;
}

async function recordOf(api: Api, id: string): Promise<string> {
  return await (await download(api, 'GET /po_system/orders/:id/record', { params: { id } })).text();
}

function ReadRecord({ text, order }: { text: string; order: OrderView }) {
  const { t } = useTranslation('navigator');
  const found = useMemo(() => readRecord(text), [text]);
  const save = () =>
    saveAs(new Blob([text], { type: 'application/x-ndjson' }), cleanFileName(`${order.number} record.jsonl`));
  return (
    <div className={styles.record}>
      <p className={styles.about}>{t('record.about')}</p>
      <div>
        <Button small icon={<Download aria-hidden />} onClick={save}>
          {t('record.download')}
        </Button>
      </div>
      {Array.isArray(found) ? (
        found.map((part) => <Part key={part.head.part} part={part} order={order} />)
      ) : (
        <p role="alert">{t('record.broken', { line: found.line })}</p>
      )}
    </div>
  );
}

function Part({ part, order }: { part: WholePart; order: OrderView }) {
  const { t } = useTranslation('navigator');
  const me = useMe();
  const names = useMemo(() => userNamesIn(part.lines, order).set(me.id, me.display_name), [part, order, me]);
  const { count, last } = part.head;
  if (part.head.part === 'staff' && count === 0) return null;
  return (
    <section>
      {part.head.part === 'staff' && <h4>{t('record.staffPart')}</h4>}
      <p className={styles.about}>
        {t('record.whole', { count })} <code>{last}</code>
      </p>
      <ol className={styles.lines}>
        {part.lines.map((line) => (
          <Line key={line.n} line={line} names={names} />
        ))}
      </ol>
    </section>
  );
}

const times = ['written', 'received', 'stored'] as const;

function Line({ line, names }: { line: RecordLine; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('navigator');
  const { text, reason } = whatHappened(t, line);
  return (
    <li className={styles.line}>
      <strong>
        {line.n}. {text}
      </strong>
      <span>
        {[describedBy(t, line, names), line.device && t('record.device', { device: line.device })]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {reason !== null && <q>{reason}</q>}
      <dl className={styles.times}>
        {times.map((name) => {
          const at = line[name];
          return (
            at !== null && (
              <div key={name}>
                <dt>{t(`record.${name}`)}</dt>
                <dd>
                  <time dateTime={at}>{exactTime(at)}</time>
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </li>
  );
}

/** A time to the millisecond, the same for all readers: two who compare their records are in different zones. */
function exactTime(at: string): string {
  return at.replace('T', ' ').replace('Z', ' UTC');
}
