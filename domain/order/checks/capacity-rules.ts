import { balanceOf, capacity_Ah, estimatedCapacity_Ah } from '../cell/capacity.ts';
import { energy_Wh } from '../cell/cell-figures.ts';
import { rule, type CellRule } from './cell-rule.ts';
import { figure } from '../data/check.ts';
import type { CheckCode } from '../data/check-texts.ts';
import { formatOf } from '../data/formats.ts';
import { leastCells } from '../data/least-cells.ts';
import { buildsCells } from '../data/services.ts';

/** Rules about the cells as a whole: their number, balance, capacity, energy and transport. */

const path = 'nominalCapacity_Ah';
const anodeLoading = 'electrodes/anode/massLoading_mg_cm2';

/** A capacity above this many times the estimate cannot come from the electrodes. Our choice. */
const mostOverEstimate = 1.5;
/**
 * Most by which the nominal capacity may differ from the estimate, as a fraction. Estimates are not better than that.
 */
const estimateTolerance = 0.15;
const balanced = [1.02, 1.25] as const;

/** Rule about the energy of a cell relative to the 20 Wh limit of UN 3480. */
function energyRule(code: CheckCode, holds: (energy_Wh: number) => boolean): CellRule {
  return rule(code, 'info', path, ({ doc }) => {
    const energy = energy_Wh(doc);
    return energy !== undefined && holds(energy) && [figure(energy)];
  });
}

export const capacityRules: readonly CellRule[] = [
  rule('TOO_FEW_CELLS', 'block', 'quantity', ({ doc, at }) => {
    const least = leastCells[formatOf(doc)?.code ?? ''] ?? 0;
    return buildsCells(doc) && at('quantity') < least && [least];
  }),
  rule('ANODE_HOLDS_LESS', 'block', anodeLoading, ({ doc }) => {
    const balance = buildsCells(doc) ? balanceOf(doc) : undefined;
    return balance !== undefined && balance < 1 && [figure(balance)];
  }),
  rule('BALANCE', 'warn', anodeLoading, ({ doc }) => {
    const balance = (buildsCells(doc) ? balanceOf(doc) : undefined) ?? Number.NaN;
    return balance >= 1 && (balance < balanced[0] || balance > balanced[1]) && [figure(balance), ...balanced];
  }),
  rule('CAPACITY_MISFIT', 'warn', path, ({ doc, at }) => {
    const estimate = (buildsCells(doc) ? estimatedCapacity_Ah(doc) : undefined) ?? Number.NaN;
    const isPossible = at(path) <= estimate * mostOverEstimate;
    const isFar = Math.abs(at(path) / estimate - 1) > estimateTolerance;
    return isPossible && isFar && [figure(estimate), figure(at(path))];
  }),
  rule('CAPACITY_IMPOSSIBLE', 'block', path, ({ doc, at }) => {
    const estimate = (buildsCells(doc) ? estimatedCapacity_Ah(doc) : undefined) ?? Number.NaN;
    return at(path) > estimate * mostOverEstimate && [figure(estimate), figure(at(path))];
  }),
  rule('CAPACITY_HIGH', 'warn', path, ({ doc }) => {
    const capacity = capacity_Ah(doc) ?? Number.NaN;
    const most = formatOf(doc)?.capacityMax_Ah ?? Number.NaN;
    return capacity > most * 1.05 && [figure(capacity), most];
  }),
  rule('RECIPE_IN_NOTES', 'block', 'formation', ({ doc }) => {
    const { formation, notes } = doc;
    const isWritten = typeof notes === 'string' && notes.trim() !== '';
    return formation === 'customer recipe in the notes' && !isWritten && [];
  }),
  energyRule('TRANSPORT_ABOVE', (energy) => energy > 20),
  energyRule('TRANSPORT_BELOW', (energy) => energy <= 20),
  rule('TRANSPORT_PROTOTYPES', 'info', path, ({ doc }) => buildsCells(doc) && energy_Wh(doc) !== undefined && []),
];
