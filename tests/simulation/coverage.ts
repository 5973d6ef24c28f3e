import { readerCells } from '../../src/sync/reader/table.ts';
import { writerCells } from '../../src/sync/writer/table.ts';
import { impossible } from '../../src/sync/machine.ts';

/** The cells of both tables that an event can reach, as the stories count them. */
function possibleCells(): string[] {
  return Object.entries({ writer: writerCells, reader: readerCells }).flatMap(([machine, table]) =>
    Object.entries(table).flatMap(([event, row]) =>
      Object.entries(row).flatMap(([is, cell]) => (cell === impossible ? [] : [`${machine}: ${event} in ${is}`])),
    ),
  );
}

/** Returns lines that say how many cells of the sync tables were reached, and which never or rarely. */
export function coverageOf(counts: ReadonlyMap<string, number>): string[] {
  const all = possibleCells();
  const never = all.filter((cell) => !counts.has(cell));
  const rare = all.flatMap((cell) => {
    const count = counts.get(cell) ?? 0;
    return count > 0 && count < 5 ? [`${cell} (${count})`] : [];
  });
  return [
    `cells of the sync tables: ${all.length - never.length} of ${all.length} reached`,
    ...(never.length > 0 ? [`  never: ${never.join(', ')}`] : []),
    ...(rare.length > 0 ? [`  fewer than five times: ${rare.join(', ')}`] : []),
  ];
}
