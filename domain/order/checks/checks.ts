import type { FieldProblem } from '../../ground/errors.ts';
import type { FileClaims } from '../../chat/file-claims.ts';
import { deliveryChecks } from '../fields/address-fields.ts';
import { capacity_Ah } from '../cell/capacity.ts';
import { cellRules } from './cell-rules.ts';
import { problemWithChange } from '../fields/change.ts';
import { checkOf, figure, isOpen, messageCheck, type Check } from '../data/check.ts';
import { documentChecks } from './document-rules.ts';
import { asCurrent, asNumber, type Field } from '../data/field.ts';
import { fileChecks } from './file-rules.ts';
import type { OrderDoc } from '../data/order.ts';
import { applicableFields, pathOf } from '../fields/paths.ts';
import { buildsCells, runsTests } from '../data/services.ts';
import { cellsNeeded, testedCells } from '../fields/test-cells.ts';
import { isFor, pathOfRule, viewOf } from '../lab-tests/test-rule.ts';
import { testRules } from '../lab-tests/test-rules.ts';
import { needOf, testFields } from '../fields/test-fields.ts';
import { testsOf, type TestItem } from '../data/tests.ts';

/**
 * Returns the checks of an order's cells and tests. Pure, so client and server get the same result.
 * @param files those of the order that have been read
 */
export function checksOf(doc: OrderDoc, files: readonly FileClaims[] = []): Check[] {
  return [
    ...misplaced(doc),
    ...fieldChecks(doc),
    ...cellChecks(doc),
    ...testChecks(doc),
    ...documentChecks(doc, files),
    ...fileChecks(doc, files),
  ];
}

/** Returns all checks of an order that is to be placed: of its cells and tests, and of where its goods go. */
export function placingChecks(doc: OrderDoc, files: readonly FileClaims[] = []): Check[] {
  return [...checksOf(doc, files), ...deliveryChecks(doc)];
}

/** Returns the open checks of an order, as problems with the command that places it. */
export function problemsWithPlacing(doc: OrderDoc, files: readonly FileClaims[] = []): FieldProblem[] {
  return placingChecks(doc, files)
    .filter(isOpen)
    .map(({ path, code, message, text }) => ({ path, code, message, ...(text === undefined ? {} : { text }) }));
}

/** Values that an older or newer version accepted and this one does not. */
function misplaced(doc: OrderDoc): Check[] {
  return Object.entries(doc).flatMap(([path, value]) => {
    const problem = problemWithChange(path, value);
    if (problem === undefined) return [];
    return [messageCheck(doc, 'block', path, problem.code, problem.message ?? 'This field is not known.')];
  });
}

function fieldChecks(doc: OrderDoc): Check[] {
  return applicableFields(doc).flatMap(({ path, item, field }) =>
    checkField(doc, field, path, item, field.required?.(doc) ?? false),
  );
}

function checkField(doc: OrderDoc, field: Field, path: string, item: string, required: boolean): Check[] {
  const value = doc[path] ?? null;
  if (value === null) return required ? [checkOf(doc, 'block', path, 'REQUIRED', 'REQUIRED')] : [];
  const fitting = field.fitting?.(doc, item);
  if (fitting !== undefined && typeof value === 'string' && !fitting.includes(value))
    return [checkOf(doc, 'block', path, 'NOT_FITTING', 'NOT_FITTING', [value, fitting.join(', ')])];
  const usual = field.usual?.(doc, item);
  const amount = asNumber(value) ?? asCurrent(value)?.value;
  if (usual === undefined || amount === undefined || (amount >= usual[0] && amount <= usual[1])) return [];
  const { unit, factor } = field.shown ?? { unit: field.unit, factor: 1 };
  const bounds = usual.map((bound) => figure(bound * factor));
  return [checkOf(doc, 'warn', path, `UNUSUAL_${place(field)}`, 'UNUSUAL', [...bounds, unit])];
}

/** Returns a field's name as part of a check code, so that two unusual fields have separate ticks. */
function place(field: Field): string {
  return field.key
    .replace(/[^a-zA-Z0-9]/g, '_')
    .toUpperCase()
    .slice(0, 30);
}

function cellChecks(doc: OrderDoc): Check[] {
  return cellRules.flatMap((rule) => {
    const values = rule.valuesFor(doc);
    return values === undefined ? [] : [checkOf(doc, rule.level, rule.path, rule.code, rule.code, values)];
  });
}

function testChecks(doc: OrderDoc): Check[] {
  if (!runsTests(doc)) return [];
  const tests = testsOf(doc);
  if (tests.length === 0) return [checkOf(doc, 'block', 'tests', 'NO_TESTS', 'NO_TESTS')];
  return [...tests.flatMap((test) => oneTest(doc, test)), ...enoughCells(doc), ...knownCapacity(doc, tests)];
}

function oneTest(doc: OrderDoc, test: TestItem): Check[] {
  const fields = testFields.flatMap((field) => {
    const need = needOf(field, doc, test);
    if (need === undefined) return [];
    return checkField(doc, field, pathOf('tests', test.id, field.key), test.id, need === 'required');
  });
  const view = viewOf(doc, test);
  const rules = testRules.flatMap((rule) => {
    const values = isFor(rule, view) ? rule.valuesFor(view) : undefined;
    return values === undefined ? [] : [checkOf(doc, rule.level, pathOfRule(rule, view), rule.code, rule.code, values)];
  });
  return [...fields, ...rules];
}

function enoughCells(doc: OrderDoc): Check[] {
  const cells = asNumber(doc['quantity']);
  const tested = testedCells(doc);
  if (cells === undefined || tested <= cells) return [];
  const { least, destroyed } = cellsNeeded(doc);
  if (least > cells) {
    return [
      destroyed === 0
        ? checkOf(doc, 'block', 'quantity', 'CELLS_TOO_FEW', 'CELLS_ONE_TEST', [least, cells])
        : checkOf(doc, 'block', 'quantity', 'CELLS_TOO_FEW', 'CELLS_TOO_FEW', [least, destroyed, cells]),
    ];
  }
  const key = buildsCells(doc) ? 'CELLS_BUILT' : 'CELLS_SENT';
  return [checkOf(doc, 'warn', 'quantity', 'CELLS_SHARED', key, [tested, cells])];
}

/** Without a capacity, a C rate has no amperes, amperes have no C rate, and a safety test has no fee. */
function knownCapacity(doc: OrderDoc, tests: readonly TestItem[]): Check[] {
  if (capacity_Ah(doc) !== undefined) return [];
  const needsIt = tests.some((test) => {
    const { amps, rate, has } = viewOf(doc, test);
    const named = ['chargeCurrent', 'dischargeCurrent', 'rateList', 'pulseCurrentCheckpoints'].filter(has);
    return test.type === 'Safety' || named.some((key) => amps(key) === undefined || rate(key) === undefined);
  });
  return needsIt ? [checkOf(doc, 'block', 'nominalCapacity_Ah', 'NO_CAPACITY', 'NO_CAPACITY')] : [];
}
