import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import type { KnowledgeEntry } from '#domain/ground/knowledge.ts';
import { chatTypeOf } from '#domain/account/room-types.ts';
import { type Retrieval, type RetrievalIndex, buildIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { type Config, type ModelSettings, readConfig } from '../server/ground/config.ts';
import { entryOf, ownKnowledge, readKnowledgeFile } from '../server/assistant/knowledge/knowledge-file.ts';
import { checkedAnswer, modelSourcesOf, promptFor } from '../server/assistant/model/prompt.ts';
import { ModelFailed } from '../server/assistant/model/model-failed.ts';
import { textFrom } from '../server/assistant/model/model.ts';
import { allKnowledge } from '../server/assistant/store/entries.ts';
import { connect } from '../server/database/database.ts';
import { silentLog } from '../server/ground/log.ts';
import { startPostgres } from '../server/postgres/postgres.ts';
import { askedIn } from '../server/assistant/knowledge/measure.ts';

const usage = `Asks the assistant's search. Prints one line of JSON for each question:
{ "q", "band": "answer" | "suggest" | "none", "hits": [{ "id", "question", "confidence" }], "ms" }

  npm run --silent ask -- "how thick is the foil"      one question
  npm run --silent ask -- < questions.jsonl            lines of { "q": "...", "topic"?: 1 to 4, "before"?: ["..."] }
    --knowledge FILE   the entries of this file; else those of the installation (DATABASE_URL, or the
                       database in DATA_DIR, also while the server runs); else those that come with the product
    --all              also entries that await an expert's check
    --model            also asks the language model of LLM_BASE_URL, LLM_MODEL and LLM_API_KEY. The line has "model" then:
                       { "answer", "sources": [{ "n", "id", "title" }], "doubts": [{ "sentence", "why" }], "firstMs", "ms" },
                       { "none": true } if nothing was found or the sources do not answer, or { "failed": "slow" }`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    knowledge: { type: 'string' },
    all: { type: 'boolean' },
    model: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help === true || (positionals.length === 0 && process.stdin.isTTY)) {
  console.log(usage);
  process.exit(values.help === true ? 0 : 2);
}

const config = readConfig(process.env);
if (values.model === true && config.model === undefined) {
  console.error('There is no language model. Set LLM_BASE_URL and LLM_MODEL.');
  process.exit(2);
}

const entries = await read();
const index = buildIndex(values.all === true ? entries.map((entry) => ({ ...entry, status: 'published' })) : entries);
if (positionals.length > 0) console.log(await answerTo({ q: positionals.join(' ') }, index));
else {
  let line = 0;
  for await (const text of createInterface({ input: process.stdin })) {
    line++;
    if (text.trim() === '') continue;
    console.log(await answerTo(questionIn(text, line), index));
  }
}

async function read(): Promise<KnowledgeEntry[]> {
  const installed = values.knowledge === undefined ? await installedEntries(config) : undefined;
  return installed ?? (await readKnowledgeFile(values.knowledge ?? ownKnowledge)).map(entryOf);
}

/** Reads the entries of an installation, whether or not the server runs. @returns undefined if nothing is installed */
async function installedEntries({ databaseUrl, dataDir }: Config): Promise<KnowledgeEntry[] | undefined> {
  if (databaseUrl !== undefined) return await entriesAt(databaseUrl);
  // Asking installs nothing. The log begins when the embedded database is first started.
  if (!existsSync(join(dataDir, 'postgres.log'))) return undefined;
  const postgres = await startPostgres({ dataDir, log: silentLog });
  try {
    return await entriesAt(postgres.url);
  } finally {
    await postgres.stop();
  }
}

async function entriesAt(url: string): Promise<KnowledgeEntry[]> {
  const db = connect(url, silentLog);
  try {
    return await allKnowledge(db);
  } finally {
    await db.destroy();
  }
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

async function answerTo({ q, topic, before = [] }: Asked, of: RetrievalIndex): Promise<string> {
  const { found, ms } = askedIn(of, q, before, chatTypeOf(topic));
  const hits = found.hits.map(({ entry: { id, question }, score }, i) => ({
    id: /^\d+$/.test(id) ? Number(id) : id,
    question,
    // The first hit's is calibrated; those of the others share what is left.
    confidence: round(
      i === 0 ? found.confidence : (1 - found.confidence) * (score / Math.max(1e-9, 1 - (found.hits[0]?.score ?? 0))),
    ),
  }));
  const line = { q, band: found.band, hits, ms: round(ms) };
  const { model } = config;
  if (values.model !== true || model === undefined) return JSON.stringify(line);
  return JSON.stringify({ ...line, model: await modelAnswer(model, q, found) });
}

async function modelAnswer(model: ModelSettings, q: string, found: Retrieval): Promise<object> {
  const sources = modelSourcesOf(found, { sendsFiles: false });
  if (sources.length === 0) return { none: true };
  const start = performance.now();
  let firstMs: number | undefined;
  let text = '';
  try {
    for await (const part of textFrom(model, promptFor(q, sources))) {
      firstMs ??= performance.now() - start;
      text += part;
    }
  } catch (error) {
    if (error instanceof ModelFailed) return { failed: error.failure };
    throw error;
  }
  const checked = checkedAnswer(text, sources);
  if (checked === undefined) return { none: true };
  const cited = sources.filter(({ n }) => checked.cited.includes(n));
  return {
    answer: checked.content,
    sources: cited.map(({ n, entryId, title }) => ({ n, id: entryId, title })),
    doubts: checked.doubts,
    firstMs: round(firstMs ?? 0),
    ms: round(performance.now() - start),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
