import { namespaces } from '#domain/protocol/sockets.ts';
import type { ChatNamespace } from './chat-namespace.ts';

/** `/socket/v1`: expert rooms, for users whose plan includes them. */
export const socketV1: ChatNamespace = { name: namespaces.socketV1, types: [5] };
