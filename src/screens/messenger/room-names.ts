import type { TFunction } from 'i18next';
import { roomNames, isStaffed } from '#domain/room-types.ts';
import type { Me } from '#domain/users.ts';
import type { RoomView } from '../../db/views.ts';
import { displayNameOf } from '../words/display-name.ts';

/** What a room is called for its reader: customers see the subject, staff see whom they talk to. */
export function roomTitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>): string {
  if (room.customerId !== me.id && isStaffed(room.type)) return displayNameOf(t, room.customerName);
  return subjectOf(t, room);
}

/**
 * The line under the title: staff see the company and the subject, or that the customer is about to be out of it. A customer sees
 * that what waits here joins a conversation they have. */
export function roomSubtitle(t: TFunction<'chat'>, room: RoomView, me: Pick<Me, 'id'>): string {
  if (room.customerLeaves) return t('takeOut.waits', { name: displayNameOf(t, room.customerName) });
  if (room.joins) return t('handoff.joins');
  if (room.customerId === me.id) return t(`roomType.${room.type}`);
  return [room.companyName, subjectOf(t, room)].filter(Boolean).join(' · ');
}

/** A name that somebody gave, or what such rooms are called in the reader's language. */
function subjectOf(t: TFunction<'chat'>, { name, type }: Pick<RoomView, 'name' | 'type'>): string {
  if (name === '') return t(`roomType.${type}`);
  return name === roomNames[type] ? t(`roomName.${type}`) : name;
}

/** Whether a room matches what is typed into the search. */
export function roomMatches(room: RoomView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [room.name, room.customerName, room.companyName, room.resultName, room.last?.preview].some(
    (part) => part?.toLowerCase().includes(wanted) === true,
  );
}
