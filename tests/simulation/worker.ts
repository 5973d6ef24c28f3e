import '../support/empty-disk.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { RealDatabase } from './real-database.ts';
import { RealDoor } from './real-door.ts';
import { tell, type Mode, type OpenServer } from './story.ts';

/** A process that tells the stories it is given, one after the other. */
export interface Task {
  seed: number;
  mode: Mode;
  /** How long a failing story may be made shorter. */
  shrinkMs: number;
}

export interface Told {
  seed: number;
  violations: string[];
  devices: number;
  commands: number;
  faults: [string, number][];
  restedMs: number | undefined;
  /** The shortest schedule that fails in the same way. */
  schedule: string[];
}

/** A process that is given a database lets the real server run on it. */
const [, , url] = process.argv;
const database = url === undefined ? undefined : RealDatabase.open(url);
const server: OpenServer | undefined =
  database === undefined ? undefined : async (parts) => await RealDoor.open(await database, parts);

async function toldOf({ seed, mode, shrinkMs }: Task): Promise<Told> {
  const plan = planOf(seed);
  const outcome = await tell(plan, mode, server);
  const { violations, devices, commands, faults, restedMs } = outcome;
  const isShrunk = violations.length > 0 && shrinkMs > 0;
  const schedule = isShrunk ? (await shrink(plan, mode, outcome, { forMs: shrinkMs, open: server }))[1].told : [];
  return { seed, violations, devices, commands, faults: [...faults], restedMs, schedule: [...schedule] };
}

process.on('message', (task: Task) => {
  void toldOf(task).then(
    (told) => process.send?.(told),
    (error: Error) => {
      process.stderr.write(`seed ${task.seed}: ${error.stack ?? error.message}\n`);
      process.exit(1);
    },
  );
});

// Nobody has anything more to tell: connections would keep this process alive.
process.on('disconnect', () => void database?.then((opened) => opened.close()));
