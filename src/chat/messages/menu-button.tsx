import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import type { TFunction } from 'i18next';
import { previewOf } from '#domain/chat/chat.ts';
import { cutText } from '#domain/ground/text.ts';
import { messageText } from '../parts/message-text.ts';
import styles from './menu-button.module.css';
import type { MessageView } from '../views/view-types.ts';

interface MenuButtonProps {
  message: MessageView;
  onMenu: (message: MessageView) => void;
  t: TFunction<'chat'>;
}

/** Opens a message's menu. A single element without hooks, because a conversation has hundreds of them. */
export function MenuButton({ message, onMenu, t }: MenuButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-menu
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={t('menu.open', { text: cutText(previewOf({ ...message, content: messageText(t, message) }), 60) })}
      onClick={() => onMenu(message)}
      onKeyDown={walkMenus}
    />
  );
}

/** Makes only the newest message's button a tab stop, so that Tab passes the messages; arrow keys reach the others. */
export function useMenuStop(log: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  useEffect(() => {
    const newest = rows.length === 0 ? undefined : menusIn(log.current).at(-1);
    if (newest !== undefined && menusIn(log.current, ':focus').length === 0) stopAt(newest);
  }, [log, rows]);
}

/** Moves the focus between the messages' buttons with the arrow keys. */
function walkMenus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const menus = menusIn(logAround(event.currentTarget));
  const next = menus[menus.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  stopAt(next);
  next.focus();
}

function stopAt(menu: HTMLElement): void {
  for (const other of menusIn(logAround(menu), '[tabindex="0"]')) other.tabIndex = -1;
  menu.tabIndex = 0;
}

function menusIn(log: HTMLElement | null, those = ''): HTMLElement[] {
  return [...(log?.querySelectorAll<HTMLElement>(`[data-menu]${those}`) ?? [])];
}

function logAround(menu: HTMLElement): HTMLElement | null {
  return menu.closest<HTMLElement>('[role="log"]');
}
