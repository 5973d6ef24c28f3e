import { expect, test } from 'vitest';
import * as assistantFields from '#domain/assistant/fields.ts';
import * as chat from '#domain/chat.ts';
import * as commands from '#domain/commands.ts';
import * as consent from '#domain/consent.ts';
import * as cookies from '#domain/cookies.ts';
import * as errors from '#domain/errors.ts';
import * as events from '#domain/events.ts';
import * as limits from '#domain/limits.ts';
import * as capacity from '#domain/order/capacity.ts';
import * as carriers from '#domain/order/carriers.ts';
import * as cellRules from '#domain/order/cell-rules.ts';
import * as chemistries from '#domain/order/chemistries.ts';
import * as coatingMethods from '#domain/order/coating-methods.ts';
import * as fields from '#domain/order/fields.ts';
import * as formats from '#domain/order/formats.ts';
import * as leastCells from '#domain/order/least-cells.ts';
import * as leadTimes from '#domain/order/plan/lead-times.ts';
import * as rateCard from '#domain/order/rate-card.ts';
import * as orderLimits from '#domain/order/limits.ts';
import * as roll from '#domain/order/roll.ts';
import * as services from '#domain/order/services.ts';
import * as status from '#domain/order/status.ts';
import * as stepMails from '#domain/order/step-mails.ts';
import * as hazardLevels from '#domain/order/hazard-levels.ts';
import * as standards from '#domain/order/standards.ts';
import * as testFields from '#domain/order/test-fields.ts';
import * as testMatrix from '#domain/order/test-matrix.ts';
import * as testRules from '#domain/order/test-rules.ts';
import * as testTypes from '#domain/order/tests.ts';
import * as permissions from '#domain/permissions.ts';
import * as plans from '#domain/plans.ts';
import * as commandArgs from '#domain/protocol/commands.ts';
import * as company from '#domain/protocol/company.ts';
import * as emptyCombinations from '#domain/protocol/empty-combinations.ts';
import * as orderRevisions from '#domain/protocol/order-revisions.ts';
import * as goods from '#domain/protocol/goods.ts';
import * as orderShapes from '#domain/protocol/orders.ts';
import * as own from '#domain/protocol/own.ts';
import * as payments from '#domain/protocol/payments.ts';
import * as rateCardShapes from '#domain/protocol/rate-card.ts';
import * as rest from '#domain/protocol/rest.ts';
import * as sockets from '#domain/protocol/sockets.ts';
import * as sync from '#domain/protocol/sync.ts';
import * as quotas from '#domain/quotas.ts';
import * as retrieval from '#domain/retrieval/settings.ts';
import * as retryPolicy from '#domain/retry-policy.ts';
import * as retryStatuses from '#domain/retry-statuses.ts';
import * as roomTypes from '#domain/room-types.ts';
import * as serverLimits from '#domain/server-limits.ts';
import * as units from '#domain/units.ts';

/**
 * Pins the tables of the domain row by row in `tables/`: limits, prices, formats, fields, statuses, errors and message
 * shapes. No other test can tell a typing error in a figure from a decision. After a change on purpose:
 * `npx vitest run tests/domain/tables.test.ts -u`, and read what the difference of the pinned file says.
 */

const pinned = {
  'assistant/fields': assistantFields,
  chat,
  commands,
  consent,
  cookies,
  errors,
  events,
  limits,
  permissions,
  plans,
  quotas,
  'retry-policy': retryPolicy,
  'retry-statuses': retryStatuses,
  'room-types': roomTypes,
  'server-limits': serverLimits,
  units,
  'order/capacity': capacity,
  'order/carriers': carriers,
  'order/cell-rules': cellRules,
  'order/chemistries': chemistries,
  'order/coating-methods': coatingMethods,
  'order/fields': fields,
  'order/formats': formats,
  'order/least-cells': leastCells,
  'order/lead-times': leadTimes,
  'order/limits': orderLimits,
  'order/rate-card': rateCard,
  'order/roll': roll,
  'order/services': services,
  'order/status': status,
  'order/step-mails': stepMails,
  'order/test-fields': testFields,
  'order/hazard-levels': hazardLevels,
  'order/standards': standards,
  'order/test-matrix': testMatrix,
  'order/test-rules': testRules,
  'order/tests': testTypes,
  'protocol/commands': commandArgs,
  'protocol/company': company,
  'protocol/goods': goods,
  'protocol/orders': orderShapes,
  'protocol/order-revisions': orderRevisions,
  'protocol/own': own,
  'protocol/payments': payments,
  'protocol/rate-card': rateCardShapes,
  'protocol/empty-combinations': emptyCombinations,
  'protocol/rest': rest,
  'protocol/sockets': sockets,
  'protocol/sync': sync,
  'retrieval/settings': retrieval,
};

test.each(Object.entries(pinned))('the tables of domain/%s have the agreed values', async (name, tables) => {
  const rows = Object.entries(tables).filter(([, table]) => typeof table !== 'function');
  const text = rows.toSorted(([a], [b]) => a.localeCompare(b)).flatMap(([table, value]) => rowsOf(table, value));
  await expect(`${text.join('\n')}\n`).toMatchFileSnapshot(`tables/${name}.txt`);
});

/** Returns one line for each row of a table; a schema is one row. */
function rowsOf(name: string, value: unknown): string[] {
  const plain = value instanceof Map || value instanceof Set ? [...value] : value;
  const isTable = typeof plain === 'object' && plain !== null && !('type' in plain || 'anyOf' in plain);
  if (!isTable) return [`${name} = ${jsonOf(plain)}`];
  return Object.entries(plain).map(([key, row]) => `${name}.${key} = ${jsonOf(row)}`);
}

/** Returns JSON that also shows what JSON leaves out; functions only by their presence. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) => {
    if (each instanceof Map || each instanceof Set) return [...each];
    if (each instanceof RegExp) return String(each);
    if (typeof each === 'function') return '(function)';
    return each === Infinity ? '(infinite)' : each;
  });
}
