import { type Db, firstRow, type Tx } from '../../database/db.ts';

/**
 * Returns the database's current time and the ends of intervals from it, so that all processes agree; calendar months
 * in UTC.
 */
export async function oneMonthFrom(db: Db | Tx, start: Date | null): Promise<{ start: Date; end: Date; now: Date }> {
  const row = await firstRow<{ start: Date; end: Date; now: Date }>(db)`
    select s as start, (s at time zone 'utc' + interval '1 month') at time zone 'utc' as end, now() as now
      from (select coalesce(${start}::timestamptz, now()) as s) as given`;
  return row as { start: Date; end: Date; now: Date };
}

/** Returns the moment this many days after the database's current time. */
export async function daysFromNow(db: Db | Tx, days: number): Promise<Date> {
  const row = await firstRow<{ end: Date }>(db)`select now() + ${days} * interval '1 day' as end`;
  return row?.end as Date;
}
