import { randomBytes } from 'node:crypto';
import { runMigrations } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { User } from '#domain/account/users.ts';
import { isErrorCode } from '#domain/ground/errors.ts';
import { commandTable } from '#domain/spine/commands.ts';
import type { PushResult } from '#domain/spine/wire/sync.ts';
import type { IncomingCommand } from '../../../../server/spine/bus/parse.ts';
import { Random } from '../../../simulation/random.ts';
import { busWorld } from '../../../support/database/bus-world.ts';
import { countedDatabase } from '../../../support/database/counted.ts';
import { writeOrders } from '../../../support/orders/written-orders.ts';
import { busOn, newId, somebody, wish } from '../../../support/users.ts';
import { look, randomCommand, type Writer } from './random-commands.ts';

/**
 * Sixteen users who write at the same time into the rooms and orders that they share. The bus repeats a transaction that
 * ends in a deadlock, so that no result shows it: the statements are looked at.
 */

const seed = 4680;
const rounds = 8;

const { close, db, engineer, expert, one, url } = await busWorld();
await runMigrations({ connectionString: url });
const counted = countedDatabase(url);
const bus = await busOn(counted.db);
afterAll(async () => {
  await counted.close();
  await close();
});

const kinds = [
  ...(['engineer', 'colleague', 'colleague', 'companyAdmin'] as const),
  ...(['customer', 'customer', 'manager', 'stranger'] as const),
  ...(['expert', 'expert', 'expert', 'expert', 'admin', 'admin'] as const),
];
const users = [engineer, expert, ...(await Promise.all(kinds.map((kind) => somebody(db, kind))))];
const colleagues = users.flatMap(({ company_id, id }) => (company_id === engineer.company_id ? [id] : []));

const statuses = ['submitted', 'reviewing', 'reviewed', 'processing', 'prototyping', 'testing', 'shipped'] as const;
const situations = statuses.map((status) => ({ status, service: 'both' as const }));
for (const owner of users.slice(2, 4)) await writeOrders(db, owner, situations);

async function writerOf(user: User): Promise<Writer> {
  const sha256 = randomBytes(32).toString('hex');
  await sql`insert into files (id, uploader, sha256, size, mime, path)
    values (${newId()}, ${user.id}, ${sha256}, 1234, 'image/png', 'x')`.execute(db);
  const file = (name: string, mime: string) => () => ({ id: newId(), name, size: 1234, mime, sha256 });
  return {
    user,
    colleagues,
    random: Random.of(seed, users.indexOf(user)),
    picture: file('a.png', 'image/png'),
    document: file('a.pdf', 'application/pdf'),
  };
}

/** The commands of a push and their results. */
type Pushed = [command: IncomingCommand, result: PushResult | undefined][];

async function write(writer: Writer): Promise<Pushed[]> {
  const pushed: Pushed[] = [];
  for (let round = 0; round < rounds; round++) {
    const found = await look(db);
    const commands = Array.from({ length: writer.random.between(5, 20) }, () => randomCommand(writer, found));
    const results = await bus.executeCommands(writer.user.id, commands);
    pushed.push(commands.map((command, i) => [command, results[i]]));
  }
  return pushed;
}

/** Whether a command took effect, was refused with a code, or waits behind such a one of its push. */
function isDecided(result: PushResult | undefined, push: Pushed): boolean {
  if (result?.s === 'rejected') return isErrorCode(result.code);
  if (result?.s === 'blocked') return push.some(([{ cmdId }, other]) => cmdId === result.by && other?.s === 'rejected');
  return result?.s === 'ok';
}

test('sixteen users who write at the same time cause no deadlock, and each of their commands is decided', async () => {
  for (const user of users) await one(user, wish('room.open', { roomId: newId(), type: 1 }));
  const writers = await Promise.all(users.map(writerOf));
  const pushes = (await Promise.all(writers.map(write))).flat();

  expect(counted.failures).not.toContain('40P01');
  const undecided = pushes.flatMap((push) => push.filter(([, result]) => !isDecided(result, push)));
  expect(undecided).toEqual([]);
  const accepted = new Set(pushes.flat().flatMap(([{ type }, result]) => (result?.s === 'ok' ? [type] : [])));
  expect([...accepted].toSorted()).toEqual(Object.keys(commandTable).toSorted());

  const { rows } = await sql`
    select stream, sseq, n from (
      select stream, sseq, row_number() over (partition by stream order by xid, seq) as n from events
    ) delivered where sseq <> n`.execute(db);
  expect(rows).toEqual([]);
});
