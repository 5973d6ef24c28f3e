import { fractionOf } from '../../ground/figure/fraction-of.ts';
import { sha256Hex } from '../../ground/hash.ts';
import { checkTexts, fillText, type CheckCode, type Values } from './check-texts.ts';
import type { OrderDoc } from './order.ts';

/** A finding about an order, at the path of the field that causes it. */
export interface Check {
  /** `block`: impossible or unsafe. `warn`: unusual, the user has to tick it. `info`: good to know. */
  level: 'block' | 'warn' | 'info';
  path: string;
  code: string;
  /** In English. */
  message: string;
  /** Key in check-texts.ts and values, for translation; undefined for messages without a text there. */
  text?: { key: CheckCode; values: Values };
  /**
   * Field and value that a tick writes; null if none is needed. The value hashes the message, so changed figures void
   * the tick.
   */
  tick: { path: string; value: string } | null;
  ticked: boolean;
}

/** Whether a check keeps the order from being placed: every block, and every warning that is not ticked. */
export function isOpen({ level, ticked }: Pick<Check, 'level' | 'ticked'>): boolean {
  return level === 'block' || (level === 'warn' && !ticked);
}

/** Whether a check says that something is not there yet, as nothing is in a new order. */
export function isMissing({ code }: Pick<Check, 'code'>): boolean {
  return code === 'REQUIRED' || code === 'NO_TESTS';
}

/** Creates a check with its English text. Whether it is ticked is looked up in the order. */
export function checkOf(
  doc: OrderDoc,
  level: Check['level'],
  path: string,
  code: string,
  key: CheckCode,
  values: Values = [],
): Check {
  return { ...messageCheck(doc, level, path, code, fillText(checkTexts[key], values)), text: { key, values } };
}

/** Creates a check from a message that is not in check-texts.ts. */
export function messageCheck(doc: OrderDoc, level: Check['level'], path: string, code: string, message: string): Check {
  if (level !== 'warn') return { level, path, code, message, tick: null, ticked: false };
  const [list, item] = path.split('/');
  const place = list === 'tests' || list === 'electrodes' || list === 'files' ? item : undefined;
  const tick = {
    path: place === undefined ? `ack/${code}` : `ack/${code}/${place}`,
    value: sha256Hex(`${path}\n${message}`).slice(0, 16),
  };
  return { level, path, code, message, tick, ticked: doc[tick.path] === tick.value };
}

/** Formats a number with at most four significant digits. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** Formats a C rate, as the fraction that it was typed as: 1/3 and not 0.3333. */
export function rateFigure(value: number): string {
  return fractionOf(value, 5e-4) ?? figure(value);
}
