import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal, requireFound } from '#domain/ground/errors.ts';
import { cleanFileName } from '#domain/ground/file-name.ts';
import { type FileProblem, fileProblems, sentenceOf } from '#domain/ground/file-text.ts';
import {
  type DocumentPiece,
  type DocumentReply,
  routesOfDocuments,
} from '#domain/assistant/wire/knowledge-documents.ts';
import { emptyQna, type QnaFields } from '#domain/assistant/knowledge/qna/fields.ts';
import { problemsWithQna } from '#domain/assistant/knowledge/qna/problems.ts';
import { sectionsOf } from '#domain/assistant/knowledge/qna/document-pieces.ts';
import { retrieve, type RetrievalIndex } from '#domain/assistant/retrieval/retrieve.ts';
import { retrievalSettings } from '#domain/assistant/retrieval/thresholds.ts';
import { sendDownload } from '../../files/download.ts';
import { cutText } from '#domain/ground/text.ts';
import type { AssistantDeps } from '../deps.ts';
import {
  addDocument,
  documentBytes,
  dropDocument,
  keepReading,
  type KnowledgeDocument,
  type Piece,
  readDocument,
  readDocuments,
  readPieces,
  settlePieces,
  unreadDocument,
} from '../store/documents.ts';
import type { Tx } from '../../database/db.ts';
import { writeQnas } from '../store/qna-writes.ts';
import { serving } from '../../http/serve-routes.ts';
import { pageRows } from '#domain/ground/page-rows.ts';

/** Maximum number of pieces that a document is cut into, from which experts make Q&As. */
const documentPieces = 300;

/** Maximum number of questions of pieces whose nearest entry is kept. */
const keptQuestions = 3_000;

/** Documents from which experts make Q&As: uploaded first, then read, cut into pieces, and decided on piece by piece. */
export function knowledgeDocumentRoutes(app: FastifyInstance, deps: AssistantDeps): void {
  const { db, config } = deps;
  const serve = serving(app, routesOfDocuments);
  const base = '/admin-api/knowledge_documents';
  const nearest = new NearestEntries(deps.knowledge);
  const shown = (document: KnowledgeDocument): DocumentReply => ({
    ...replyOf(document),
    url: `${app.prefix}${base}/${document.id}/file`,
  });

  serve('GET /admin-api/knowledge_documents', async ({ query: { page = 1, limit = pageRows } }) => {
    const found = await readDocuments(db, { page, limit });
    return { ...found, items: found.items.map(shown) };
  });

  serve('POST /admin-api/knowledge_documents', async ({ tx, session, body }) => {
    const { upload_id: id, large_category: large, medium_category: medium = '' } = body;
    const isAdded = await addDocument(tx, { id, by: session.user.id, large: large.trim(), medium: medium.trim() });
    return shown(requireFound(isAdded ? await readDocument(tx, id) : undefined));
  });

  serve('GET /admin-api/knowledge_documents/:id', async ({ params: { id } }) => {
    await readTextOf(id, deps);
    const document = requireFound(await readDocument(db, id));
    const items: DocumentPiece[] = [];
    for (const piece of await readPieces(db, id)) {
      items.push({ ...piece, alike: await nearest.alikeOf(piece) });
    }
    return { ...shown(document), items };
  });

  serve('GET /admin-api/knowledge_documents/:id/file', async (request, reply) => {
    return sendDownload(reply, config.filesDir, await documentBytes(db, request.params.id));
  });

  serve('POST /admin-api/knowledge_documents/:id/qnas', async ({ tx, session, params: { id }, body: { items } }) => {
    const document = requireFound(await readDocument(tx, id));
    const made = await makeQnas(tx, document, items, session.user.id);
    await settlePieces(tx, id, { made });
    return { items: [...made].map(([n, qnaId]) => ({ n, qna_id: qnaId })) };
  });

  serve(
    'POST /admin-api/knowledge_documents/:id/left_out',
    async ({ tx, params: { id }, body: { numbers, left_out: isLeftOut } }) => {
      if ((await readDocument(tx, id)) === undefined) throw new Refusal('NOT_FOUND');
      const changed = await settlePieces(tx, id, { state: isLeftOut ? 'left_out' : 'open', numbers });
      return { changed };
    },
  );

  serve('DELETE /admin-api/knowledge_documents/:id', async ({ tx, params }) => {
    if (!(await dropDocument(tx, params.id))) throw new Refusal('NOT_FOUND');
  });
}

/** Reads the text of a document that was not read yet, as far as that is done in time. */
async function readTextOf(id: string, { db, fileTexts }: Pick<AssistantDeps, 'db' | 'fileTexts'>): Promise<void> {
  const unread = await unreadDocument(db, id);
  if (unread === undefined) return;
  const text = (await fileTexts.textsOf(unread.uploader, [unread.sha256])).get(unread.sha256);
  if (text === undefined || ('problem' in text && text.problem === 'notReady')) return;
  const result =
    'problem' in text
      ? { problem: text.problem }
      : { pages: text.pages.length, pieces: sectionsOf(text.pages, documentPieces) };
  await db.transaction().execute((tx) => keepReading(tx, id, result));
}

/** Searches for the entries that pieces repeat. The result is kept: a document is read again after each decision. */
class NearestEntries {
  readonly #knowledge: () => RetrievalIndex;
  /** Entries found, by index and question. */
  readonly #found = new WeakMap<RetrievalIndex, Map<string, DocumentPiece['alike']>>();

  constructor(knowledge: () => RetrievalIndex) {
    this.#knowledge = knowledge;
  }

  /** Returns the nearest entry that the assistant has, if it would at least suggest it. */
  async alikeOf({ question, state }: Piece): Promise<DocumentPiece['alike']> {
    if (state !== 'open') return null;
    const index = this.#knowledge();
    const kept = this.#found.get(index) ?? new Map<string, DocumentPiece['alike']>();
    this.#found.set(index, kept);
    const known = kept.get(question);
    if (known !== undefined) return known;
    await nextTurn(); // lets other requests run between two searches
    const { hits, confidence } = retrieve(index, { text: question, chatType: 1 });
    const entry = hits[0]?.entry;
    const alike =
      entry === undefined || confidence < retrievalSettings.suggestAt
        ? null
        : { qna_id: entry.id, question: entry.question, confidence };
    if (kept.size >= keptQuestions) kept.clear();
    kept.set(question, alike);
    return alike;
  }
}

/**
 * Makes Q&As from pieces of a document.
 * @returns the id of each Q&A, by the number of its piece
 * @throws NOT_FOUND, VALIDATION, STALE for a piece of which one was made, INVALID with what is wrong with each
 */
async function makeQnas(
  tx: Tx,
  document: KnowledgeDocument,
  items: readonly { n: number; question: string; answer: string }[],
  by: string,
): Promise<Map<number, string>> {
  const numbers = items.map(({ n }) => n);
  const pieces = new Map((await readPieces(tx, document.id, numbers)).map((piece) => [piece.n, piece]));
  if (pieces.size !== new Set(numbers).size) throw new Refusal('NOT_FOUND');
  if (numbers.length !== pieces.size) throw new Refusal('VALIDATION', [{ path: 'items', code: 'twice' }]);
  // Another user has made it meanwhile.
  if ([...pieces.values()].some(({ state }) => state === 'made')) throw new Refusal('STALE');
  const qnas = items.map(({ n, question, answer }) =>
    qnaOf(document, pieces.get(n)?.page ?? '', { question: question.trim(), answer: answer.trim() }),
  );
  const problems = qnas.flatMap((qna, at) =>
    problemsWithQna(qna).map(({ path, ...problem }) => ({ ...problem, path: `items/${at}/${path}` })),
  );
  if (problems.length > 0) throw new Refusal('INVALID', problems);
  const written = await writeQnas(
    tx,
    qnas.map((fields) => ({ fields })),
    { change: 'create', by, note: document.name },
  );
  if ('stale' in written) throw new Refusal('STALE');
  return new Map(numbers.map((n, at) => [n, written.ids[at] ?? '']));
}

/** Returns the Q&A that a piece becomes. It waits for a check, and says where it is from. */
function qnaOf(
  { large_category: large, medium_category: medium, name }: KnowledgeDocument,
  page: string,
  texts: { question: string; answer: string },
): QnaFields {
  const source = page === '' ? name : `${name}, ${page}`;
  return { ...emptyQna, large, medium, ...texts, sources: [cutText(source, 300)], status: 'needs_check' };
}

function replyOf(document: KnowledgeDocument): Omit<DocumentReply, 'url'> {
  const { problem, pages } = document;
  const name = cleanFileName(document.name);
  return {
    ...document,
    name,
    state: problem !== null ? 'unreadable' : pages === null ? 'reading' : 'read',
    problem: problem !== null && isFileProblem(problem) ? sentenceOf(problem, name) : problem,
  };
}

function isFileProblem(problem: string): problem is FileProblem {
  return Object.hasOwn(fileProblems, problem);
}
