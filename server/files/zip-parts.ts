import { posix } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { serverLimits } from '#domain/server-limits.ts';
import { Unreadable } from './unreadable.ts';

/** Most parts of an Office file, and most bytes that those which are read inflate to. */
interface ZipLimits {
  parts: number;
  inflatedBytes: number;
}

const ofTexts: ZipLimits = { parts: serverLimits.fileTextParts, inflatedBytes: serverLimits.fileTextInflatedBytes };

/** The parts of an Office file, by name. Parts are inflated only when they are read, and only up to a limit in total. */
export class ZipParts {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  readonly #most: number;
  #inflated = 0;

  private constructor(zip: ZipFile, entries: Map<string, Entry>, most: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#most = most;
  }

  /** Reads the directory. @throws Unreadable for more parts or declared bytes than the limits, and for encrypted parts */
  static async open(bytes: Buffer, { parts, inflatedBytes }: ZipLimits = ofTexts): Promise<ZipParts> {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > parts) throw new Unreadable('tooLarge');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new Unreadable('encrypted');
      entries.set(entry.fileName, entry);
    }
    return new ZipParts(zip, entries, inflatedBytes);
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** Inflates a part piece by piece. @throws Unreadable when it does not exist, or all that was read exceeds the limit */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Unreadable('broken');
    if (this.#inflated + entry.uncompressedSize > this.#most) throw new Unreadable('tooLarge');
    // The stream fails when the part has another size than the archive's directory gives.
    for await (const piece of await this.#zip.openReadStreamPromise(entry)) {
      const bytes = piece as Buffer;
      this.#inflated += bytes.length;
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
