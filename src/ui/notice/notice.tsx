import { useEffect, useSyncExternalStore } from 'react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import X from 'lucide-react/icons/x';
import { SECOND } from '#domain/ground/units.ts';
import { undoMs } from '../undo-time.ts';
import { Button, IconButton } from '../button.tsx';
import basics from '../basics.module.css';
import styles from './notice.module.css';

export const notificationMs = 5 * SECOND;

export interface Notice {
  title: string;
  detail?: string | undefined;
  tone?: 'info' | 'ok' | 'danger';
  /** Milliseconds until it closes; 0: only when dismissed. Default: `undoMs` with an action, else `notificationMs`. */
  duration?: number;
  /** One action, such as Undo; it also dismisses the notice. */
  action?: { label: string; run: () => void };
  /** Called when its user closes it without the action. */
  dismissed?: () => void;
}

type ShownNotice = Notice & { id: number };

let shown: ShownNotice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ShownNotice[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a notice above the page. It replaces a notice with the same text, and all but the last two notices. Notices
 * with an action, such as Undo, are never replaced.
 * @returns a function that dismisses it
 */
export function showNotice(notice: Notice): () => void {
  const id = ++lastId;
  const stays = (old: ShownNotice, at: number) =>
    old.action !== undefined ||
    (at >= shown.length - 2 && (old.title !== notice.title || old.detail !== notice.detail));
  change([...shown.filter(stays), { ...notice, id }]);
  return () => change(shown.filter((other) => other.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Container of all notices; rendered once by the app. `dismissLabel` is the label of the close button. */
export function Notices({ dismissLabel }: { dismissLabel: string }) {
  const notices = useSyncExternalStore(subscribe, () => shown);
  return (
    // An open dialog hides what has no `aria-live` from screen readers.
    <output className={styles.place} aria-live="polite" data-notices>
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} dismissLabel={dismissLabel} />
      ))}
    </output>
  );
}

const icons = { info: Info, ok: CircleCheck, danger: CircleAlert };

function NoticeCard({ notice, dismissLabel }: { notice: ShownNotice; dismissLabel: string }) {
  const { id, tone = 'info', action } = notice;
  const duration = notice.duration ?? (action === undefined ? notificationMs : undoMs);
  const Icon = icons[tone];
  const dismiss = () => change(shown.filter((other) => other.id !== id));
  useEffect(() => {
    if (duration === 0) return undefined;
    const timer = setTimeout(() => change(shown.filter((other) => other.id !== id)), duration);
    return () => clearTimeout(timer);
  }, [duration, id]);
  const handleAction = () => {
    dismiss();
    action?.run();
  };
  const handleDismiss = () => {
    dismiss();
    notice.dismissed?.();
  };
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon aria-hidden />
      <div className={styles.text}>
        <strong>{notice.title}</strong>
        {notice.detail !== undefined && <p className={basics.note}>{notice.detail}</p>}
      </div>
      {action !== undefined && (
        <Button variant="ghost" small onClick={handleAction}>
          {action.label}
        </Button>
      )}
      <IconButton small label={dismissLabel} icon={<X aria-hidden />} onClick={handleDismiss} />
    </div>
  );
}
