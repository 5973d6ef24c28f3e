import type { Author, Message } from '#domain/chat/chat.ts';
import type { WireMessage } from '#domain/spine/wire/sockets.ts';
import type { Api } from '../../net/http.ts';
import { deadlines } from '../../net/deadlines.ts';
import { messagePage } from '#domain/chat/message-page.ts';
import { call } from '../../net/call.ts';

type RoomPage = {
  messages: (WireMessage & Pick<Message, 'answer' | 'feedback' | 'handoff'>)[];
  next_before: number | null;
};

/** Returns the page of messages before a position, oldest first. `complete`: there are none before it. */
export async function historyBefore(
  api: Api,
  roomId: string,
  before: number,
): Promise<{ messages: Message[]; complete: boolean }> {
  const page = await call(api, 'GET /conversations/:id', {
    params: { id: roomId },
    query: { before, limit: messagePage },
    timeoutMs: deadlines.olderMessages,
  });
  return { messages: page.messages.map(messageFrom), complete: page.next_before === null };
}

/** Converts a message of a page. Its files have no hash there; their bytes are fetched by the file's id. */
function messageFrom(wire: RoomPage['messages'][number]): Message {
  return {
    id: wire.id,
    roomId: wire.roomId,
    sseq: wire.seq,
    content: wire.content,
    senderType: wire.sender_type,
    author: { ...wire.author, kind: wire.author.kind as Author['kind'] },
    files: wire.files.map(({ id, name, size, mime }) => ({ id, name, size, mime, sha256: '' })),
    replyTo: wire.reply_to,
    createdAt: wire.created_at,
    ...(wire.answer === undefined ? {} : { answer: wire.answer }),
    ...(wire.feedback === undefined ? {} : { feedback: wire.feedback }),
    ...(wire.handoff === undefined ? {} : { handoff: wire.handoff }),
    ...(wire.redacted === undefined ? {} : { redacted: wire.redacted }),
  };
}
