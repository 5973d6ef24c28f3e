import type { Report } from './fuzz.ts';

/** Formats the counts of a run as a table: one line per route with its replies by status. */
export function countsOf({ counts, successes }: Report): string {
  const lines = [...counts].map(([route, byStatus]) => {
    const statuses = [...byStatus].toSorted(([a], [b]) => a - b).map(([status, n]) => `${nameOf(status)}: ${n}`);
    return `${route.padEnd(64)} ${statuses.join('  ')}`;
  });
  const total = new Map<number, number>();
  for (const byStatus of counts.values())
    for (const [status, n] of byStatus) total.set(status, (total.get(status) ?? 0) + n);
  const all = [...total].toSorted(([a], [b]) => a - b).map(([status, n]) => `${nameOf(status)}: ${n}`);
  const users = [...successes].map(([kind, n]) => `${kind}: ${n}`);
  return [...lines, '', `all       ${all.join('  ')}`, `2xx as    ${users.join('  ')}`].join('\n');
}

function nameOf(status: number): string {
  return status === 0 ? 'cut' : String(status);
}
