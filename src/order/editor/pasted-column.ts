/** A value for one of the fields that a pasted column fills. */
export interface PastedValue {
  path: string;
  text: string;
}

/**
 * Reads a column copied from a spreadsheet: its cells fill the fields one after another, from the one it is pasted
 * into. Of several columns the last one counts, so that names may stand before the values; an empty cell skips its
 * field.
 * @param paths fields of the group, in the order shown
 * @returns undefined for a text of one line, which is pasted as usual
 */
export function pastedColumn(text: string, paths: readonly string[], start: string): PastedValue[] | undefined {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const from = paths.indexOf(start);
  if (lines.length < 2 || from < 0) return undefined;
  return lines.flatMap((line, i) => {
    const path = paths[from + i];
    const cell = (line.split('\t').at(-1) ?? '').trim();
    return path === undefined || cell === '' ? [] : [{ path, text: cell }];
  });
}

/**
 * Reads cells copied from a spreadsheet into a field that takes a list: one value after the other, parted by
 * semicolons, because a comma may be a decimal mark.
 * @returns undefined for a single value, which is pasted as usual
 */
export function pastedList(text: string): string | undefined {
  const cells = text
    .split(/[\t\r\n]+/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  if (cells.length < 2) return undefined;
  return cells.join('; ');
}
