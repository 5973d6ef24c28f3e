import { lazy } from 'react';

/** The floating chat box, loaded when it is first opened. */
export const ChatBox = lazy(async () => ({ default: (await import('../../chat/rooms/chat-box.tsx')).ChatBox }));
