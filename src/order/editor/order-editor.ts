import {
  createContext,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { Refusal } from '#domain/ground/errors.ts';
import { canonicalJson, type Json } from '#domain/ground/json.ts';
import { placingChecks } from '#domain/order/checks/checks.ts';
import type { Check } from '#domain/order/data/check.ts';
import { derivedOf, type DerivedValue } from '#domain/order/checks/derived.ts';
import type { OrderDoc } from '#domain/order/data/order.ts';
import { changesOfChoice, type ValueChange } from '#domain/order/fields/presets.ts';
import { pricedDoc, type PriceOrRefusal } from '#domain/order/price/price-refusal.ts';
import { patchOrder } from '../calls/order-patch.ts';
import type { CommandContext } from '../../db/context.ts';
import type { UserDb } from '../../db/schema.ts';
import { showNotice } from '../../ui/notice/notice.tsx';
import { useSession } from '../../session/session-context.tsx';
import { useRateCard } from '../rate-card/use-rate-card.ts';
import { registerTypingSaver } from '../../session/typing-kept.ts';
import { useFileClaims } from '../parts/file-claims.ts';
import { nameOfPath } from '../parts/order-words.ts';
import { awaitsStatusCommand, createTypedFields } from './leftover-typing.ts';
import type { SeenVersions } from './seen-versions.ts';
import { withTypedTexts, type KeptText, type TypedFields, type TypedEntry } from './typed-fields.ts';
import { dropStash, stashTexts } from './typed-stash.ts';
import { whileShown } from './typing-lock.ts';
import type { UnitSwitch } from './unit-switch.ts';
import { withConflictChecks, withUnreadable } from './unreadable.ts';
import type { OrderView } from '../views/view-types.ts';

/** Time without a key after which values that depend on typed ones are computed. Longer than a fast typist's pause. */
const recomputeAfterMs = 150;

/**
 * One order being edited: the stored document, the typed texts, what is computed from both, and the actions. While the
 * user types, everything but `fields` follows after the key has been painted.
 */
export interface OrderEditor {
  orderId: string;
  /** Stored values and typed texts of the moment, as controls show them. */
  fields: TypedFields;
  /** null until the first value has been written. */
  order: OrderView | null;
  /** Whether a place or status command is pending: the order is shown with its effect and cannot be changed. */
  held: boolean;
  /** The order's document, with every readable typed text applied. */
  doc: OrderDoc;
  typed: Readonly<Record<string, TypedEntry>>;
  /** Currents whose unit was switched in this editor, by path. */
  switched: Map<string, UnitSwitch>;
  checks: Check[];
  derived: DerivedValue[];
  /** Price of the order, or the reason why it has none. */
  price: PriceOrRefusal;
  /** Whether the user has been on the review step: then everything that is missing counts as a problem. */
  reviewed: boolean;
  /** Whether what is missing on the step shown is an error: the user has left that step, or been on the review step. */
  strict: boolean;
  /** Whether each field shows its definition and the source of its figures. */
  explained: boolean;
  type: (path: string, text: string) => void;
  leave: (path: string) => void;
  /** Writes a choice, and the typical values that depend on it. */
  choose: (path: string, value: Json) => void;
  /** @returns whether the changes are in the order */
  write: (changes: ValueChange[]) => Promise<boolean>;
  /**
   * Writes changes that are computed from the order of this moment: `doc` may lack the last keys.
   * @returns whether the changes are in the order
   */
  writeFrom: (changesOf: (doc: OrderDoc) => ValueChange[]) => Promise<boolean>;
  /** Writes every readable typed text; resolves when the writes are durable or have failed. */
  settle: () => Promise<void>;
}

const nothingTyped: Readonly<Record<string, TypedEntry>> = {};

const EditorContext = createContext<OrderEditor | null>(null);
export const EditorProvider = EditorContext.Provider;

/**
 * Returns the editor of the enclosing wizard.
 * @throws Error when there is none
 */
export function useEditor(): OrderEditor {
  const editor = useContext(EditorContext);
  if (editor === null) throw new Error('No order is being edited here.');
  return editor;
}

/**
 * Creates the editor of one order.
 * @param restored texts typed earlier that were never written into the order, by path
 */
export function useOrderEditor(
  orderId: string,
  order: OrderView | null,
  restored: Record<string, KeptText>,
  shown: { reviewed: boolean; strict: boolean; explained: boolean },
): OrderEditor {
  const { ctx, db } = useSession();
  const { t } = useTranslation('navigator');
  const { reviewed, strict, explained } = shown;
  const [{ fields, seen }] = useState(() => {
    const failed = (error: unknown) => {
      // Another page has just placed or discarded the order: the text stays typed, and this page will show the reason.
      if (error instanceof Refusal) return;
      showNotice({ title: t('save.failed'), detail: t('save.failedDetail'), tone: 'danger' });
    };
    return createTypedFields(ctx, orderId, order, restored, failed);
  });
  const [switched] = useState(() => new Map<string, UnitSwitch>());
  const stored = order?.doc;
  const versions = order?.vers;
  const isHeldNow = awaitsStatusCommand(order);
  useEffect(() => {
    seen.show(versions ?? {});
    fields.hold(isHeldNow);
    fields.show(stored ?? {});
  }, [fields, isHeldNow, seen, stored, versions]);
  useStash(db, orderId, fields);
  useEffect(() => () => void whileShown(db, orderId, () => fields.settle()), [db, fields, orderId]);
  useEffect(() => registerTypingSaver(() => fields.kept()), [fields]);
  const settle = useCallback(() => fields.settle(), [fields]);
  const { shownOrder, held, typed, doc, checks, derived, price } = useComputed(orderId, order, fields);
  return useMemo(
    () => ({
      orderId,
      fields,
      order: shownOrder,
      held,
      doc,
      typed,
      switched,
      checks: withConflictChecks(withUnreadable(checks, doc, typed), doc, shownOrder?.conflicts ?? []),
      derived,
      price,
      reviewed,
      strict,
      explained,
      ...writesOf(ctx, orderId, fields, seen, t),
      settle,
    }),
    [
      checks,
      ctx,
      derived,
      doc,
      explained,
      fields,
      held,
      orderId,
      price,
      reviewed,
      seen,
      settle,
      shownOrder,
      strict,
      switched,
      t,
      typed,
    ],
  );
}

/**
 * Returns what is computed of the stored order and the typed texts. A key is painted by its own control: all of this
 * follows, and a further key interrupts it.
 */
function useComputed(orderId: string, order: OrderView | null, fields: TypedFields) {
  const card = useRateCard();
  const shownOrder = useDeferredValue(order);
  const kept = useDeferredValue(usePaused(useSyncExternalStore(fields.subscribe, fields.snapshot)));
  const [sameAsBefore] = useState(() => keepEqual());
  const shownDoc = shownOrder?.doc;
  const held = awaitsStatusCommand(shownOrder);
  const typed = held ? nothingTyped : kept;
  const doc = useMemo(() => sameAsBefore(withTypedTexts(shownDoc ?? {}, typed)), [sameAsBefore, shownDoc, typed]);
  const files = useFileClaims(orderId);
  const checks = useMemo(() => placingChecks(doc, files), [doc, files]);
  const derived = useMemo(() => derivedOf(doc), [doc]);
  const price = useMemo(() => pricedDoc(doc, card, checks), [card, checks, doc]);
  return { shownOrder, held, typed, doc, checks, derived, price };
}

type Actions = Pick<OrderEditor, 'type' | 'leave' | 'choose' | 'write' | 'writeFrom'>;

/** Returns what types into the fields of an order and writes to it. */
function writesOf(
  ctx: CommandContext,
  orderId: string,
  fields: TypedFields,
  seen: SeenVersions,
  t: TFunction<'navigator'>,
): Actions {
  const writeNow = async (changes: ValueChange[]) => {
    const based = changes.map((change) => ({ ...change, base: seen.of(change.path) }));
    try {
      const id = await patchOrder(ctx, { orderId, changes: based });
      if (id !== null) for (const { path, base } of based) seen.wrote(path, base, id);
      return true;
    } catch (error) {
      showNotice({ title: error instanceof Refusal ? t('held.PLACE') : t('save.failed'), tone: 'danger' });
      return false;
    }
  };
  const write = (changes: ValueChange[]) => {
    const written = writeNow(changes);
    fields.choose(changes, written);
    return written;
  };
  // A choice that clears fields can be taken back with all that followed from it.
  const offerUndo = (before: ValueChange[], cleared: readonly ValueChange[]) => {
    const action = { label: t('undo'), run: () => void write(before) };
    const detail = cleared.map(({ path }) => nameOfPath(t, path)).join(', ');
    showNotice({ title: t('tests.cleared', { count: cleared.length }), detail, action });
  };
  return {
    type: (path, text) => fields.type(path, text),
    leave: (path) => fields.leave(path),
    choose: (path, value) => {
      const before = fields.edited();
      const changes = changesOfChoice(before, path, value);
      const writing = write(changes);
      fields.replace(changes, writing);
      const cleared = changes.filter((change) => change.path !== path && change.value === null);
      const back = changes.map((change) => ({ path: change.path, value: before[change.path] ?? null }));
      if (cleared.length > 0) void writing.then((isWritten) => isWritten && offerUndo(back, cleared));
    },
    write,
    writeFrom: (changesOf) => write(changesOf(fields.edited())),
  };
}

/** Returns a value as it was when it had not changed for a moment: not before the user pauses between two keys. */
function usePaused<T>(value: T): T {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), recomputeAfterMs);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}

/** Returns a function that gives back the document before while the new one says the same. */
function keepEqual(): (doc: OrderDoc) => OrderDoc {
  let before = { doc: {} as OrderDoc, text: '{}' };
  return (doc) => {
    const text = canonicalJson(doc);
    if (text !== before.text) before = { doc, text };
    return before.doc;
  };
}

/**
 * Drops the stash on mount, because the fields then hold its texts. On `pagehide` it stashes the texts whose save on
 * the device has not finished, for the next page.
 */
function useStash(db: UserDb, orderId: string, fields: TypedFields): void {
  useEffect(() => {
    dropStash(db, orderId);
    const leave = () => stashTexts(db, orderId, fields.unkept());
    // A page restored from the back/forward cache still has all texts.
    const dropKeptTexts = () => dropStash(db, orderId);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', dropKeptTexts);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', dropKeptTexts);
    };
  }, [db, fields, orderId]);
}
