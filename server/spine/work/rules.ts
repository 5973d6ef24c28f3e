import type { Command } from '#domain/spine/commands.ts';
import type { CommandType } from '#domain/spine/wire/commands.ts';
import type { AnyPart, CommandRecord, Part } from './part.ts';

/** Parts that a command uses, by the name that its rules give them. */
type Uses = Readonly<Record<string, AnyPart>>;
type NeedOf<X> = X extends Part<infer Need, infer _View, infer _Rows, infer _Write> ? Need : never;
type ViewOf<X> = X extends Part<infer _Need, infer View, infer _Rows, infer _Write> ? View : never;

/** The view of a command's rules: the views of the parts that it uses, and its `CommandRecord`. */
export type Work<U extends Uses> = CommandRecord & { readonly [K in keyof U]: ViewOf<U[K]> };

/** The rules of a command: what it reads, and a decision over these rows. `P` is what it has prepared. */
export interface Rules<T extends CommandType, U extends Uses, P> {
  uses: U;
  /** Returns the keys of the rows to read, by part. */
  needs(command: Command<T>, actorId: string): { readonly [K in keyof U]?: readonly NeedOf<U[K]>[] };
  /** Returns the hashes of files that must be read first. Such a command runs after the others of its push. */
  waitsFor?(command: Command<T>): readonly string[];
  /** Prepares the commands of a frame before its transaction, so that no locks are held meanwhile. @returns by `cmdId` */
  prepare?(commands: readonly Command<T>[], actorId: string): Promise<ReadonlyMap<string, P>>;
  /** Decides the command. @returns `out` of the receipt. @throws Refusal, LockMissing */
  decide(work: Work<U>, command: Command<T>, prepared: P): object | undefined;
}

/** The rules of a command, as the bus calls them. */
export interface CommandRules<T extends CommandType = CommandType> {
  type: T;
  uses: Uses;
  needs(command: Command, actorId: string): Readonly<Record<string, readonly unknown[] | undefined>>;
  waitsFor?(command: Command): readonly string[];
  prepare?(commands: readonly Command[], actorId: string): Promise<ReadonlyMap<string, unknown>>;
  decide(work: object, command: Command, prepared: unknown): object | undefined;
}

/** Declares the rules of a command. */
export function command<T extends CommandType, U extends Uses, P = undefined>(
  type: T,
  rules: Rules<T, U, P>,
): CommandRules<T> {
  return { ...rules, type };
}

/** @throws Error if rules use a part that is not in the list, because it would then be neither read nor saved */
export function checkNouns({ parts, rules }: Nouns): void {
  for (const { type, uses } of Object.values(rules))
    for (const part of Object.values(uses))
      if (!parts.includes(part)) throw new Error(`${type} uses ${part.name}, which is not in the list of parts`);
}

/** The nouns' contribution to the bus: parts, in the order in which they fold and save, and the rules of all commands. */
export interface Nouns {
  parts: readonly AnyPart[];
  rules: { readonly [T in CommandType]: CommandRules<T> };
}
