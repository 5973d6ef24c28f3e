import { setImmediate as otherWork } from 'node:timers/promises';
import { MB } from '#domain/ground/units.ts';

/** Bytes that are looked at before other requests get a turn: a few milliseconds of work. */
const sliceBytes = 1 * MB;

/** Returns a file slice by slice. @param overlap bytes of the slice before that are repeated */
export async function* slicesOf(bytes: Buffer, overlap = 0): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    if (at > 0) await otherWork();
    yield bytes.subarray(Math.max(0, at - overlap), at + sliceBytes);
  }
}
