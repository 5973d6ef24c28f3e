import './quiet.ts';
import { readWantedStreams } from '../../src/db/meta.ts';
import type { UserDb } from '../../src/db/schema.ts';
import { flagsOf, specialCompanyId } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import { testUser } from '../support/src/user.ts';
import { Device } from './device/device.ts';
import { disorderOfAnswers, unfinishedAnswers } from './answer-checks.ts';
import { CursorWatch, faultsOn, lostAt, momentOf, seenOfOthers, strayRows, unwrittenAnswers } from './device-checks.ts';
import { differences, faultsAt, lostOfVisitors, missingEffects } from './end-checks.ts';
import { type Delta, isBeginning } from './model/answers.ts';
import { Faults, type FaultKind } from './faults.ts';
import { Ledger } from './ledger.ts';
import { ModelDoor } from './model/door.ts';
import { Users } from './device/users.ts';
import { stormMs, type Plan } from './plan.ts';
import { Random } from './random.ts';
import { hasAll, type Seen, type Server } from './server.ts';
import { commandsIn, cursorIn, storedIn } from './stored.ts';
import { Timeline } from './timeline.ts';
import type { MachineStep } from '../../src/sync/machine.ts';
import { Troubles } from './troubles.ts';
import { Wire } from './device/wire.ts';

/** The outcome of a story. */
export interface Outcome {
  violations: string[];
  devices: number;
  commands: number;
  faults: ReadonlyMap<FaultKind, number>;
  /** How often each cell of the sync tables was reached, such as `reader: hint in standing`. */
  cells: ReadonlyMap<string, number>;
  /** Names of the network faults that occurred. */
  struck: readonly string[];
  /** The events of the story in order. */
  told: readonly string[];
  /** Time until everything had settled after the faults stopped, in ms. */
  restedMs: number | undefined;
}

/**
 * `safety`: users write on several devices while everything fails, and invariants are checked. `liveness`: then the
 * faults stop, and everything must arrive everywhere without help.
 */
export type Mode = 'safety' | 'liveness';

/** The longest client pauses in a row, with a margin. */
const restMs = 10 * 60_000;

/** How long people talk while nothing fails, and within what time the last of it is everywhere; far less than a minute. */
const [calmMs, promptMs] = [5000, 12_000];

/** Minimum interval between checks of one device. */
const lookEveryMs = 500;

/** Everything a server needs for one story. */
export interface ServerParts {
  timeline: Timeline;
  faults: Faults;
  seed: number;
  users: Me[];
  pageSize: number;
}

export type OpenServer = (parts: ServerParts) => Promise<Server> | Server;

const model: OpenServer = (parts) => new ModelDoor(parts);

/**
 * Runs a story.
 * @param open creates the server of the story, by default the model
 */
export async function tell(plan: Plan, mode: Mode, open = model): Promise<Outcome> {
  const timeline = new Timeline();
  const told: string[] = [];
  const faults = new Faults(plan, (what) => told.push(stamped(timeline, what)));
  timeline.diskMs = slowDisk(timeline, faults, plan.seed);
  const users = usersOf(plan.seed);
  const { seed, pageSize } = plan;
  const server = await open({ timeline, faults, seed, users, pageSize });
  return await new Story({ plan, timeline, told, faults, users, server }).tell(mode);
}

function stamped({ now }: Timeline, what: string): string {
  return `${(now / 1000).toFixed(3).padStart(8)} s  ${what}`;
}

/** A customer, an expert, a colleague of the customer, and a stranger who borrows a device. */
function usersOf(seed: number): Me[] {
  const random = Random.of(seed, 'people');
  const cells = { id: specialCompanyId, name: 'Cells' };
  return (['customer', 'expert', 'other', 'visitor'] as const).map((name) => {
    const role = name === 'expert' ? 'EXPERT' : 'USER';
    const company = name === 'visitor' ? null : cells;
    const plan = { name: name === 'visitor' ? 'professional' : 'navigator-premium' };
    const about = {
      id: random.uuid(),
      display_name: name,
      role,
      company_id: company?.id ?? null,
      company,
      plan,
    } as const;
    const me = testUser({ ...about, email: `${name}-${about.id}@example.com` });
    return { ...me, flags: flagsOf(me) };
  });
}

/** The time that a transaction takes: sometimes up to 200 ms, while there are faults. */
function slowDisk(timeline: Timeline, faults: Faults, seed: number): () => number {
  let count = 0;
  return () => {
    const where = `transaction ${count++}`;
    if (timeline.now > stormMs - 500 || !faults.strikes('slow disk', where)) return 0;
    return Random.of(seed, 'disk', where).between(1, 200);
  };
}

interface StoryParts {
  plan: Plan;
  timeline: Timeline;
  told: string[];
  faults: Faults;
  users: Me[];
  server: Server;
}

class Story {
  readonly #plan: Plan;
  readonly #timeline: Timeline;
  readonly #told: string[];
  readonly #faults: Faults;
  readonly #server: Server;
  readonly #seen: Seen;
  readonly #devices: Device[];
  readonly #ledger = new Ledger();
  readonly #people: Users;
  readonly #troubles: Troubles;
  readonly #violations = new Set<string>();
  readonly #cursors = new CursorWatch();
  readonly #changed = new Set<Device>();
  readonly #lookedAt = new Map<Device, number>();
  readonly #cells = new Map<string, number>();

  constructor({ plan, timeline, told, faults, users, server }: StoryParts) {
    this.#plan = plan;
    this.#timeline = timeline;
    this.#told = told;
    this.#faults = faults;
    this.#server = server;
    this.#seen = server.seen;
    const { seed } = plan;
    const [customer, expert, other, visitor] = users as [Me, Me, Me, Me];
    const note = (what: string) => void told.push(stamped(timeline, what));
    const wire = new Wire({ timeline, server, faults, seed });
    const watch = (step: MachineStep) => this.#count(step);
    const make = (name: string, me: Me) =>
      new Device({ name, me, seed, tabs: plan.tabs, timeline, wire, tell: note, watch });
    const all = [make('phone', customer), make('desktop', customer), make('expert', expert), make('other', other)];
    this.#devices = all.slice(0, plan.devices);
    const ledger = this.#ledger;
    this.#people = new Users({ guest: other.id, ledger, fields: server.fields, now: () => timeline.now, tell: note });
    this.#troubles = new Troubles({
      plan,
      timeline,
      wire,
      server,
      faults,
      devices: this.#devices,
      visitor,
      ledger,
      tell: note,
    });
    server.committed = (name, place, streams) => wire.sockets.committed(name, place, streams);
    server.wrote = (name, delta) => this.#piece(name, delta);
  }

  async tell(mode: Mode): Promise<Outcome> {
    const [plan, timeline] = [this.#plan, this.#timeline];
    for (const device of this.#devices) {
      device.changed = () => void this.#changed.add(device);
      timeline.at(Random.of(plan.seed, 'start', device.name).below(2000), () => device.open(0));
    }
    for (const happening of plan.happenings) {
      const { at, kind, seed, tab } = happening;
      const device = this.#devices[happening.device] as Device;
      timeline.at(at, () => {
        this.#changed.add(device);
        if (kind === 'deed') void this.#people.act(device, tab, seed);
        else if (kind === 'decision') void this.#people.decide(device, seed, false);
        else if (kind === 'stop') this.#stopOne(device, seed);
        else if (kind === 'deletion') void this.#people.remove(device, tab, seed);
        else this.#troubles.strike(kind, device, happening);
      });
    }
    await timeline.run(stormMs + 2000, () => this.#watch());
    for (const problem of [...faultsAt(this.#seen, this.#ledger), ...disorderOfAnswers(this.#seen)])
      this.#violations.add(problem);
    for (const device of this.#devices) this.#look(device);
    const restedMs = mode === 'liveness' ? await this.#rest() : undefined;
    for (const device of this.#devices) {
      for (const problem of device.fencingFaults) this.#violations.add(problem);
      const { db, isUp } = device;
      // It is closed while a page is being replaced.
      if (db?.isOpen() === true && isUp) for (const fault of await faultsOn(device, db)) this.#violations.add(fault);
      device.stop();
    }
    // Transactions that are still open would block the next story.
    this.#server.drop();
    await timeline.work.settle();
    for (const fault of this.#server.faults) this.#violations.add(fault);
    return {
      violations: [...this.#violations],
      devices: this.#devices.length,
      commands: this.#people.commands,
      faults: this.#faults.counts,
      cells: this.#cells,
      struck: this.#faults.struck,
      told: this.#told,
      restedMs,
    };
  }

  #count({ machine, is, event, isImpossible }: MachineStep): void {
    const cell = `${machine}: ${event} in ${is}`;
    this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + 1);
    if (isImpossible) this.#violations.add(`cannot happen: ${cell}`);
  }

  /** Waits without faults until everything has settled. Users only discard what was refused. */
  async #rest(): Promise<number | undefined> {
    const timeline = this.#timeline;
    const started = timeline.now;
    this.#faults.isStorm = false;
    for (const device of this.#devices) device.recover();
    await this.#settle();
    const rested = timeline.now - started;
    if ((await this.#unrest(true)).length === 0) {
      await this.#converse();
      await this.#settle();
    }
    for (const device of this.#devices) this.#look(device);
    const restless = await this.#unrest(false);
    for (const why of restless) this.#violations.add(`not at rest: ${why}`);
    for (const problem of [...faultsAt(this.#seen, this.#ledger), ...disorderOfAnswers(this.#seen)])
      this.#violations.add(problem);
    if (restless.length > 0) return undefined;
    for (const problem of missingEffects(this.#ledger, this.#seen)) this.#violations.add(problem);
    for (const device of this.#devices) {
      if (device.db === undefined) continue;
      for (const problem of await lostOfVisitors(device, this.#ledger, this.#seen)) this.#violations.add(problem);
      for (const problem of await differences(device, device.db, this.#seen)) this.#violations.add(problem);
    }
    return rested;
  }

  /** Waits until everything has settled, or for as long as the longest pauses take. */
  async #settle(): Promise<void> {
    const timeline = this.#timeline;
    let next = 0;
    await timeline.run(timeline.now + restMs, async () => {
      if (this.#watch()) return true;
      if (timeline.now < next) return false;
      next = timeline.now + 3000;
      if ((await this.#unrest(true)).length === 0) return true;
      for (const device of this.#devices) await this.#people.decide(device, 0, true);
      return false;
    });
  }

  /**
   * (j) While nothing fails, what is committed is soon on all devices: none waits until it would pull anyway. An older
   * transaction hides some of it for a while.
   */
  async #converse(): Promise<void> {
    const timeline = this.#timeline;
    const random = Random.of(this.#plan.seed, 'a calm conversation');
    // By then all sockets are open again.
    await timeline.run(timeline.now + 5000, () => false);
    timeline.at(random.below(calmMs), () => this.#server.holdOpen('beside a conversation', random.between(500, 4000)));
    for (let i = 0; i < 40; i++) {
      const [device, seed] = [random.pick(this.#devices), random.below(2 ** 32)];
      timeline.at(random.below(calmMs), () => void this.#people.act(device, 0, seed));
    }
    await timeline.run(timeline.now + calmMs + promptMs, () => false);
    for (const { name, me, db } of this.#devices) {
      const cursor = db?.isOpen() === true ? cursorIn(db) : undefined;
      if (cursor === undefined || !hasAll(this.#seen, me, cursor))
        this.#violations.add(`(j) ${name} is behind, though nothing fails`);
    }
  }

  /** Checks the devices that have changed. @returns whether enough violations were found */
  #watch(): boolean {
    const { now } = this.#timeline;
    for (const device of this.#changed) {
      if (now < (this.#lookedAt.get(device) ?? 0) + lookEveryMs) continue;
      this.#changed.delete(device);
      this.#lookedAt.set(device, now);
      this.#look(device);
    }
    return this.#violations.size > 20;
  }

  #look(device: Device): void {
    const { db } = device;
    if (db === undefined || !device.isUp || !db.isOpen()) return;
    const moment = momentOf(device, db, this.#ledger);
    const found = [
      ...lostAt(moment, this.#ledger, this.#seen),
      ...this.#cursors.movedBack(moment),
      ...strayRows(moment, this.#seen),
      ...seenOfOthers(moment),
      ...unwrittenAnswers(moment, this.#seen),
    ];
    for (const violation of found) this.#violations.add(violation);
  }

  /** Stops an answer that is being written, as its reader on this device. The call may be lost. */
  #stopOne(device: Device, seed: number): void {
    const random = new Random(seed);
    const open = unfinishedAnswers(this.#seen);
    if (open.length === 0 || !device.isOnline || random.chance(0.1)) return;
    const answerId = random.pick(open);
    this.#told.push(stamped(this.#timeline, `${device.name} stops answer ${answerId}`));
    this.#timeline.at(random.between(5, 400), () => this.#server.stopAnswer(answerId));
  }

  /** Sends a piece of an answer to the pages of those who see its room: late, twice or never. */
  #piece(name: string, delta: Delta): void {
    for (const device of this.#devices) {
      if (!this.#seen.sees(device.me, `room:${delta.roomId}`)) continue;
      const where = `${name} to ${device.name}`;
      if (this.#faults.strikes('piece lost', where)) continue;
      const random = Random.of(this.#plan.seed, 'piece', where);
      const times = this.#faults.strikes('piece doubled', where) ? 2 : 1;
      for (let i = 0; i < times; i++) this.#timeline.at(random.between(1, 2000), () => this.#showPiece(device, delta));
    }
  }

  /** (i) What a page shows of an answer is its beginning, whatever happened to the pieces. */
  #showPiece(device: Device, { answerId, i, text }: Delta): void {
    if (!device.isOnline || device.isParked) return;
    for (const tab of device.tabs) {
      if (tab === undefined) continue;
      tab.live.add({ answerId, i, text });
      const shown = tab.live.of(answerId).text;
      if (!isBeginning(answerId, shown))
        this.#violations.add(
          `(i) ${device.name} shows "${shown.slice(0, 60)}" of answer ${answerId}, which nobody wrote`,
        );
    }
  }

  /** Returns what has not settled, as text; with `first` only the first item. */
  async #unrest(first: boolean): Promise<string[]> {
    const restless: string[] = [];
    for (const device of this.#devices) {
      const { db } = device;
      const whys =
        db === undefined || !device.isUp || !device.isSignedIn || device.me !== device.owner || !db.isOpen()
          ? ['is not up']
          : await unrestOf(device, db, this.#seen);
      restless.push(...whys.map((why) => `${device.name} ${why}`));
      if (first && restless.length > 0) return restless;
    }
    restless.push(...unfinishedAnswers(this.#seen).map((answerId) => `answer ${answerId} has no end`));
    return restless;
  }
}

async function unrestOf({ me }: Device, db: UserDb, seen: Seen): Promise<string[]> {
  const accepted = new Set(storedIn(db.acks).flatMap(({ ns }) => ns));
  const why = commandsIn(db).map(
    ({ type, lane, n }) => `still has ${accepted.has(n) ? 'accepted' : 'unsent'} ${type} in ${lane}`,
  );
  const refused = storedIn(db.attention).length;
  if (refused > 0) why.push(`has ${refused} refused`);
  const wanted = [...(await readWantedStreams(db)).keys()];
  if (wanted.length > 0) why.push(`wants ${wanted.join()}`);
  const cursor = cursorIn(db);
  if (cursor === undefined || !hasAll(seen, me, cursor)) why.push('is behind');
  return why;
}
