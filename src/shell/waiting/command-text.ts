import { roomTypes } from '#domain/account/room-types.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { CommandArgs } from '#domain/spine/wire/commands.ts';
import type { Json } from '#domain/ground/json.ts';
import type { Field } from '#domain/order/data/field.ts';
import { parsePath, type ParsedPath } from '#domain/order/fields/paths.ts';
import { testsOf } from '#domain/order/data/tests.ts';
import { isEntry } from '../../db/schema.ts';
import { orderRoomName, roomTitle } from '../../chat/parts/room-names.ts';
import { titleOf } from '../../i18n/order-title.ts';
import { valueWithUnit } from '#domain/order/cell/unit-text.ts';
import { useMe } from '../../session/session-context.tsx';
import type { WaitingCommand } from './waiting-commands.ts';
import type { OrderView } from '../../order/views/view-types.ts';
import type { RoomView } from '../../chat/views/view-types.ts';

/** Title and content lines of a command, worded as on the page where the user made it. */
export interface CommandText {
  title: string;
  lines: string[];
}

export function useCommandText(): (thing: WaitingCommand) => CommandText {
  const { t } = useTranslation(['chat', 'navigator']);
  const me = useMe();
  return useMemo(() => {
    const chat = t as unknown as TFunction<'chat'>;
    const nameOfRoom = (room: RoomView | undefined) =>
      room === undefined ? t('chat:waitingPage.roomUnknown') : roomTitle(chat, room, me);
    return (thing) => {
      const { item, order, room } = thing;
      // A room opened here before its order had a number is named after the order's current name.
      const isAboutOrder = room?.type === roomTypes.order && order !== undefined;
      const title = t(`chat:waitingPage.title.${item.type}`, {
        room: isAboutOrder ? orderRoomName(order.number, titleOf(order)) || nameOfOrder(order, t) : nameOfRoom(room),
        order: nameOfOrder(order, t),
        step: stepOf(item.entry, t),
      });
      return { title, lines: linesOf(thing, t) };
    };
  }, [me, t]);
}

type T = TFunction<['chat', 'navigator']>;

/** Returns the name of the step that an order or a parcel takes; '' for commands that are none. */
function stepOf(entry: WaitingCommand['item']['entry'], t: T): string {
  if (isEntry(entry, 'parcel.change')) return t(`navigator:parcel.step.${entry.args.step}`);
  return isEntry(entry, 'order.transition') ? nameOfStep(entry.args.event, t) : '';
}

/** Returns the name of a status change: as on its button, or what staff's steps are called in the history. */
function nameOfStep(event: string, t: T): string {
  return t(`navigator:action.${event}`, { defaultValue: t(`navigator:event.${event}`, { defaultValue: event }) });
}

/** Returns the order's title, else its number, else "new order" with the service. */
function nameOfOrder(order: OrderView | undefined, t: T): string {
  const given = order === undefined ? undefined : (titleOf(order) ?? order.number);
  if (given !== undefined && given !== '') return given;
  const service = order?.doc['service'];
  const fresh = t('navigator:wizard.newOrder');
  return typeof service === 'string' ? `${fresh} (${t(`navigator:option.service.${service}`)})` : fresh;
}

/** Returns what a command contains, as lines; none where its title says it all. */
export function linesOf({ item: { entry }, order }: Pick<WaitingCommand, 'item' | 'order'>, t: T): string[] {
  if (isEntry(entry, 'chat.send')) return linesIn(entry.args.content);
  if (isEntry(entry, 'question.ask')) return linesIn(entry.args.text);
  if (isEntry(entry, 'handoff.request'))
    return [...linesIn(entry.handed?.content ?? ''), ...linesIn(entry.args.note ?? '')];
  if (isEntry(entry, 'feedback.give')) {
    const rating = t(entry.args.rating === 1 ? 'chat:waitingPage.useful' : 'chat:waitingPage.notUseful');
    return [rating, ...linesIn(entry.args.comment ?? '')];
  }
  if (isEntry(entry, 'order.transition'))
    return [...linesIn(entry.args.reason ?? ''), ...linesIn(entry.args.note ?? '')];
  if (isEntry(entry, 'order.note')) return linesIn(entry.args.text);
  if (isEntry(entry, 'order.assign') || isEntry(entry, 'report.withdraw')) return linesIn(entry.args.reason ?? '');
  if (isEntry(entry, 'report.add')) return [entry.args.name];
  if (isEntry(entry, 'parcel.change')) return parcelLines(entry.args);
  if (!isEntry(entry, 'order.patch')) return [];
  return entry.args.changes.map(({ path, value }) => changeText(path, value as Json, order, t));
}

function parcelLines({ content, reason = '' }: CommandArgs<'parcel.change'>): string[] {
  return content?.lines.map(({ name, count }) => `${count} × ${name}`) ?? linesIn(reason);
}

function linesIn(text: string): string[] {
  return text.trim() === '' ? [] : text.split('\n');
}

/** Returns one change as text, for example "Cathode, Coating, one side: 75 µm". */
function changeText(path: string, value: Json, order: OrderView | undefined, t: T): string {
  const place = parsePath(path);
  if (place === undefined) return t('chat:waitingPage.unknownField');
  if (place.is === 'template') return `${t('navigator:templates.name')}: ${typeof value === 'string' ? value : ''}`;
  if (place.is === 'ack') return t(value === null ? 'chat:waitingPage.unticked' : 'chat:waitingPage.ticked');
  if (place.is === 'removed') {
    const what = t(value === null ? 'chat:waitingPage.testKept' : 'chat:waitingPage.testRemoved');
    return `${testName(place.item, order, t)}: ${what}`;
  }
  if (place.list === 'tests' && place.field.key === 'type') {
    return `${testName(place.item, order, t)}: ${t('chat:waitingPage.testAdded')}`;
  }
  // Some labels are questions and end with a question mark.
  const label = t(`navigator:field.${place.field.key}`, { defaultValue: place.field.key }).replace(/\?$/, '');
  return `${[itemName(place, order, t), label].filter(Boolean).join(', ')}: ${valueText(place.field, value, t)}`;
}

function itemName(place: Extract<ParsedPath, { is: 'field' }>, order: OrderView | undefined, t: T): string {
  if (place.list === 'electrodes') return t(`navigator:group.${place.item}`);
  return place.list === 'tests' ? testName(place.item, order, t) : '';
}

function testName(id: string, order: OrderView | undefined, t: T): string {
  const tests = testsOf(order?.doc ?? {});
  const index = tests.findIndex((test) => test.id === id);
  const test = tests[index];
  if (test === undefined) return t('navigator:field.type');
  return t('navigator:tests.name', { index: index + 1, type: t(`navigator:option.type.${test.type}`) });
}

function valueText(field: Field, value: Json, t: T): string {
  if (value === null) return t('chat:waitingPage.cleared');
  return valueWithUnit(t, field, value);
}
