const key = 'vfp:cell-groups';

/** Returns the groups of the cell step that were open in this tab, so that a reload shows the same fields. */
export function openedGroups(): string[] {
  const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
  return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
}

/** Remembers the open groups for this tab. */
export function keepOpenedGroups(codes: Iterable<string>): void {
  sessionStorage.setItem(key, JSON.stringify([...codes]));
}
