import { readFile } from 'node:fs/promises';
import { Type, type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';

const text = Type.String();

/** An entry as a file of knowledge has it: JSON, a list of these. Other fields are allowed and ignored. */
const fileEntry = Type.Object({
  id: Type.Union([Type.Integer(), text]),
  large: text,
  medium: text,
  small: text,
  question: text,
  answer: text,
  alternatives: Type.Array(text),
  /** Separated by commas. */
  keyword: text,
  /** One on each line. */
  urls: text,
  sources: text,
  /** Day on which the editors of the file last checked the facts against the sources, as YYYY-MM-DD. */
  checked_on: Type.Optional(text),
  /** `read`: seen in a source; `memory`: an expert must check it before it is published. */
  basis: Type.Union([Type.Literal('read'), Type.Literal('memory')]),
  /** 1 general, 2 suppliers, 3 specifications, 4 benchmarks. */
  chat_type: Type.Optional(Type.Integer()),
  /** Day after which its facts may be out of date, as YYYY-MM-DD. */
  check_by: Type.Optional(text),
  ko: Type.Optional(Type.Object({ question: text, answer: text, alternatives: Type.Array(text) })),
});

export type FileEntry = Static<typeof fileEntry>;

/** The knowledge that comes with the product: `data/knowledge` of its specification, with ids that never change. */
export const ownKnowledge = new URL('entries.json', import.meta.url);

/**
 * Reads a file of knowledge.
 * @throws an error that names the first entry and field that are wrong
 */
export async function readKnowledgeFile(file: string | URL): Promise<FileEntry[]> {
  return parseKnowledge(await readFile(file, 'utf8'), file);
}

/**
 * Returns the entries of a file's content.
 * @param file its name, for errors
 * @throws an error that names the first entry and field that are wrong
 */
export function parseKnowledge(json: string, file: string | URL): FileEntry[] {
  const list: unknown = JSON.parse(json);
  if (!Array.isArray(list)) throw new Error(`${String(file)}: a list of entries is expected`);
  return list.map((entry: unknown, at) => {
    if (Value.Check(fileEntry, entry)) return entry;
    const [problem] = Value.Errors(fileEntry, entry);
    throw new Error(
      `${String(file)}: entry ${at + 1}${problem?.instancePath ?? ''}: ${problem?.message ?? 'is wrong'}`,
    );
  });
}

/** Returns an entry as retrieval uses it. Its id is the one of the file, as text. */
export function entryOf(entry: FileEntry): KnowledgeEntry {
  const { large, medium, small, question, answer, alternatives, ko } = entry;
  return {
    id: String(entry.id),
    large,
    medium,
    small,
    question,
    alternatives,
    answer,
    keywords: parts(entry.keyword, ','),
    urls: parts(entry.urls, '\n'),
    status: entry.basis === 'read' ? 'published' : 'needs_check',
    ...(ko === undefined ? {} : { ko }),
  };
}

function parts(list: string, separator: string): string[] {
  return list
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
