import { namespaces } from '#domain/protocol/sockets.ts';
import type { ChatNamespace } from './chat-namespace.ts';

/** `/po-chat`: rooms of orders and test results, for users with the Navigator pass. */
export const poChat: ChatNamespace = { name: namespaces.poChat, types: [6, 7] };
