import { Type, type Static } from 'typebox';
import {
  bytesOf,
  id,
  idParams,
  listOf,
  nothing,
  nullable,
  oneOf,
  pageQuery,
  text,
  when,
} from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';

/** Wire format of documents from which experts make Q&As. */

const category = Type.String({ maxLength: 80 });

/** `upload_id` is the last segment of the finished upload's URL. */
const addDocumentBody = Type.Object({
  upload_id: id,
  large_category: Type.String({ minLength: 1, maxLength: 80 }),
  medium_category: Type.Optional(category),
});

const document = {
  id,
  name: text,
  size: Type.Integer(),
  mime: text,
  large_category: text,
  medium_category: text,
  added_at: when,
  /** Null for accounts that are gone. */
  added_by: nullable(text),
  state: oneOf('reading', 'read', 'unreadable'),
  /** Reason why it has no text, as a sentence; null otherwise. */
  problem: nullable(text),
  pages: nullable(Type.Integer()),
  /** Numbers of its pieces that are still open, made into Q&As, or left out. */
  open: Type.Integer(),
  made: Type.Integer(),
  left_out: Type.Integer(),
  url: text,
};

const documentReply = Type.Object(document);
export type DocumentReply = Static<typeof documentReply>;
const documentsReply = listOf(documentReply);

const piece = Type.Object({
  n: Type.Integer(),
  page: text,
  question: text,
  answer: text,
  state: oneOf('open', 'made', 'left_out'),
  qna_id: nullable(text),
  /** The nearest entry that the assistant has, if one is near. */
  alike: nullable(Type.Object({ qna_id: text, question: text, confidence: Type.Number() })),
});

const documentPiecesReply = Type.Object({ ...document, items: Type.Array(piece) });
export type DocumentPiecesReply = Static<typeof documentPiecesReply>;
export type DocumentPiece = Static<typeof piece>;

/** Pieces that become Q&As, with their texts as the expert has left them. */
const makeQnasBody = Type.Object({
  items: Type.Array(Type.Object({ n: Type.Integer({ minimum: 1 }), question: text, answer: text }), {
    minItems: 1,
    maxItems: 50,
  }),
});
const madeQnasReply = Type.Object({ items: Type.Array(Type.Object({ n: Type.Integer(), qna_id: text })) });

/** Pieces that are not to become Q&As, or are to be looked at again. */
const leaveOutBody = Type.Object({
  numbers: Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 500 }),
  left_out: Type.Boolean(),
});
const leftOutReply = Type.Object({ changed: Type.Integer() });

export const routesOfDocuments = {
  'GET /admin-api/knowledge_documents': { querystring: pageQuery, response: { 200: documentsReply } },
  'POST /admin-api/knowledge_documents': { keyed: true, body: addDocumentBody, response: { 201: documentReply } },
  'GET /admin-api/knowledge_documents/:id': { params: idParams, response: { 200: documentPiecesReply } },
  'GET /admin-api/knowledge_documents/:id/file': { params: idParams, response: { 200: bytesOf('*/*') } },
  'POST /admin-api/knowledge_documents/:id/qnas': {
    keyed: true,
    params: idParams,
    body: makeQnasBody,
    response: { 200: madeQnasReply },
  },
  'POST /admin-api/knowledge_documents/:id/left_out': {
    keyed: true,
    params: idParams,
    body: leaveOutBody,
    response: { 200: leftOutReply },
  },
  'DELETE /admin-api/knowledge_documents/:id': { keyed: true, params: idParams, response: { 204: nothing } },
} satisfies RouteTable;
