import { createActor, fromCallback } from 'xstate';
import { socketMachine } from '../machines/socket.ts';
import { connectSocket, type SocketConnection } from '../net/socket.ts';
import type { listenTo } from '../sync/listen.ts';
import type { Engine } from '../sync/engine.ts';

interface SocketParts {
  token: () => string | undefined;
  listeners: ReturnType<typeof listenTo>;
  engine: Pick<Engine, 'retryNow' | 'hinted'>;
  /** Called with the connection that is used from now on. */
  connected: (connection: SocketConnection) => void;
  /** Returns what the user is looking at. */
  visited: () => Parameters<SocketConnection['visit']>[0];
  /** Called with the server's message and code when a chat socket reports an error. */
  chatFailed: (message: string, code?: string) => void;
}

/** Creates the socket machine, which connects once it is started. */
export function createSocketActor({ token, listeners, engine, connected, visited, chatFailed }: SocketParts) {
  return createActor(
    socketMachine.provide({
      actors: {
        connection: fromCallback(({ sendBack, receive }) => {
          // Without a token the server refuses the connection, and the next call finds out why.
          const socket = connectSocket(() => token() ?? '', {
            opened: () => {
              sendBack({ type: 'socket.opened' });
              engine.retryNow();
            },
            failed: (retryAfterMs, isOneTooMany) => sendBack({ type: 'socket.failed', retryAfterMs, isOneTooMany }),
            refused: (code) => {
              sendBack({ type: 'socket.refused', code });
              // The pull that follows finds out whether the session has ended.
              engine.hinted();
            },
            closed: () => sendBack({ type: 'socket.closed' }),
            sync: listeners.sync,
            chat: {
              ...listeners.chat,
              // `session.ended` reports the end of the session once; a page that closes reports a lost right.
              error: ({ code, message }) => isReportedElsewhere(code) || chatFailed(message, code),
            },
          });
          connected(socket);
          socket.visit(visited());
          receive(() => socket.close());
          return () => socket.close();
        }),
      },
    }),
  );
}

const isReportedElsewhere = (code: string | undefined): boolean => code === 'UNAUTHORIZED' || code === 'FORBIDDEN';
