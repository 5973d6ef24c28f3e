import { planOf } from './plan.ts';
import { shrink } from './shrink.ts';
import { tell, type Mode } from './story.ts';

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

async function toldOf({ seed, mode, shrinkMs }: Task): Promise<Told> {
  const plan = planOf(seed);
  const outcome = await tell(plan, mode);
  const { violations, devices, commands, faults, restedMs } = outcome;
  const isShrunk = violations.length > 0 && shrinkMs > 0;
  const schedule = isShrunk ? (await shrink(plan, mode, outcome, shrinkMs))[1].told : [];
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
