import { sha256Hex } from '../hash.ts';
import { checkTexts, filled, type CheckCode, type Values } from './check-texts.ts';
import type { OrderDoc } from './order.ts';

/** One thing to say about an order, at the field that causes it. */
export interface Check {
  /** `block`: impossible or unsafe. `warn`: unusual, needs a tick. `info`: good to know. */
  level: 'block' | 'warn' | 'info';
  path: string;
  code: string;
  /** In English. */
  message: string;
  /** Which of check-texts.ts it is, for other languages; undefined where the message has no text of its own there. */
  text?: { key: CheckCode; values: Values };
  /** What a tick writes; null where there is nothing to tick. A tick stands for exactly this message, so it ends when the figures change. */
  tick: { path: string; value: string } | null;
  ticked: boolean;
}

/** A finding made into a check, with the words for it and its tick looked up in the order. */
export function checkOf(
  doc: OrderDoc,
  level: Check['level'],
  path: string,
  code: string,
  key: CheckCode,
  values: Values = [],
): Check {
  return { ...messageCheck(doc, level, path, code, filled(checkTexts[key], values)), text: { key, values } };
}

/** The same for a message that is in no table. */
export function messageCheck(doc: OrderDoc, level: Check['level'], path: string, code: string, message: string): Check {
  if (level !== 'warn') return { level, path, code, message, tick: null, ticked: false };
  const [list, item] = path.split('/');
  const place = list === 'tests' || list === 'electrodes' ? item : undefined;
  const tick = {
    path: place === undefined ? `ack/${code}` : `ack/${code}/${place}`,
    value: sha256Hex(`${path}\n${message}`).slice(0, 16),
  };
  return { level, path, code, message, tick, ticked: doc[tick.path] === tick.value };
}

/** A figure as people write it: at most four digits that count. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
