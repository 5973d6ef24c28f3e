import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { FileAllowance } from './allowance.ts';
import { Unreadable } from './unreadable.ts';
import { MB } from '#domain/ground/units.ts';

/** Parts of an Office file, and bytes they inflate to. */
const fileTextParts = 5_000;
const fileTextInflatedBytes = 64 * MB;

/** Parts of an Office file, and bytes that those which are read inflate to. */
type ZipAllowance = FileAllowance<'parts' | 'inflatedBytes'>;

const ofTexts = { parts: fileTextParts, inflatedBytes: fileTextInflatedBytes };

/** The parts of an Office file, by name. Parts are inflated only when they are read, and only up to a limit in total. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  readonly #allowance: ZipAllowance;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, allowance: ZipAllowance) {
    this.#zip = zip;
    this.#entries = entries;
    this.#allowance = allowance;
  }

  /** Reads the directory. @throws Unreadable for more parts than the allowance has, and for encrypted parts */
  static async open(bytes: Buffer, allowance: ZipAllowance = new FileAllowance(ofTexts)): Promise<ZipParts> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    allowance.take('parts', zip.entryCount);
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Unreadable('encrypted');
      entries.set(entry.fileName, entry);
    }
    return new ZipParts(zip, entries, allowance);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Returns how many bytes a part inflates to; it cannot be read when it has another size. */
  sizeOf(name: string): number {
    return this.#entries.get(name)?.uncompressedSize ?? 0;
  }

  /** Inflates a part piece by piece. @throws Unreadable when it does not exist, or is larger than what may be read yet */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Unreadable('broken');
    if (!this.#allowance.has('inflatedBytes', entry.uncompressedSize)) throw new Unreadable('tooLarge');
    // The stream fails when the part has another size than the archive's directory gives.
    for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
      const bytes = piece as Buffer;
      this.#allowance.take('inflatedBytes', bytes.length);
      yield bytes;
    }
  }
}

/** Returns the name of the part that a relationship of `part` leads to. */
export function targetOf(part: string, target: string): string {
  return target.startsWith('/') ? target.slice(1) : posix.normalize(posix.join(posix.dirname(part), target));
}

/** Returns the name of the part with the relationships of `part`. */
export function relationsOf(part: string): string {
  return posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);
}
