import { parentPort, workerData } from 'node:worker_threads';
import { readFile } from './read-file.ts';

/** The thread that reads a file: see `reader-process.ts`. */

const { bytes, type } = workerData as { bytes: Uint8Array; type: string };
parentPort?.postMessage(await readFile(Buffer.from(bytes), type));
