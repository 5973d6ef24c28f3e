import { SECOND } from '#domain/ground/units.ts';
import type { Delivered } from '../../ground/hint.ts';
import type { Log } from '../../ground/log.ts';
import type { Db } from '../../database/db.ts';

/** Time in which marks are gathered. */
const gatheredMs = 1 * SECOND;

interface KeeperDeps {
  db: Db;
  log: Log;
  saveDelivered: (db: Db, marks: readonly Delivered[]) => Promise<void>;
  /** Runs something after this many milliseconds. */
  later: (ms: number, run: () => Promise<void>) => void;
}

/**
 * Returns a function that stores delivery marks, gathered for a second: each would be a transaction beside that of its
 * message, and while it runs it hides what is committed after it. Marks of the last second may be lost: they are a hint.
 */
export function deliveryKeeper({
  db,
  log,
  saveDelivered,
  later,
}: KeeperDeps): (delivered: readonly Delivered[]) => void {
  const gathered = new Map<string, Delivered>();

  async function store(): Promise<void> {
    const marks = [...gathered.values()];
    gathered.clear();
    await saveDelivered(db, marks).catch((error: unknown) => log.warn({ err: error }, 'delivery marks were not kept'));
  }

  return (delivered) => {
    if (gathered.size === 0 && delivered.length > 0) later(gatheredMs, store);
    for (const mark of delivered) {
      const key = `${mark.side}:${mark.roomId}`;
      if ((gathered.get(key)?.upTo ?? -1) < mark.upTo) gathered.set(key, mark);
    }
  };
}
