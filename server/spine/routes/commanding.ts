import type { FastifyRequest } from 'fastify';
import { commandTable } from '#domain/spine/commands.ts';
import type { CommandArgs, CommandType } from '#domain/spine/wire/commands.ts';
import { type FieldProblem, Refusal } from '#domain/ground/errors.ts';
import { isUuid } from '#domain/ground/ids.ts';
import type { OrderRole } from '#domain/order/life/status.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import type { Bus } from '../bus/push.ts';
import type { Tx } from '../../database/db.ts';
import { newId } from '../../ground/new-id.ts';
import { deviceOf } from '../../http/device-header.ts';
import { refusalOf } from '../../http/errors.ts';

/** Sends single commands from routes to the bus. */

/**
 * Returns the id of a write: the `Idempotency-Key` header or the id in the body. Without either a new id is made, so a
 * repeat is a second write.
 */
export function keyOf(request: FastifyRequest, bodyId: string | undefined): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return bodyId?.toLowerCase() ?? newId();
  const key = String(header).toLowerCase();
  if (!isUuid(key)) throw new Refusal('VALIDATION', [{ path: 'idempotency-key', code: 'uuid' }]);
  if (bodyId !== undefined && bodyId.toLowerCase() !== key) {
    throw new Refusal('VALIDATION', [{ path: 'idempotency-key', code: 'differs' }]);
  }
  return key;
}

/** Returns the id of the device that a request names; null without one. */
export function deviceIn({ headers }: FastifyRequest): string | null {
  return deviceOf(headers['x-device-id']);
}

/** Result of a command that took effect, now or when it was first sent. */
export type Done = Extract<PushResult, { s: 'ok' | 'duplicate' }>;

/**
 * Sends one command to the bus.
 * @param device id of the device of the request; only records of orders name it
 * @returns its result
 * @throws Refusal when it is refused
 */
export async function command<T extends CommandType>(
  bus: Bus,
  actorId: string,
  cmdId: string,
  type: T,
  args: CommandArgs<T>,
  device: string | null = null,
): Promise<Done> {
  const [result] = await bus.executeCommands(actorId, [{ cmdId, type, v: commandTable[type].v, args }], device);
  if (result === undefined) throw new Refusal('INTERNAL');
  if (isDone(result)) return result;
  throw refusalOf(result);
}

/** A transaction of `lockedTransaction` that gives commands to the bus. */
export interface CommandingTx {
  tx: Tx;
  /** Streams that it has locked. */
  held: ReadonlySet<string>;
  bus: Bus;
}

/**
 * Executes one command in the caller's transaction.
 * @param as role of the actor for the order, which the caller has checked
 * @returns what to call after the commit, so that devices pull
 * @throws Refusal when it is refused, LockMissing; the transaction must then end
 */
export async function commandWithin<T extends CommandType>(
  { tx, held, bus }: CommandingTx,
  actorId: string,
  type: T,
  args: CommandArgs<T>,
  as: OrderRole,
): Promise<() => void> {
  const sent = { cmdId: newId(), type, v: commandTable[type].v, args };
  const { result, announce } = await bus.executeWithin(tx, actorId, sent, as, held);
  if (result.s !== 'ok') throw refusalOf(result);
  return announce;
}

/**
 * Returns what to do when a command of a route is refused: it is thrown with the field names of the route's body.
 * @param names the body's field names, by those of the command
 */
export function refusedInFields(names: Record<string, string>): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Refusal) || error.code !== 'INVALID' || !Array.isArray(error.details)) throw error;
    const problems = error.details as readonly FieldProblem[];
    throw new Refusal(
      'INVALID',
      problems.map((problem) => ({ ...problem, path: names[problem.path] ?? problem.path })),
    );
  };
}

function isDone(result: PushResult): result is Done {
  return result.s === 'ok' || result.s === 'duplicate';
}

/** Returns 201 for a new effect, 200 for a repeat. */
export function statusOf(done: Done): 200 | 201 {
  return done.s === 'ok' ? 201 : 200;
}

/** Returns the canonical room of a command, which may differ from the requested one. */
export function canonicalRoomOf(done: Done, asked: string): string {
  const { out } = done;
  if (typeof out !== 'object' || out === null || !('canonicalRoomId' in out)) return asked;
  return typeof out.canonicalRoomId === 'string' ? out.canonicalRoomId : asked;
}
