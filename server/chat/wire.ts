import { messageTypeOf, otherSide, sideOf, type FileRef, type Message, type Room } from '#domain/chat/chat.ts';
import { withoutUndefined } from '#domain/ground/undefined.ts';
import type { Side } from '#domain/account/room-types.ts';
import type { WireMessage, WireRoom } from '#domain/spine/wire/sockets.ts';

/** Converts rooms and messages to the specification's field names. */

/** Returns a message for REST and the chat sockets; the room's read marks determine whether it was read. */
export function wireMessage(
  message: Message,
  marks: Room['marks'],
): WireMessage & Pick<Message, 'answer' | 'feedback' | 'handoff'> {
  const files = message.files.map(wireFile);
  const { answer, feedback, handoff, redacted } = message;
  return {
    id: message.id,
    message_id: message.id,
    client_message_id: message.id,
    room_id: message.roomId,
    roomId: message.roomId,
    seq: message.sseq,
    content: message.content,
    sender_type: message.senderType,
    author: { id: message.author.id, name: message.author.name, kind: message.author.kind },
    is_read: marks[otherSide(sideOf(message.senderType))] >= message.sseq,
    status: 'sent',
    message_type: messageTypeOf(message),
    file_url: files[0]?.url ?? null,
    files,
    reply_to: message.replyTo,
    created_at: message.createdAt,
    ...withoutUndefined({ answer, feedback, handoff, redacted }),
  };
}

/** Returns a room as one side sees it. @param newest its newest messages, oldest first */
export function wireRoom(room: Room, side: Side, newest: readonly Message[]): WireRoom {
  const { last } = room;
  return {
    id: room.id,
    type: room.type,
    name: room.name,
    created_at: room.createdAt,
    unreadCount: room.unread[side].length,
    messages: newest.map((message) => wireMessage(message, room.marks)),
    lastMessage: last === null ? null : { content: last.preview, created_at: last.at, sender_type: last.senderType },
    customer: { id: room.customerId, name: room.customerName, company: room.companyName },
    order_id: room.orderId,
    status: room.status,
  };
}

/** Returns an attachment with the URL of its bytes. */
export function wireFile(file: FileRef): WireMessage['files'][number] {
  return { id: file.id, name: file.name, size: file.size, mime: file.mime, url: `/api/v1/files/${file.id}` };
}
