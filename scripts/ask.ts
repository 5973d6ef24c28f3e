import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { KnowledgeEntry } from '#domain/knowledge.ts';
import { chatTypeOf } from '#domain/room-types.ts';
import { type RetrievalIndex, buildIndex } from '#domain/retrieval/retrieve.ts';
import { readConfig } from '../server/config.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../server/knowledge/knowledge-file.ts';
import { installedKnowledge } from './retrieval/installed.ts';
import { askedIn } from './retrieval/measure.ts';

const usage = `Asks the assistant's search. Prints one line of JSON for each question:
{ "q", "band": "answer" | "suggest" | "none", "hits": [{ "id", "question", "confidence" }], "ms" }

  npm run --silent ask -- "how thick is the foil"      one question
  npm run --silent ask -- < questions.jsonl            lines of { "q": "...", "topic"?: 1 to 4, "before"?: ["..."] }
    --knowledge FILE   the entries of this file; else those of the installation (DATABASE_URL, or the
                       database in DATA_DIR, also while the server runs); else those that come with the product
    --all              also entries that await an expert's check`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { knowledge: { type: 'string' }, all: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help === true || (positionals.length === 0 && process.stdin.isTTY)) {
  console.log(usage);
  process.exit(values.help === true ? 0 : 2);
}

const entries = await read();
const index = buildIndex(values.all === true ? entries.map((entry) => ({ ...entry, status: 'published' })) : entries);
if (positionals.length > 0) console.log(answerTo({ q: positionals.join(' ') }, index));
else {
  let line = 0;
  for await (const text of createInterface({ input: process.stdin })) {
    line++;
    if (text.trim() === '') continue;
    console.log(answerTo(questionIn(text, line), index));
  }
}

async function read(): Promise<KnowledgeEntry[]> {
  if (values.knowledge === undefined) {
    const installed = await installedKnowledge(readConfig(process.env));
    if (installed !== undefined) return installed;
  }
  return (await readKnowledgeFile(values.knowledge ?? ownKnowledge)).map(entryOf);
}

interface Asked {
  q: string;
  topic?: number | undefined;
  before?: string[] | undefined;
}

function questionIn(text: string, line: number): Asked {
  const question = parsed(text);
  if (typeof question?.q !== 'string') {
    console.error(`Line ${line} is no question. Write one such as {"q": "how thick is the foil"}.`);
    process.exit(2);
  }
  return { q: question.q, topic: question.topic, before: question.before };
}

function parsed(text: string): Partial<Asked> | undefined {
  try {
    return JSON.parse(text) as Partial<Asked>;
  } catch {
    return undefined;
  }
}

function answerTo({ q, topic, before = [] }: Asked, of: RetrievalIndex): string {
  const { found, ms } = askedIn(of, q, before, chatTypeOf(topic));
  const hits = found.hits.map(({ entry: { id, question }, score }, i) => ({
    id: /^\d+$/.test(id) ? Number(id) : id,
    question,
    // The first hit's is calibrated; those of the others share what is left.
    confidence: round(
      i === 0 ? found.confidence : (1 - found.confidence) * (score / Math.max(1e-9, 1 - (found.hits[0]?.score ?? 0))),
    ),
  }));
  return JSON.stringify({ q, band: found.band, hits, ms: round(ms) });
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
