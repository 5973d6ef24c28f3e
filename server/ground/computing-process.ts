import { fork } from 'node:child_process';
import { join } from 'node:path';

/** A process of ours that computes, so that requests do not wait for it. */
export interface ComputingProcess {
  say: (message: unknown) => void;
  kill: () => void;
  /** Lets our own process end although this one runs. */
  unref: () => void;
}

export interface ComputingProcessParts {
  /** File of its code, from the folder `server`. */
  file: string;
  /** Memory of its heap, in MB. */
  heapMb: number;
  /** The first message that it gets. */
  first: unknown;
  heard: (message: unknown) => void;
  /** Called when it could not start or has ended; also called after `kill`. */
  ended: (error: Error) => void;
}

/**
 * Starts a process that computes, without our environment. It is no thread of this process, because V8 aborts the whole
 * process now and then when threads with much code begin and end (nodejs/node 64500, seen here with Node 24.21).
 */
export function startComputing({ file, heapMb, first, heard, ended }: ComputingProcessParts): ComputingProcess {
  const child = fork(join(import.meta.dirname, '..', file), {
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  child.on('message', heard);
  child.on('error', ended);
  child.on('exit', (code, signal) => ended(new Error(`${file} has ended with ${signal ?? code}`)));
  const say = (message: unknown): void => void child.send(message as object);
  say(first);
  return {
    say,
    kill: () => void child.kill('SIGKILL'),
    unref() {
      child.unref();
      child.channel?.unref();
    },
  };
}
