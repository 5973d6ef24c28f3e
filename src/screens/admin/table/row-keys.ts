/**
 * A ref of a list that gives keys to its rows: j and k move to the next and the previous one, x chooses it. Enter opens
 * its link by itself.
 */
export function rowKeys(list: HTMLElement | null): (() => void) | undefined {
  const handleKey = (event: KeyboardEvent) => list !== null && handleRowKey(event, list);
  list?.addEventListener('keydown', handleKey);
  return () => list?.removeEventListener('keydown', handleKey);
}

function handleRowKey(event: KeyboardEvent, list: HTMLElement): void {
  const { key, target } = event;
  const isTyping = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
  if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = [...list.querySelectorAll<HTMLTableRowElement>('tbody tr')];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = key === 'j' ? rows[at + 1] : key === 'k' ? rows[at === -1 ? 0 : at - 1] : undefined;
  if (row !== undefined) row.querySelector<HTMLElement>('th :is(a, button)')?.focus();
  if (key === 'x') rows[at]?.querySelector<HTMLElement>('input[type=checkbox]')?.click();
  if (row !== undefined || (key === 'x' && at !== -1)) event.preventDefault();
}
