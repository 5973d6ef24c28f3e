import { createRoot } from 'react-dom/client';
import { useMessages } from '../../src/chat/messages/use-messages.ts';
import { SessionContext } from '../../src/session/session-context.tsx';
import type { Session } from '../../src/open-session.ts';

/** A room as the messenger reads it, without styling. */
function Room({ roomId }: { roomId: string }) {
  const { messages } = useMessages(roomId);
  return (
    <ol>
      {messages?.map((message) => (
        <li key={message.id}>{message.content}</li>
      ))}
    </ol>
  );
}

/** Renders the room in this page; resolves after its first read. */
export async function showRoom(session: Session, roomId: string): Promise<void> {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(
    <SessionContext value={session}>
      <Room roomId={roomId} />
    </SessionContext>,
  );
  while (place.querySelector('ol') === null) await new Promise((resolve) => setTimeout(resolve, 5));
}
