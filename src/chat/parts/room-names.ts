import type { TFunction } from 'i18next';
import { belongsToNavigator, roomNames, roomTypes, isStaffed } from '#domain/account/room-types.ts';
import { fitsSearch } from '#domain/ground/text-search.ts';
import type { Me } from '#domain/account/users.ts';
import { displayNameOf } from '../../i18n/display-name.ts';
import type { RoomView } from '../views/view-types.ts';

/**
 * Returns a room's title: the subject for customers, the customer's name for staff.
 * @param orderTitle the title of the order that it is about
 */
export function roomTitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>, orderTitle?: string): string {
  if (room.customerId !== me.id && isStaffed(room.type)) return displayNameOf(t, room.customerName);
  return subjectOf(t, room, orderTitle);
}

/**
 * Returns the line below the title. Staff see company and subject, of an order its number first, or that the removal of
 * the customer is pending. Customers see who answers, or that a new room will join one they have.
 */
export function roomSubtitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>, orderTitle?: string): string {
  if (room.customerLeaves) return t('takeOut.waits', { name: displayNameOf(t, room.customerName) });
  if (room.joins) return t('handoff.joins');
  if (room.customerId === me.id) {
    const name = room.assigned?.name;
    return [t(`roomType.${room.type}`), name && t('rooms.answers', { name: displayNameOf(t, name) })]
      .filter(Boolean)
      .join(' · ');
  }
  const parts = [room.companyName, subjectOf(t, room, orderTitle)].filter(Boolean);
  return (belongsToNavigator(room.type) ? parts.toReversed() : parts).join(' · ');
}

/** Returns the given name, or the default name in the reader's language; of an order its number and its title. */
function subjectOf(t: TFunction<'chat'>, { name, type }: Pick<RoomView, 'name' | 'type'>, orderTitle?: string): string {
  if (type === roomTypes.order && orderTitle !== undefined) return orderRoomName(name, orderTitle);
  if (name === '') return t(`roomType.${type}`);
  return name === roomNames[type] ? t(`roomName.${type}`) : name;
}

/** Returns the name of the room of an order. */
export function orderRoomName(number: string, title: string | undefined): string {
  return [number, title].filter(Boolean).join(' · ');
}

/** Whether a room matches the search text. @param words further words to find it by */
export function roomMatches(room: RoomView, search: string, words: readonly (string | undefined)[] = []): boolean {
  const parts = [room.name, room.customerName, room.companyName, room.resultName, room.last?.preview, ...words];
  return fitsSearch(parts.filter(Boolean).join(' '), search);
}
