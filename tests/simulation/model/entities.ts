import type { FileRef, Message, Room } from '#domain/chat/chat.ts';
import type { Side } from '#domain/account/room-types.ts';
import { previewOf } from '#domain/chat/chat.ts';
import type { Order } from '#domain/order/data/order.ts';
import type { Me } from '#domain/account/users.ts';

/** Entities created by the model server's commands; their time is that of the transaction. */

export function sideOf(room: Room, me: Me): Side {
  return room.customerId === me.id ? 'user' : 'support';
}

export function timeOf(xid: number): string {
  return new Date(1_800_000_000_000 + xid * 1000).toISOString();
}

export function messageOf(
  room: Room,
  about: {
    id: string;
    content: string;
    files?: FileRef[];
    side: Side;
    author: string;
    kind: Message['author']['kind'];
    at: number;
  },
): Message {
  const message = {
    id: about.id,
    roomId: room.id,
    sseq: 0,
    content: about.content,
    senderType: about.side === 'user' ? ('USER' as const) : ('SUPPORT' as const),
    author: { id: about.author, name: about.author, kind: about.kind },
    files: about.files ?? [],
    replyTo: null,
    createdAt: timeOf(about.at),
  };
  return { ...message, content: previewOf(message) };
}

export function emptyOrder(id: string, me: Me, xid: number): Order {
  return {
    id,
    number: `PO-${xid}`,
    ownerId: me.id,
    ownerName: me.display_name,
    companyId: me.company_id,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [],
    createdAt: timeOf(xid),
    updatedAt: timeOf(xid),
    at: {},
    sseq: 0,
  };
}

export function emptyRoom(id: string, type: Room['type'], me: Me, xid: number): Room {
  return {
    id,
    type,
    name: '',
    createdAt: timeOf(xid),
    customerId: me.id,
    customerName: me.display_name,
    companyName: null,
    orderId: null,
    resultName: null,
    status: 'open',
    assigneeId: null,
    sseq: 0,
    last: null,
    marks: { user: 0, support: 0 },
    unread: { user: [], support: [] },
  };
}
