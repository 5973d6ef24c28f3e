import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveQuery } from 'dexie-react-hooks';
import { flagsOf, ownsConversation } from '#domain/permissions.ts';
import { isStaffed, roomTypes, talksToAssistant } from '#domain/room-types.ts';
import { hasWords, searchWords } from '#domain/text-search.ts';
import type { Me } from '#domain/users.ts';
import { ordersOf, roomsOf } from '../../db/views.ts';
import { pathOfOrder, pathOfStaffedRoom } from '../../routing/object-paths.ts';
import { useSession } from '../../session/session-context.tsx';
import { chatTypes } from '../chat/chat-types.ts';
import { pathOfFound } from '../chat/path-of-found.ts';
import { useSearch } from '../chat/use-search.ts';
import { useTitles } from '../chat/use-titles.ts';
import { roomSubtitle, roomTitle } from '../messenger/room-names.ts';
import { nameOfOrder, summaryOf } from '../navigator/order-words.ts';
import type { OrderView, RoomView } from '../../db/view-types.ts';

/** What the palette finds. */
export interface PaletteEntry {
  kind: 'page' | 'conversation' | 'room' | 'order';
  id: string;
  title: string;
  detail: string;
  to: string;
}

/** A page of the menus. */
export interface PalettePage {
  title: string;
  to: string;
}

/** Most entries of one kind. */
const perKind = 8;

const noRooms: RoomView[] = [];
const noOrders: OrderView[] = [];

/** Returns the entries that have all words of the query, also offline: pages, conversations, rooms and orders. */
export function usePaletteEntries(query: string, pages: readonly PalettePage[]): PaletteEntry[] {
  const { db, me } = useSession();
  const words = useMemo(() => searchWords(query), [query]);
  const rooms = useLiveQuery(() => roomsOf(db, me), [db, me]) ?? noRooms;
  const orders = useLiveQuery(() => ordersOf(db, me), [db, me]) ?? noOrders;
  const conversations = useConversations(query, rooms);
  const staffed = useStaffedRooms(rooms);
  const placed = useOrders(orders);
  const topics = useTopics(me);
  const isFound = ({ title, detail }: PaletteEntry) => words.length === 0 || hasWords(`${title} ${detail}`, words);
  const first = (entries: PaletteEntry[]) => entries.filter(isFound).slice(0, perKind);
  const menu = [...pages, ...topics].map(({ title, to }): PaletteEntry => {
    return { kind: 'page', id: to, title, detail: '', to };
  });
  return [...first(menu), ...conversations.slice(0, perKind), ...first(staffed), ...first(placed)];
}

/** The topics of the assistant that the menu does not list. */
function useTopics(me: Me): PalettePage[] {
  const { t } = useTranslation('chat');
  const topics = flagsOf(me).disableAiChat ? [] : chatTypes.slice(1);
  return topics.map(({ name, path }) => ({ title: t(`topic.${name}`), to: path }));
}

/** Returns the user's conversations with the assistant; none where the account has no assistant. */
export function conversationsOf(me: Me, rooms: readonly RoomView[]): RoomView[] {
  return flagsOf(me).disableAiChat ? [] : rooms.filter((room) => ownsConversation(me, room));
}

/** Conversations with the assistant that have the words anywhere; without words, the newest ones. */
function useConversations(query: string, rooms: RoomView[]): PaletteEntry[] {
  const { me } = useSession();
  const own = useMemo(() => conversationsOf(me, rooms), [rooms, me]);
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

function useStaffedRooms(rooms: RoomView[]): PaletteEntry[] {
  const { t } = useTranslation('chat');
  const { me } = useSession();
  const { isAdmin, canChatWithExperts, hasNavigatorPremiumPass } = flagsOf(me);
  const mayOpen = ({ type }: RoomView) =>
    isStaffed(type) && (isAdmin || (type === roomTypes.expert ? canChatWithExperts : hasNavigatorPremiumPass));
  return rooms.filter(mayOpen).map((room) => ({
    kind: 'room',
    id: room.id,
    title: roomTitle(t, room, me),
    detail: [roomSubtitle(t, room, me), room.last?.preview].filter(Boolean).join(' · '),
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
    }));
}
