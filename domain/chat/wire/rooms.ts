import { Type, type Static } from 'typebox';
import { attachmentsPerMessage } from '../../ground/attachments.ts';
import {
  bytesOf,
  file,
  id,
  idempotencyHeaders as headers,
  idParams,
  int4,
  nullable,
  oneOf,
  text,
  uuid,
  when,
} from '../../ground/wire/parts.ts';
import type { RouteTable } from '../../ground/wire/route.ts';
import { searchChars } from '../../ground/search-input.ts';

/** Requests and replies about rooms and messages. */

const fileSource = Type.Object(
  { id, name: text, page: Type.Union([Type.Integer(), text]), passage: text },
  { description: 'Set for a passage of a file of the question, word for word. `qnaId` is empty then.' },
);
const fileNotes = Type.Array(Type.Object({ id, name: text, problem: text, text }), {
  description: 'The files of the question that were not read, with the reason',
});

export const calculation = Type.Object({
  formula: text,
  values: Type.Record(text, Type.Number(), { description: 'Inputs and results, in A, Ah, V, Wh, mm, h and so on' }),
  assumed: Type.Array(text, { description: 'Keys of the inputs that were not in the question' }),
});

const askable = Type.Object({ qnaId: text, question: text });

export const askedOrder = Type.Object({
  service: oneOf('prototyping', 'testing', 'both'),
  format: Type.Optional(text),
  quantity: Type.Optional(Type.Integer()),
  chemistry: Type.Optional(text),
  capacity_Ah: Type.Optional(Type.Number()),
  cycles: Type.Optional(Type.Integer()),
  temperature_C: Type.Optional(Type.Number()),
  moreTemperatures_C: Type.Optional(Type.Array(Type.Number())),
  tests: Type.Array(oneOf('RPT', 'Cycle', 'Pulse', 'Rate', 'Calendar', 'Safety')),
  safetyTests: Type.Optional(Type.Array(oneOf('Thermal Abuse', 'Overcharge', 'Nail Penetration', 'Crush'))),
});

const answerFacts = Type.Object({
  questionId: id,
  status: oneOf('done', 'no_answer', 'suggest', 'stopped', 'error'),
  mode: oneOf('kb', 'llm'),
  confidence: Type.Number(),
  sources: Type.Array(
    Type.Object({
      n: Type.Integer(),
      qnaId: text,
      question: text,
      urls: Type.Array(text),
      category: text,
      score: Type.Number(),
      file: Type.Optional(fileSource),
    }),
  ),
  suggestions: Type.Array(askable),
  related: Type.Optional(Type.Array(askable)),
  refine: Type.Optional(
    Type.Object({
      other: Type.Optional(askable),
      changes: Type.Optional(Type.Array(Type.Object({ label: text, question: text }))),
    }),
  ),
  handoff: Type.Object({ offered: Type.Boolean(), allowed: Type.Boolean() }),
  calculation: Type.Optional(calculation),
  order: Type.Optional(askedOrder),
  emergency: Type.Optional(Type.Literal(true, { description: 'The fixed text for people in danger' })),
  sentence: Type.Optional(
    Type.String({
      description: "Which of the assistant's own sentences the content is, for screens in other languages",
    }),
  ),
  fileNotes: Type.Optional(fileNotes),
});

const handoffFacts = Type.Object({
  questionId: nullable(id),
  roomId: id,
  turns: Type.Optional(
    Type.Array(
      Type.Object({
        kind: oneOf('user', 'assistant', 'finder'),
        text,
        at: when,
        sources: Type.Array(Type.Object({ question: text, urls: Type.Array(text) })),
      }),
    ),
  ),
  note: Type.Optional(Type.String({ description: 'What the customer has tried' })),
  order: Type.Optional(Type.Object({ id, number: text }, { description: 'The order that the customer came from' })),
});

export const messageReply = Type.Object({
  id,
  message_id: id,
  client_message_id: id,
  room_id: id,
  roomId: id,
  seq: Type.Integer(),
  content: text,
  sender_type: oneOf('USER', 'SUPPORT'),
  author: Type.Object({ id: text, name: text, kind: text }),
  is_read: Type.Boolean(),
  status: Type.Literal('sent'),
  message_type: oneOf('text', 'file', 'image'),
  file_url: nullable(text),
  files: Type.Array(file),
  reply_to: nullable(id),
  created_at: when,
  answer: Type.Optional(answerFacts),
  feedback: Type.Optional(Type.Object({ rating: oneOf(1, -1), comment: nullable(text), sseq: Type.Integer() })),
  handoff: Type.Optional(handoffFacts),
  redacted: Type.Optional(Type.Literal(true, { description: 'Its content was taken away' })),
});

const roomReply = Type.Object({
  id,
  type: Type.Integer(),
  name: text,
  created_at: when,
  unreadCount: Type.Integer(),
  messages: Type.Array(messageReply, { description: 'The newest ones, oldest first' }),
  lastMessage: nullable(Type.Object({ content: text, created_at: when, sender_type: oneOf('USER', 'SUPPORT') })),
  customer: Type.Object({ id, name: text, company: nullable(text) }),
  order_id: nullable(id),
  status: text,
});

const openRoomBody = Type.Object({
  id: Type.Optional(uuid),
  type: Type.Optional(Type.Integer({ minimum: 5, maximum: 7 })),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  order_id: Type.Optional(uuid),
  result_name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  client_id: Type.Optional(uuid),
});

export type OpenRoomBody = Static<typeof openRoomBody>;

/** One room for each name of a result, such as `PO-2026-000123: Cycle test`. */
const openResultRoomBody = Type.Object({
  id: Type.Optional(uuid),
  result_name: Type.String({ minLength: 1, maxLength: 200 }),
  client_id: Type.Optional(uuid),
});

const chatSearchQuery = Type.Object({ q: Type.String({ minLength: 1, maxLength: searchChars }) });
const chatSearchReply = Type.Object({
  items: Type.Array(
    Type.Object({
      room_id: id,
      type: Type.Integer(),
      title: nullable(text),
      message_id: nullable(id),
      excerpt: nullable(text),
      at: nullable(when),
    }),
  ),
  /** Number of conversations that have the words; `items` are the newest of them. */
  total: Type.Integer(),
});
export type ChatSearchReply = Static<typeof chatSearchReply>;

const olderQuery = Type.Object({
  before: Type.Optional(int4(1)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
});

const openedReply = Type.Object({ room: roomReply });
const roomPageReply = Type.Object({
  room: roomReply,
  messages: Type.Array(messageReply),
  unreadCount: Type.Integer(),
  next_before: nullable(Type.Integer()),
});
export const sentReply = Type.Object({
  message: messageReply,
  message_id: Type.Optional(id),
  content: Type.Optional(text),
  roomId: Type.Optional(id),
  files: Type.Optional(Type.Array(file)),
});
const unreadReply = Type.Object({
  total_unread_message: Type.Integer(),
  rooms: Type.Array(Type.Object({ roomId: id, unreadCount: Type.Integer() })),
});

/** Fields of a message, as JSON or as a multipart form. */
export const messageFields = Type.Object({
  content: Type.Optional(Type.String({ maxLength: 100_000 })),
  roomId: Type.Optional(uuid),
  conversation_id: Type.Optional(uuid),
  reply_to: Type.Optional(uuid),
  client_message_id: Type.Optional(uuid),
});
export type MessageFields = Static<typeof messageFields>;

export const conversationReply = Type.Object({ conversation: roomReply, message: messageReply });

const formFiles = Type.Array(Type.String({ format: 'binary' }), { maxItems: attachmentsPerMessage });

/** Schema of a body with a message, as form or JSON. */
export const messageBody = {
  content: {
    'application/json': { schema: messageFields },
    'multipart/form-data': {
      schema: Type.Object({
        ...messageFields.properties,
        files: Type.Optional(formFiles),
      }),
    },
  },
};

/** Schema of a form that has only files. */
export const filesBody = {
  content: {
    'multipart/form-data': { schema: Type.Object({ files: formFiles }) },
  },
};

const openedReplies = { 200: openedReply, 201: openedReply };
const roomPage = { params: idParams, querystring: olderQuery, response: { 200: roomPageReply } };

export const routesOfRooms = {
  'GET /chat/search': { querystring: chatSearchQuery, response: { 200: chatSearchReply } },
  'POST /po-chats/rooms': { body: openRoomBody, headers, response: openedReplies },
  'POST /po-chats/po_test_result_rooms': { body: openResultRoomBody, headers, response: openedReplies },
  'GET /po-chats/rooms/:id': roomPage,
  'GET /conversations/:id': roomPage,
  'POST /po-chats/rooms/:id/messages': {
    params: idParams,
    headers,
    body: messageBody,
    response: { 200: sentReply, 201: sentReply },
  },
  'GET /po-chats/unread_messages_count': { response: { 200: unreadReply } },
  'GET /files/:id': { params: idParams, response: { 200: bytesOf('*/*') } },
} satisfies RouteTable;
