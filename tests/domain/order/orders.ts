import type { Order, OrderDoc } from '#domain/order/data/order.ts';
import { changesOfNewTest } from '#domain/order/fields/presets.ts';
import type { SafetyTest, TestType } from '#domain/order/data/tests.ts';

/** Where the cells of an order go, without which it is not placed. */
export const delivered: OrderDoc = { deliveryAddress: 'Helios Cell Works\nBatterigatan 4\n721 31 Västerås\nSweden' };

const at = '2026-01-01T00:00:00.000Z';

/** Creates a new draft of a customer. @param about fields that differ */
export function orderOf(about: Partial<Order> = {}): Order {
  return {
    id: 'o',
    number: 'PO-2026-000001',
    ownerId: 'c',
    ownerName: 'Customer',
    companyId: null,
    status: 'draft',
    doc: {},
    vers: {},
    conflicts: [],
    quote: null,
    history: [],
    createdAt: at,
    updatedAt: at,
    at: {},
    sseq: 1,
    ...about,
  };
}

/** LG M50 as published in PyBaMM Chen2020: a cell with known figures. */
export const m50: OrderDoc = {
  service: 'prototyping',
  format: '21700',
  chemistry: 'NMC/Si-graphite',
  quantity: 24,
  windingShaftDiameter_mm: 3,
  separatorInnerTurns: 0,
  separatorThickness_mm: 0.012,
  tab_cathode: 'Al',
  tab_anode: 'Ni',
  electrolyte: '1 M LiPF6 in EC/EMC 30/70 + 10 % FEC',
  'electrodes/cathode/electrodeHorizontalLength_mm': 790,
  'electrodes/anode/electrodeHorizontalLength_mm': 790,
  'electrodes/cathode/electrodeVerticalLength_mm': 65,
  'electrodes/anode/electrodeVerticalLength_mm': 65,
  'electrodes/cathode/coatingThickness_mm': 0.0756,
  'electrodes/anode/coatingThickness_mm': 0.0852,
  'electrodes/cathode/current_collector_foil_thickness': 0.016,
  'electrodes/anode/current_collector_foil_thickness': 0.012,
  'electrodes/cathode/massLoading_mg_cm2': 25,
  'electrodes/cathode/coating_meter_count': 40,
  'electrodes/anode/coating_meter_count': 40,
};

/** The same cell with all that an order needs to be placed. */
export const complete: OrderDoc = {
  ...m50,
  ...delivered,
  'electrodes/anode/electrodeHorizontalLength_mm': 800,
  'electrodes/anode/electrodeVerticalLength_mm': 63.5,
  'electrodes/cathode/electrodeVerticalLength_mm': 62,
  separatorInnerTurns: 1,
};

/** An RPT with the values that the tables propose, at C/3 to C/20. */
export function rpt(id: string, more: OrderDoc = {}): OrderDoc {
  return item(id, {
    type: 'RPT',
    cellsPerCondition: 5,
    temp: 25,
    chamberWaitingTime: 7200,
    samplingInterval: 10,
    chargeCurrent: { value: 1 / 3, unit: 'C' },
    upperVoltage: 4.2,
    cvEndingCondition: 'current',
    cutoffCurrent: { value: 0.05, unit: 'C' },
    dischargeCurrent: { value: 1 / 3, unit: 'C' },
    lowerVoltage: 2.5,
    restTime: 1800,
    cycles: 3,
    ...more,
  });
}

/** Cycling at C/2 charge and 1C discharge. */
export function cycle(id: string, more: OrderDoc = {}): OrderDoc {
  return rpt(id, {
    type: 'Cycle',
    cellsPerCondition: 2,
    chargeCurrent: { value: 0.5, unit: 'C' },
    dischargeCurrent: { value: 1, unit: 'C' },
    restTime: 600,
    cycles: 500,
    ...more,
  });
}

/** A pulse test at 1C from 90 to 10 % (HPPC), with the values that the tables propose. */
export function pulse(id: string, more: OrderDoc = {}): OrderDoc {
  return proposedTest(id, 'Pulse', undefined, more);
}

/** A test of a type, or of a safety sub-test, with the values that the tables propose for the M50. */
export function proposedTest(id: string, type: TestType, safetyTest?: SafetyTest, more: OrderDoc = {}): OrderDoc {
  const changes = changesOfNewTest({ ...m50, service: 'both' }, id, type, safetyTest);
  return { ...Object.fromEntries(changes.map(({ path, value }) => [path, value])), ...item(id, more) };
}

function item(id: string, values: OrderDoc): OrderDoc {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`tests/${id}/${key}`, value]));
}
