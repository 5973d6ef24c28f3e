import './light.ts';
import '../support/empty-disk.ts';
import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { RealDatabase } from './real/database.ts';
import { RealDoor } from './real/door.ts';
import { tell, type OpenServer } from './story.ts';
import { broken, type Task, type Told } from './told.ts';

/** A process that runs the stories it is given, one after another; given a database, it runs the real server on it. */
const [, , url] = process.argv;
const database = url === undefined ? undefined : RealDatabase.open(url);
const server: OpenServer | undefined =
  database === undefined ? undefined : async (parts) => await RealDoor.open(await database, parts);

async function toldOf({ seed, tabs, mode, shrinkMs }: Task): Promise<Told> {
  const plan = planOf(seed, tabs);
  const outcome = await tell(plan, mode, server);
  const { violations, devices, commands, faults, cells, restedMs } = outcome;
  const isShrunk = violations.length > 0 && shrinkMs > 0;
  const schedule = isShrunk ? (await shrink(plan, mode, outcome, { forMs: shrinkMs, open: server }))[1].told : [];
  return {
    seed,
    violations,
    devices,
    commands,
    faults: [...faults],
    cells: [...cells],
    restedMs,
    schedule: [...schedule],
  };
}

/** Unhandled rejections since the story began. */
const strays: unknown[] = [];
process.on('unhandledRejection', (reason) => void strays.push(reason));

process.on('message', (task: Task) => void answer(task));

async function answer(task: Task): Promise<void> {
  strays.length = 0;
  let told: Told;
  try {
    told = await toldOf(task);
  } catch (error) {
    told = broken(task.seed, `the story threw: ${textOf(error)}`);
  }
  const unheld = strays.map((reason) => `failed in a promise that nobody holds: ${textOf(reason)}`);
  process.send?.({ ...told, violations: [...told.violations, ...unheld] });
}

function textOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.stack ?? thrown.message;
  // Dexie's errors are not instances of `Error`.
  return String(Reflect.get(Object(thrown), 'message') ?? thrown);
}

// The parent has disconnected: open connections would keep this process alive.
process.on('disconnect', () => void database?.then((opened) => opened.close()));
