import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { KnowledgeLanguage } from '#domain/assistant/wire/saved-knowledge.ts';
import { exampleRateCard, type RateCard } from '#domain/order/data/rate-card.ts';
import { hasNavigatorPass } from '#domain/account/permissions.ts';
import type { Me } from '#domain/account/users.ts';
import type { CommandContext } from '../../../src/db/context.ts';
import { EarlyMessages } from '../../../src/db/early.ts';
import { keptRateCard } from '../../../src/order/rate-card/kept-rate-card.ts';
import { readMeta, storeMeta } from '../../../src/db/meta.ts';
import { UserDb } from '../../../src/db/schema.ts';
import { clearConfirmed } from '../../../src/db/storage.ts';
import { waitingOf } from '../../../src/db/unsent-commands.ts';
import { orderOf } from '../../../src/order/views/order-views.ts';
import { roomOf, roomsOf, unreadOf } from '../../../src/chat/views/room-views.ts';
import { messagesOf } from '../../../src/chat/views/message-views.ts';
import { whoAmI } from '../../../src/net/auth.ts';
import { SignedOut } from '../../../src/net/errors.ts';
import { createApi, type Api } from '../../../src/net/http.ts';
import { connectSocket, type SocketConnection } from '../../../src/net/socket.ts';
import { currentRateCard } from '../../../src/order/rate-card/rate-cards.ts';
import * as calls from '../../../src/net/sync.ts';
import { createUploadApi } from '../../../src/net/uploads.ts';
import { Writer } from '../../../src/sync/writer/writer.ts';
import type { WriterEnd } from '../../../src/sync/writer/state.ts';
import { clientIdOf, newId } from '../../../src/sync/engine.ts';
import { takeLead } from '../../../src/sync/fence.ts';
import { followKnowledgeHints } from '../../../src/assistant/knowledge/knowledge-hints.ts';
import { knowledgeRefresh, type KnowledgeRefresh } from '../../../src/assistant/knowledge/knowledge-refresh.ts';
import { rateCardRefresh } from '../../../src/order/rate-card/rate-card-refresh.ts';
import { keepDelivered } from '../../../src/chat/views/delivered.ts';
import { listenTo } from '../../../src/sync/listen.ts';
import { LiveAnswers } from '../../../src/assistant/views/live-answers.ts';
import { Reader } from '../../../src/sync/reader/reader.ts';
import { Uploads } from '../../../src/sync/uploads.ts';
import type { EngineReport, World } from '../../../src/sync/world.ts';
import { otherDatabasesCommitted } from '../database/other-databases.ts';
import type { SignedIn, TestServer } from '../servers/server.ts';
import { Network, originOf } from './wire.ts';
import type { MessageView } from '../../../src/chat/views/view-types.ts';
import { refuseImpossible } from '../src/refuse-impossible.ts';
import { outboxRules } from '../../../src/nouns.ts';

/** With the database of a server in this process, a look waits for what other tests hide. */
type ServerOfDevice = Pick<TestServer, 'url'> & Partial<Pick<TestServer, 'db'>>;

/**
 * One user's device: the client's code with its own disk, and the real server behind a network that can fail. Nothing
 * runs by itself: the test decides when the device pushes and pulls, and how much time passes.
 */
export class Device {
  readonly network: Network;
  readonly disk: IDBFactory;
  early = new EarlyMessages();
  /** Reports of the sync loops. */
  readonly reports: EngineReport[] = [];
  /** The language the user reads. */
  language: KnowledgeLanguage = 'en';
  /** The user's rights as of the last pull. */
  standing: string | undefined;
  me!: Me;
  ctx!: CommandContext;
  /** Time passed on this device, in ms. */
  #time = 0;
  #sleepers: { until: number; wake: () => void }[] = [];
  #fence = 0;
  #token: string;
  #line: SocketConnection | undefined;
  #writer: Writer | undefined;
  readonly #server: ServerOfDevice;
  readonly #origin: string;
  readonly #api: Api;
  #knowledge!: KnowledgeRefresh;
  #knowledgeHints!: ReturnType<typeof followKnowledgeHints>;
  #isVisible = true;
  #refreshRateCard!: () => Promise<void>;
  /** The rate card that this device computes prices from, as of its last pull. */
  rateCard: RateCard = exampleRateCard;

  private constructor(server: ServerOfDevice, token: string, disk: IDBFactory) {
    this.#server = server;
    this.#token = token;
    this.disk = disk;
    this.network = new Network(server.url);
    this.#origin = originOf(this.network);
    this.#api = createApi({ token: () => this.#token, deviceId: () => undefined, fetch: this.network.fetch });
  }

  /** Signs a user in on a new device, or on one that others use too. */
  static async open(
    server: ServerOfDevice,
    { token }: Pick<SignedIn, 'token'>,
    on: { disk: IDBFactory } = { disk: new IDBFactory() },
  ): Promise<Device> {
    const device = new Device(server, token, on.disk);
    device.me = await whoAmI(device.#api);
    await device.#start();
    return device;
  }

  get db(): UserDb {
    return this.ctx.db;
  }

  async #start(): Promise<void> {
    Object.assign(Dexie.dependencies, { indexedDB: this.disk, IDBKeyRange });
    const db = new UserDb(this.me.id);
    this.ctx = {
      db,
      rules: outboxRules,
      me: this.me,
      newId,
      appVersion: 'stories',
      appended: () => undefined,
      rateCard: () => this.rateCard,
    };
    await db.open();
    await db.transaction('rw!', db.meta, async () => storeMeta(db, 'parked', false));
    this.#fence = await takeLead(db, 'stories', 0);
    this.#writer = undefined;
    this.rateCard = (await keptRateCard(db))?.card ?? exampleRateCard;
    this.#refreshRateCard = rateCardRefresh({
      db,
      now: () => this.#time,
      ask: () => currentRateCard(this.#api),
    });
    this.#knowledge = knowledgeRefresh({
      db,
      now: () => this.#time,
      serverDate: () => Date.now(),
      language: () => this.language,
      ask: (asked) => calls.knowledgeSince(this.#api, asked),
    });
    this.#knowledgeHints = followKnowledgeHints({
      upTo: (state) => this.#knowledge.upTo(state),
      isVisible: () => this.#isVisible,
      later: (fn) => void setTimeout(fn),
      random: () => 0,
    });
  }

  /** Closes the page and opens it again: everything that was only in memory is lost. */
  async restart(): Promise<void> {
    this.db.close();
    this.#line?.close();
    this.#line = undefined;
    this.early = new EarlyMessages();
    await this.#start();
  }

  /** Does what the app does when the server has ended the session: caches are deleted, the outbox stays. */
  async forget(): Promise<void> {
    await clearConfirmed(this.db);
  }

  /** Signs the user in again, with a new token, on a new page. */
  async signInAgain({ token }: Pick<SignedIn, 'token'>): Promise<void> {
    this.#token = token;
    await this.restart();
  }

  /** Pushes what can be sent now. @returns 'signedOut' when the server has ended the session */
  async send(): Promise<WriterEnd> {
    const writer = await this.#sender();
    const end = await writer.run(AbortSignal.timeout(30_000), true);
    if (end !== 'stopped') this.#writer = undefined;
    return end;
  }

  /** There is one writer per page, because its pauses are in memory. */
  async #sender(): Promise<Writer> {
    this.#writer ??= new Writer({
      db: this.db,
      rules: outboxRules,
      me: this.me.id,
      clientId: await clientIdOf(this.db),
      world: this.world,
      fence: this.#fence,
      report: (report) => this.reports.push(report),
      notifyReader: () => undefined,
      watch: refuseImpossible,
    });
    return this.#writer;
  }

  /** Uploads files until none is missing or one fails. */
  async upload(): Promise<void> {
    const uploads = new Uploads({
      db: this.db,
      world: this.world,
      uploadApi: createUploadApi({ token: () => this.#token, deviceId: () => undefined }, this.#origin),
      fence: this.#fence,
      uploaded: () => undefined,
      signedOut: (reason) => this.reports.push({ type: 'session.refused', reason }),
    });
    await uploads.run(AbortSignal.timeout(30_000), true);
  }

  /** Pulls until there is nothing more. @returns 'failed' when the server could not be reached */
  async look(): Promise<'caughtUp' | 'failed' | 'signedOut'> {
    if (this.#server.db !== undefined) await otherDatabasesCommitted(this.#server.db);
    const stop = new AbortController();
    let outcome: 'caughtUp' | 'failed' | undefined;
    const report = (told: EngineReport): void => {
      this.reports.push(told);
      if (told.type === 'pull.caughtUp') outcome = 'caughtUp';
      else if (told.type === 'transport.failed') outcome = 'failed';
      else return;
      stop.abort();
    };
    const reader = new Reader({
      db: this.db,
      me: this.me.id,
      world: this.world,
      report,
      confirmed: (messages) => this.early.drop(messages),
      rightsReported: (now) => (this.standing = now),
      watch: refuseImpossible,
    });
    const end = await reader.run(stop.signal);
    if (outcome === 'caughtUp') {
      await this.#knowledge.whenOld();
      if (hasNavigatorPass(this.me)) await this.#refreshRateCard();
    }
    this.rateCard = (await keptRateCard(this.db))?.card ?? exampleRateCard;
    if (outcome === undefined && end === 'stopped') throw new Error('the pull ended without a word');
    return outcome ?? 'signedOut';
  }

  /** Does everything a device does when online: pushes text, uploads files, pushes what depended on them, and pulls. */
  async sync(): Promise<void> {
    await this.send();
    await this.upload();
    await this.send();
    const seen = await this.look();
    if (seen !== 'caughtUp') throw new Error(`the device did not catch up: ${seen}`);
  }

  /** Opens the socket: early messages and delivery marks arrive without a pull from now on. */
  async listen(): Promise<void> {
    const listeners = listenTo({
      early: this.early,
      live: new LiveAnswers(),
      hinted: () => undefined,
      repeated: () => undefined,
      readyToSend: () => undefined,
      sent: () => undefined,
      knowledgeHinted: (change) => this.#knowledgeHints.hinted(change),
      delivered: (roomId, side, upTo) => void keepDelivered(this.db, [{ roomId, side, upTo }]),
      ended: () => undefined,
    });
    await new Promise<void>((opened, failed) => {
      const fail = () => failed(new Error('the socket did not open'));
      const handlers = { opened, failed: fail, refused: fail, closed: () => undefined, ...listeners };
      this.#line = connectSocket(() => this.#token, handlers, this.#server.url);
    });
  }

  /** Hides the page, or shows it again. */
  show(isVisible: boolean): void {
    this.#isVisible = isVisible;
    if (isVisible) this.#knowledgeHints.shown();
  }

  /** Closes the socket, as an outage does. */
  stopListening(): void {
    this.#line?.close();
  }

  /** Lets time pass on this device. */
  pass(ms: number): void {
    this.#time += ms;
    const due = this.#sleepers.filter(({ until }) => until <= this.#time);
    this.#sleepers = this.#sleepers.filter(({ until }) => until > this.#time);
    for (const { wake } of due) wake();
  }

  get world(): World {
    return {
      now: () => this.#time,
      date: () => Date.now(),
      serverDate: () => Date.now(),
      random: () => 0.5,
      sleep: (ms, signal) =>
        new Promise((wake) => {
          signal.addEventListener('abort', () => wake(), { once: true });
          this.#sleepers.push({ until: this.#time + ms, wake });
        }),
      push: (body) => calls.push(this.#api, body),
      pull: (body) => calls.pull(this.#api, body),
      snapshot: (streams) => calls.snapshot(this.#api, streams),
    };
  }

  /** Returns the messages of a room as this user sees them. */
  async messages(roomId: string): Promise<MessageView[]> {
    return (await messagesOf(this.db, this.me, roomId, 200, this.early)).messages;
  }

  /** Returns the texts of a room; of the user's own messages with their delivery state, such as `hello: read`. */
  async shown(roomId: string): Promise<string[]> {
    const messages = await this.messages(roomId);
    return messages.map(({ content, delivery }) => (delivery === null ? content : `${content}: ${delivery}`));
  }

  rooms = () => roomsOf(this.db, this.me);
  room = (roomId: string) => roomOf(this.db, this.me, roomId);
  order = (orderId: string) => orderOf(this.db, this.me, orderId);
  unread = () => roomsOf(this.db, this.me).then(unreadOf);

  /** Returns the pending and refused commands, such as `chat.send queued` or `order.place refused PRICE_CHANGED`. */
  async waiting(): Promise<string[]> {
    const items = await waitingOf(this.db);
    return items.map(({ type, state, reason }) => [type, state, ...(reason === null ? [] : [reason.code])].join(' '));
  }

  /** Returns the stored cursor. */
  cursor() {
    return this.db.transaction('r!', this.db.meta, async () => readMeta(this.db, 'cursor'));
  }

  /** Whether the server still knows this session. */
  async isSignedIn(): Promise<boolean> {
    try {
      await whoAmI(this.#api);
      return true;
    } catch (error) {
      if (error instanceof SignedOut) return false;
      throw error;
    }
  }

  /** Returns the headers of an HTTP call by this user. */
  asMe(headers: Record<string, string> = {}): RequestInit {
    return { headers: { authorization: `Bearer ${this.#token}`, ...headers } };
  }

  close(): void {
    this.#line?.close();
    this.db.close();
  }
}
