import { echo, hold, insert } from './ceilings.ts';
import { Generator } from './generator.ts';

/** Runs the tasks that the parent process sends, one after the other, and sends back each result. */
let generator: Generator | undefined;
let release: (() => void) | undefined;

const tasks = {
  use: async (url: string) => void (generator = new Generator(url)),
  connect: async (...args: Parameters<Generator['connect']>) => theirs().connect(...args),
  disconnect: async () => theirs().disconnect(),
  send: async (...args: Parameters<Generator['send']>) => theirs().send(...args),
  spread: async (...args: Parameters<Generator['spread']>) => theirs().spread(...args),
  comeBack: async () => theirs().comeBack(),
  echo,
  insert,
  hold: async (...args: Parameters<typeof hold>) => void (release = await hold(...args)),
  release: async () => release?.(),
};

export type Tasks = typeof tasks;

function theirs(): Generator {
  if (generator === undefined) throw new Error('of which server?');
  return generator;
}

process.on('message', ({ name, args }: { name: keyof Tasks; args: never[] }) => {
  const task: (...args: never[]) => Promise<unknown> = tasks[name];
  task(...args).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
