/**
 * The name that a user has now, in a room or an order that shows it beside older names: its customer, its assignee, its
 * owner, its colleagues. Messages and history keep the name they were written under. Each name is a register guarded by
 * the position of its event, so the folds commute; the name that replaces a deleted account's precedes all others.
 */
export interface CurrentName {
  userId: string;
  userName: string;
  sseq: number;
}

interface RowWithNames {
  /** The names that users have given themselves since they came into this row. */
  names?: CurrentName[];
  renamed?: Record<string, string>;
}

/** Records a user's name from an event on. @returns the row unchanged when it has a newer one, or the account is deleted */
export function withName<T extends RowWithNames>(row: T, name: CurrentName): T {
  const { names = [], renamed } = row;
  const known = names.find(({ userId }) => userId === name.userId);
  if (renamed?.[name.userId] !== undefined || (known?.sseq ?? 0) >= name.sseq) return row;
  const others = names.filter((each) => each !== known);
  return { ...row, names: [...others, name].sort((a, b) => (a.userId < b.userId ? -1 : 1)) };
}

/** Removes what is recorded of a user whose account was deleted. */
export function withoutName<T extends RowWithNames>(row: T, userId: string): T {
  const { names, ...rest } = row;
  const left = (names ?? []).filter((each) => each.userId !== userId);
  return left.length === 0 ? (rest as T) : { ...row, names: left };
}

/** Returns the name to show for a user whom the event at a position named so. */
export function nameNow(
  { names = [], renamed }: RowWithNames,
  userId: string,
  named: { name: string; sseq: number },
): string {
  const newer = names.find((each) => each.userId === userId && each.sseq > named.sseq);
  return renamed?.[userId] ?? newer?.userName ?? named.name;
}
