import type { TFunction } from 'i18next';
import type { Me } from '#domain/users.ts';
import type { RoomView } from '../../db/views.ts';
import { personName } from '../person-name.ts';

/** What a room is called for its reader: customers see the subject, staff see whom they talk to. */
export function roomTitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>): string {
  if (room.customerId !== me.id && room.type >= 5) return personName(t, room.customerName);
  return room.name || t(`roomType.${room.type}`);
}

/** The line under the title: staff see the company and the subject, or that the customer is about to be out of it. */
export function roomSubtitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>): string {
  if (room.customerLeaves) return t('takeOut.waits', { name: personName(t, room.customerName) });
  if (room.customerId === me.id) return t(`roomType.${room.type}`);
  return [room.companyName, room.name || t(`roomType.${room.type}`)].filter(Boolean).join(' · ');
}

/** Whether a room matches what is typed into the search. */
export function roomMatches(room: RoomView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [room.name, room.customerName, room.companyName, room.resultName, room.last?.preview].some(
    (part) => part?.toLowerCase().includes(wanted) === true,
  );
}
