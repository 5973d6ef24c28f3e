import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { deviceSettingsOf } from '#domain/assistant/settings.ts';
import type { KnowledgeReply } from '#domain/assistant/wire/knowledge.ts';
import {
  type KnowledgeExtent as Extent,
  type KnowledgeLanguage,
  type KnowledgeState,
  columnsOf,
  entryInLanguage,
  knowledgeExtents,
  revisionOf,
  type SavedEntry,
  stampOf,
} from '#domain/assistant/wire/saved-knowledge.ts';
import { knowledgeAfter, knowledgeState } from '../store/entry-changes.ts';
import type { Db } from '../../database/db.ts';

/** Maximum number of bytes of the knowledge base on its way to a device, compressed; beyond them, in one language only. */
export const deviceKnowledgeBytes = 400 * 1024;

/** The published knowledge base on its way to devices: all of it once, then what has changed. */
export interface DeviceKnowledge {
  /** @param asked the stamp of the device's last reply, its version of the settings, and the language its user reads */
  replyTo(asked: { stamp?: string; settings?: number; language?: KnowledgeLanguage }): Promise<EncodedReply>;
  /** For users who may not keep answers: their devices delete all entries, and get the settings. */
  withoutEntries(): Promise<EncodedReply>;
}

export type Encoding = 'br' | 'gzip' | undefined;

/** A reply that is compressed once for each encoding, however many devices ask for it. */
interface EncodedReply {
  bytes(encoding: Encoding): Promise<Buffer>;
}

interface Whole {
  state: KnowledgeState;
  isTooLarge: boolean;
  replies: ReadonlyMap<Extent, EncodedReply>;
  withoutEntries: EncodedReply;
  /** Changes since earlier states, by revision, extent and settings: after a sync, most devices ask for the same ones. */
  changes: Map<string, Promise<EncodedReply>>;
}

/** Serves the knowledge base to devices. A thousand that start at once need the same bytes, and get the same buffer. */
export function deviceKnowledge(db: Db): DeviceKnowledge {
  let newest: { key: string; whole: Promise<Whole> } | undefined;

  /** Returns the whole of the current state, read again only when an entry has changed. */
  async function current(): Promise<Whole> {
    const state = await knowledgeState(db);
    const key = `${stampOf(state, 'all')} ${state.settings}`;
    if (newest?.key !== key) {
      const whole = readWhole(db);
      newest = { key, whole };
      // A failed read is tried again by the next device.
      whole.catch(() => (newest = undefined));
    }
    return newest.whole;
  }

  /** Returns the changes after what a device has, read once for all devices that have the same. */
  function changesFor(kept: Whole['changes'], has: Had): Promise<EncodedReply> {
    const key = `${has.since} ${has.extent} ${has.settings}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const reply = changesAfter(db, has).then((read) => encoded(read));
    // Devices with other states are few: what the first ones among them got is kept.
    if (kept.size < keptChanges) kept.set(key, reply);
    reply.catch(() => kept.delete(key));
    return reply;
  }

  return {
    async replyTo({ stamp, settings, language = 'en' }) {
      const { state, isTooLarge, replies, withoutEntries, changes } = await current();
      const extent = isTooLarge ? language : 'all';
      const since = revisionIn(stamp, state, extent);
      if (since === undefined) return replies.get(extent) ?? withoutEntries;
      return await changesFor(changes, { since, extent, settings });
    },
    withoutEntries: async () => (await current()).withoutEntries,
  };
}

async function readWhole(db: Db): Promise<Whole> {
  const { state, entries, trees, settings: saved } = await knowledgeAfter(db, -1);
  const settings = deviceSettingsOf(saved.version, saved.settings);
  const wholeOf = (extent: Extent): EncodedReply =>
    encoded(
      { ...replyOf(entries, extent), stamp: stampOf(state, extent), whole: true, trees, settings },
      { isAskedOften: true },
    );
  const none = { stamp: '', whole: true, entries: columnsOf([]), gone: [], trees: [], settings };
  const sample = await brotli(JSON.stringify(columnsOf(entries)), quickly);
  const isTooLarge = sample.length * thoroughGain > deviceKnowledgeBytes;
  return {
    state,
    isTooLarge,
    replies: new Map(knowledgeExtents.map((extent) => [extent, wholeOf(extent)])),
    withoutEntries: encoded(none, { isAskedOften: true }),
    changes: new Map(),
  };
}

/** State of a device: entries up to a revision, in these languages, and a version of the settings. */
interface Had {
  since: number;
  extent: Extent;
  settings: number | undefined;
}

async function changesAfter(db: Db, { since, extent, settings: known }: Had): Promise<KnowledgeReply> {
  const { state, entries, gone, trees, settings: saved } = await knowledgeAfter(db, since);
  const settings = known === saved.version ? {} : { settings: deviceSettingsOf(saved.version, saved.settings) };
  return { ...replyOf(entries, extent), stamp: stampOf(state, extent), whole: false, gone, trees, ...settings };
}

function replyOf(entries: readonly SavedEntry[], extent: Extent): Pick<KnowledgeReply, 'entries' | 'gone'> {
  const sent = extent === 'all' ? entries : entries.map((entry) => entryInLanguage(entry, extent));
  return { entries: columnsOf(sent), gone: [] };
}

/** Returns the revision in a device's stamp; undefined if the stamp is of another server, extent or future. */
function revisionIn(stamp: string | undefined, state: KnowledgeState, extent: Extent): number | undefined {
  const revision = revisionOf(stamp ?? '', state, extent);
  return revision !== undefined && revision <= state.revision ? revision : undefined;
}

/** Earlier states whose changes are kept ready. */
const keptChanges = 50;

/** Qualities of brotli: the second takes a second for 400 entries. */
const quickly = 5;
const thoroughly = 11;
/** Size at the second quality as a share of that at the first, measured on 394 entries. */
const thoroughGain = 0.89;

function brotli(text: string, quality: number): Promise<Buffer> {
  return promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      // The window of 16 MB holds all entries.
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  });
}

function encoded(reply: KnowledgeReply, { isAskedOften = false } = {}): EncodedReply {
  const text = JSON.stringify(reply);
  const made = new Map<Encoding, Promise<Buffer>>();
  const make = (encoding: Encoding): Promise<Buffer> => {
    if (encoding === 'br') return isAskedOften ? quicklyThenThoroughly(text, made) : brotli(text, quickly);
    return encoding === 'gzip' ? promisify(gzip)(text) : Promise.resolve(Buffer.from(text));
  };
  return {
    bytes(encoding) {
      const bytes = made.get(encoding) ?? make(encoding);
      made.set(encoding, bytes);
      return bytes;
    },
  };
}

/** The first device does not wait for the thorough compression; those after it get its result. */
function quicklyThenThoroughly(text: string, made: Map<Encoding, Promise<Buffer>>): Promise<Buffer> {
  const first = brotli(text, quickly);
  first
    .then(() => brotli(text, thoroughly))
    .then(
      (smaller) => made.set('br', Promise.resolve(smaller)),
      // The next device tries again.
      () => made.delete('br'),
    );
  return first;
}

/** Returns the best encoding that a request accepts. */
export function encodingOf(accepted: string): Encoding {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : undefined;
}
