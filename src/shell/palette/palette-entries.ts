import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { flagsOf, ownsConversation } from '#domain/account/permissions.ts';
import { isStaffed, roomTypes, talksToAssistant } from '#domain/account/room-types.ts';
import { excerptAround, hasWords, searchWords } from '#domain/ground/text-search.ts';
import type { Me } from '#domain/account/users.ts';
import { findInRooms } from '../../assistant/views/conversation-search.ts';
import { ordersSeenBy } from '../../order/views/order-views.ts';
import { pathOfOrder, pathOfStaffedRoom } from '../../routing/object-paths.ts';
import { useRooms } from '../../chat/views/rooms.ts';
import { useSession } from '../../session/session-context.tsx';
import { chatTypes } from '../../assistant/conversations/chat-types.ts';
import { pathOfFound } from '../../assistant/conversations/path-of-found.ts';
import { useSearch } from '../../assistant/conversations/use-search.ts';
import { useTitles } from '../../assistant/conversations/use-titles.ts';
import { useOrderTitles } from '../../chat/parts/order-titles.ts';
import { roomSubtitle, roomTitle } from '../../chat/parts/room-names.ts';
import { nameOfOrder, summaryOf } from '../../order/parts/order-words.ts';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../../chat/views/view-types.ts';

/**
 * Entry that the palette finds; it opens a page. Pages are those of the menu. A further kind needs an icon in
 * `options.tsx`.
 */
export interface PaletteEntry {
  kind: 'page' | 'conversation' | 'room' | 'order';
  id: string;
  title: string;
  detail: string;
  to: string;
  /** Number of an order. */
  number?: string | undefined;
}

/** A page of the menus. */
export interface PalettePage {
  title: string;
  to: string;
}

/** Maximum number of entries of one kind. */
const perKind = 8;

const noRooms: RoomView[] = [];
const noOrders: OrderView[] = [];

/** Returns the entries that have all words of the query, also offline: pages, conversations, rooms and orders. */
export function usePaletteEntries(query: string, pages: readonly PalettePage[]): PaletteEntry[] {
  const { db, me } = useSession();
  const words = useMemo(() => searchWords(query), [query]);
  const rooms = useRooms() ?? noRooms;
  const orders = useLiveQuery(() => ordersSeenBy(db, me), [db, me]) ?? noOrders;
  const conversations = useConversations(query, rooms);
  const staffed = useStaffedRooms(words, rooms);
  const placed = useOrders(orders);
  const topics = useTopics(me);
  const menu = [...pages, ...topics].map(({ title, to }): PaletteEntry => {
    return { kind: 'page', id: to, title, detail: '', to };
  });
  return arrangeEntries(words, { menu, conversations, staffed, placed });
}

/**
 * Returns the entries to show, one kind after the other. Orders come last, unless the words are in the number of one.
 * @param entries all entries; only the conversations are already those that have the words
 */
export function arrangeEntries(
  words: readonly string[],
  entries: Readonly<Record<'menu' | 'conversations' | 'staffed' | 'placed', readonly PaletteEntry[]>>,
): PaletteEntry[] {
  const isFound = ({ title, detail }: PaletteEntry) => words.length === 0 || hasWords(`${title} ${detail}`, words);
  const first = (some: readonly PaletteEntry[]) => some.filter(isFound).slice(0, perKind);
  const hasNumber = ({ number = '' }: PaletteEntry) => words.length > 0 && hasWords(number, words);
  const numbered = entries.placed.filter(hasNumber);
  const orders = first([...numbered, ...entries.placed.filter((entry) => !hasNumber(entry))]);
  const others = [...first(entries.menu), ...entries.conversations.slice(0, perKind), ...first(entries.staffed)];
  return numbered.length > 0 ? [...orders, ...others] : [...others, ...orders];
}

/** The topics of the assistant that the menu does not list. */
function useTopics(me: Me): PalettePage[] {
  const { t } = useTranslation('chat');
  const topics = flagsOf(me).disableAiChat ? [] : chatTypes.slice(1);
  return topics.map(({ name, path }) => ({ title: t(`topic.${name}`), to: path }));
}

/** Returns the user's conversations with the assistant; none where the account has no assistant. */
export function assistantRoomsOf(me: Me, rooms: readonly RoomView[]): RoomView[] {
  return flagsOf(me).disableAiChat ? [] : rooms.filter((room) => ownsConversation(me, room));
}

/** Conversations with the assistant that have the words anywhere; without words, the newest ones. */
function useConversations(query: string, rooms: RoomView[]): PaletteEntry[] {
  const { me } = useSession();
  const own = useMemo(() => assistantRoomsOf(me, rooms), [rooms, me]);
  const titleOf = useTitles(own);
  // The server also finds conversations that this account may no longer open.
  const { words, found } = useSearch(flagsOf(me).disableAiChat ? '' : query, own);
  const newest = own.flatMap((room) =>
    talksToAssistant(room.type) ? [{ roomId: room.id, type: room.type, title: titleOf(room), message: undefined }] : [],
  );
  return (words.length === 0 ? newest : (found ?? [])).map((each) => ({
    kind: 'conversation',
    id: each.roomId,
    title: each.title,
    detail: each.message?.excerpt ?? '',
    to: pathOfFound(each),
  }));
}

/** Rooms with people; where a message on this device has the words, with its part around them. */
function useStaffedRooms(words: readonly string[], rooms: RoomView[]): PaletteEntry[] {
  const { t } = useTranslation('chat');
  const { db, me } = useSession();
  const { isAdmin, canChatWithExperts, hasNavigatorPremiumPass } = flagsOf(me);
  const mayOpen = ({ type }: RoomView) =>
    isStaffed(type) && (isAdmin || (type === roomTypes.expert ? canChatWithExperts : hasNavigatorPremiumPass));
  const open = rooms.filter(mayOpen);
  const ids = open.map(({ id }) => id);
  const titles = useOrderTitles(open);
  const messages = useLiveQuery(
    async () => (words.length === 0 ? undefined : await findInRooms(db, ids, words)),
    [db, words, ids.join()],
  );
  const excerptOf = (roomId: string) => {
    const message = messages?.get(roomId);
    return message && hasWords(message.content, words) ? excerptAround(message.content, words) : undefined;
  };
  return open.map((room) => ({
    kind: 'room',
    id: room.id,
    title: roomTitle(t, room, me, titles.get(room.orderId)),
    detail: [roomSubtitle(t, room, me, titles.get(room.orderId)), excerptOf(room.id) ?? room.last?.preview]
      .filter(Boolean)
      .join(' · '),
    to: pathOfStaffedRoom(room.id, room, me),
  }));
}

function useOrders(orders: OrderView[]): PaletteEntry[] {
  const { t, i18n } = useTranslation('navigator');
  const { me } = useSession();
  if (!flagsOf(me).hasNavigatorPremiumPass) return [];
  return orders
    .filter(({ status, ownerId }) => status !== 'cancelled' && (status !== 'draft' || ownerId === me.id))
    .map((order) => ({
      kind: 'order',
      id: order.id,
      title: nameOfOrder(order, t),
      detail: [order.number, summaryOf(order.doc, t, i18n.language)].filter(Boolean).join(' · '),
      to: pathOfOrder(order.id, order),
      number: order.number ?? undefined,
    }));
}
