/**
 * A ref of a list that gives keys to its rows: j and k move to the next and the previous one, x chooses it. Enter opens
 * its link by itself. With Shift, x and a click choose all rows from the one before.
 */
export function rowKeys(list: HTMLElement | null): (() => void) | undefined {
  if (list === null) return undefined;
  /** The row that was chosen last. */
  let last: HTMLElement | undefined;
  const handleKey = (event: KeyboardEvent) => handleRowKey(event, list);
  const handleClick = ({ target, shiftKey }: MouseEvent) => {
    const row = target instanceof HTMLInputElement ? target.closest('tr') : null;
    if (row === null || !list.contains(row)) return;
    if (shiftKey && last !== undefined) chooseBetween(rowsOf(list), last, row);
    last = row;
  };
  list.addEventListener('keydown', handleKey);
  // At the document, React has handled the click before: it would take the row itself for unchanged otherwise.
  document.addEventListener('click', handleClick);
  return () => {
    list.removeEventListener('keydown', handleKey);
    document.removeEventListener('click', handleClick);
  };
}

function handleRowKey(event: KeyboardEvent, list: HTMLElement): void {
  const { key: typed, target, shiftKey } = event;
  const key = typed.toLowerCase();
  const isTyping = target instanceof HTMLElement && target.matches('input:not([type=checkbox]), select, textarea');
  if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = rowsOf(list);
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = key === 'j' ? rows[at + 1] : key === 'k' ? rows[at === -1 ? 0 : at - 1] : undefined;
  if (row !== undefined) row.querySelector<HTMLElement>('th :is(a, button)')?.focus();
  if (key === 'x')
    boxOf(rows[at])?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
  if (row !== undefined || (key === 'x' && at !== -1)) event.preventDefault();
}

function rowsOf(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('tbody tr')];
}

function boxOf(row: HTMLElement | undefined): HTMLInputElement | null {
  return row?.querySelector<HTMLInputElement>('input[type=checkbox]') ?? null;
}

/** Chooses the rows between two rows that are not chosen yet. */
function chooseBetween(rows: readonly HTMLElement[], from: HTMLElement, to: HTMLElement): void {
  const ends = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
  const [first = 0, last = 0] = ends;
  if (first === -1) return;
  for (const row of rows.slice(first, last + 1)) {
    const box = boxOf(row);
    if (row !== to && box?.checked === false) box.click();
  }
}
