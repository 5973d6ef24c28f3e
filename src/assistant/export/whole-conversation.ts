import { messagesOf } from '../../chat/views/message-views.ts';
import { chosenVersions, withoutOtherVersions } from '../views/branches.ts';
import type { ScreenSession } from '../../session/session-context.tsx';
import type { MessageView } from '../../chat/views/view-types.ts';

/** All messages of a conversation, oldest first. */
export interface WholeConversation {
  messages: MessageView[];
  /** Whether older messages are missing, because they are only on the server and it could not be reached. */
  isCut: boolean;
  /** Ids of other versions of questions than the one that the conversation shows, and of their answers. */
  others: ReadonlySet<string>;
}

/** More messages than any conversation has. */
const everything = 1_000_000;

/** Reads a whole conversation from this device, after fetching what only the server has. */
export async function wholeConversation(
  session: Pick<ScreenSession, 'db' | 'me' | 'loadOlder'>,
  roomId: string,
): Promise<WholeConversation> {
  for (let before = -1; ;) {
    const { messages, hasOlder } = await messagesOf(session.db, session.me, roomId, everything);
    const shown = messages.filter(({ redacted }) => redacted !== true);
    const others = await otherVersions(session, shown);
    if (!hasOlder) return { messages: shown, others, isCut: false };
    // Nothing came: another tab has signed out, or the room is gone.
    if (messages.length <= before) return { messages: shown, others, isCut: true };
    before = messages.length;
    try {
      await session.loadOlder(roomId);
    } catch {
      return { messages: shown, others, isCut: true };
    }
  }
}

async function otherVersions(
  { db }: Pick<ScreenSession, 'db'>,
  messages: readonly MessageView[],
): Promise<Set<string>> {
  const others = new Set(messages.map(({ id }) => id));
  for (const { id } of withoutOtherVersions(messages, await chosenVersions(db))) others.delete(id);
  return others;
}
