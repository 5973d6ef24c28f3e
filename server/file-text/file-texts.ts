import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileText } from '#domain/ground/file-text.ts';
import { Refusal } from '#domain/ground/errors.ts';
import { Turns } from '../limits/turns.ts';
import type { Log } from '../ground/log.ts';
import { type FileToRead, filesToRead, keepFileText } from '../files/store/file-texts.ts';
import type { Db } from '../database/db.ts';
import { runReader } from './run-reader.ts';
import { fileTextBytes } from './read-file.ts';

const fileTextsAtOnce = 1;
const fileTextsWaiting = 50;
/** Maximum number of files of the questions of one push that are searched. */
export const fileTextsPerPush = 20;

/** The texts of uploaded files. A content is read once; its text is stored. */
export interface FileTexts {
  /**
   * Returns the texts of files that a user has uploaded, by hash. A file that is not read yet is waited for, for a
   * limited time; its text is stored later and found the next time. Of more than `fileTextsPerPush` files, the first
   * are read, so that their texts fit into memory.
   */
  textsOf(uploader: string, hashes: readonly string[]): Promise<Map<string, FileText>>;
  /** Ends what is being read. */
  stop(): Promise<void>;
}

export interface FileTextDeps {
  db: Db;
  log: Log;
  /** The folder of uploaded files. */
  filesDir: string;
  /** Reads a file: see `runReader`. */
  read?: typeof runReader;
  /** Longest time that `textsOf` waits. */
  waitMs: number;
}

export function openFileTexts({ db, log, filesDir, read = runReader, waitMs }: FileTextDeps): FileTexts {
  const turns = new Turns(fileTextsAtOnce, fileTextsWaiting, () => new Refusal('UNAVAILABLE'));
  const life = new AbortController();
  const readings = new Map<string, Promise<FileText>>();

  async function readAndKeep(file: FileToRead): Promise<FileText> {
    if (life.signal.aborted) return { problem: 'notReady' };
    const text = await read(await readFile(join(filesDir, basename(file.path))), file.mime, life.signal);
    // A process that was ended has not read it.
    if (life.signal.aborted) return { problem: 'notReady' };
    await keepFileText(db, file.id, text);
    return text;
  }

  /** Starts to read a file, or joins the reading of the same content. It never fails: the next question tries again. */
  function reading(uploader: string, file: FileToRead): Promise<FileText> {
    const started = readings.get(file.sha256);
    if (started !== undefined) return started;
    const result = turns
      .run(() => readAndKeep(file), uploader)
      .catch((error: unknown): FileText => {
        if (!(error instanceof Refusal)) log.warn({ err: error, file: file.id }, 'a file could not be read');
        return { problem: 'notReady' };
      })
      .finally(() => readings.delete(file.sha256));
    readings.set(file.sha256, result);
    return result;
  }

  return {
    async textsOf(uploader, hashes) {
      const asked = [...new Set(hashes)];
      const files = await filesToRead(db, uploader, asked.slice(0, fileTextsPerPush));
      const enough = new AbortController();
      const late = wait(waitMs, undefined, { signal: enough.signal }).then(
        (): FileText => ({ problem: 'notReady' }),
        (): FileText => ({ problem: 'notReady' }),
      );
      const texts = files.map(async (file): Promise<[string, FileText]> => {
        const known = file.text ?? withoutReading(file);
        return [file.sha256, known ?? (await Promise.race([reading(uploader, file), late]))];
      });
      const found = await Promise.all(texts);
      enough.abort();
      const tooMany = asked.slice(fileTextsPerPush).map((hash): [string, FileText] => [hash, { problem: 'notReady' }]);
      return new Map([...found, ...tooMany]);
    },
    async stop() {
      life.abort();
      await Promise.all(readings.values());
    },
  };
}

/** Returns what is known of a file by its type and size alone. */
function withoutReading({ mime, size }: FileToRead): FileText | undefined {
  if (mime.startsWith('image/')) return { problem: 'image' };
  return size > fileTextBytes ? { problem: 'tooLarge' } : undefined;
}
