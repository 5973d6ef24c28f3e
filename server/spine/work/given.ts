import type { Retrieval } from '#domain/assistant/retrieval/retrieve.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { Invoicing } from '../../payment/store/order-invoices.ts';

/** Origin of commands, for the record of an order. */
export interface Origin {
  /** Id of the device, null where the caller names none. */
  device: string | null;
  /** Time at which the server received the call, ISO 8601. */
  receivedAt: string;
}

/** Input of a frame besides its rows. */
export interface Given {
  /** Retrievals for its questions, by question id. */
  retrievals: Map<string, Retrieval>;
  /** The language model: rooms in which it has tokens left, and the process that asks it. Undefined without one. */
  model?: { rooms: ReadonlySet<string>; holder: string; sendsFiles: boolean } | undefined;
  /** Author name of the assistant's answers. */
  assistantName: string;
  /** Factor by which all quotas are multiplied. */
  quotaFactor: number;
  /** Contents of invoices of orders besides their lines. */
  invoicing: Invoicing;
  /** Origin of the commands; undefined where the server itself sends them. */
  origin?: Origin;
  /** Tells the time instead of the server's clock. */
  clock?: (() => Date) | undefined;
  /** Role that the server gives the actor, where it has checked it itself; else it follows from actor and order. */
  as?: OrderRole;
}
