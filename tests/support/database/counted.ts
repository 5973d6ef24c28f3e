import { Pool } from 'pg';
import { connect, poolOf } from '../../../server/database/database.ts';
import { silentLog } from '../../../server/ground/log.ts';
import type { Db } from '../../../server/database/db.ts';

/** A database whose statements are counted where they leave for PostgreSQL. */
interface CountedDatabase {
  db: Db;
  /** Does some work and returns what it has sent. Nothing else may use this database meanwhile. */
  costOf: (work: () => Promise<unknown>) => Promise<Cost>;
  /** SQLSTATE codes of the statements that have failed so far. */
  failures: readonly string[];
  close(): Promise<void>;
}

interface Cost {
  /** Without those that begin and end a transaction. */
  statements: number;
  /**
   * Waits for the database. Statements that are sent before a reply arrives share one. The begin of a transaction has
   * none, because it is sent with the next statement; its end has one.
   */
  trips: number;
  transactions: number;
}

/** Opens the database at this address with a pool of its own, which is counted. */
export function countedDatabase(url: string): CountedDatabase {
  const db = connect(url, silentLog);
  const pool = poolOf(db);
  if (!(pool instanceof Pool)) throw new Error('the database has no pool');
  const failures: string[] = [];
  let cost = nothing();
  let isWaiting = false;

  const noteSent = (text: string): void => {
    if (!isEnd(text)) cost.statements++;
    if (!isWaiting) cost.trips++;
    isWaiting = true;
  };
  const noteReply = (): void => {
    isWaiting = false;
  };
  const noteFailure = (error: unknown): void => {
    noteReply();
    failures.push(codeOf(error));
  };

  pool.on('connect', (client) => {
    const send: unknown = Reflect.get(client, 'query');
    if (typeof send !== 'function') throw new Error('the client sends no statements');
    Reflect.set(client, 'query', (...args: unknown[]) => {
      const text = textOf(args[0]);
      const reply: Promise<unknown> = Reflect.apply(send, client, args);
      if (isBegin(text)) {
        cost.transactions++;
      } else {
        noteSent(text);
        void reply.then(noteReply, noteFailure);
      }
      return reply;
    });
  });

  return {
    db,
    failures,
    async costOf(work) {
      cost = nothing();
      await work();
      return cost;
    },
    close: () => db.destroy(),
  };
}

const nothing = (): Cost => ({ statements: 0, trips: 0, transactions: 0 });

const isBegin = (text: string): boolean => /^(begin|start transaction)\b/i.test(text);
const isEnd = (text: string): boolean => /^(commit|rollback)\b/i.test(text);

/** Returns the text of a statement, which is sent as text or as an object with its name. */
function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent;
  if (typeof sent === 'object' && sent !== null && 'text' in sent) return String(sent.text);
  throw new Error('a statement has no text');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
