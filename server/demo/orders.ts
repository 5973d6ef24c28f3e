import type { OrderDoc } from '#domain/order/data/order.ts';
import { demoId } from './users.ts';

/** The engineer's two orders: one in review, one draft that has a price but not yet all that placing needs. */

const cell21700: OrderDoc = {
  format: '21700',
  chemistry: 'NMC/Si-graphite',
  quantity: 24,
  windingShaftDiameter_mm: 3,
  separatorInnerTurns: 1,
  separatorThickness_mm: 0.012,
  tab_cathode: 'Al',
  tab_anode: 'Ni',
  electrolyte: '1 M LiPF6 in EC/EMC 30/70 + 10 % FEC',
  'electrodes/cathode/electrodeHorizontalLength_mm': 790,
  'electrodes/anode/electrodeHorizontalLength_mm': 800,
  'electrodes/cathode/electrodeVerticalLength_mm': 63,
  'electrodes/anode/electrodeVerticalLength_mm': 65,
  'electrodes/cathode/coatingThickness_mm': 0.0756,
  'electrodes/anode/coatingThickness_mm': 0.0852,
  'electrodes/cathode/current_collector_foil_thickness': 0.016,
  'electrodes/anode/current_collector_foil_thickness': 0.012,
  'electrodes/cathode/massLoading_mg_cm2': 25,
  'electrodes/cathode/coating_meter_count': 40,
  'electrodes/anode/coating_meter_count': 40,
};

const parameters: OrderDoc = {
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
};

const referenceTest = Object.fromEntries(
  Object.entries(parameters).map(([key, value]) => [`tests/${demoId('reference-test')}/${key}`, value]),
);

/** Address to which the cells go, and the contact there. */
const delivery: OrderDoc = {
  deliveryAddress: 'VFP Internal, pack laboratory\nMusterstraße 14\n10115 Berlin\nGermany',
  contactName: 'Mara Lindqvist',
  contactPhone: '+49 30 123456',
};

export const demoOrders: { name: string; doc: OrderDoc; placed: boolean }[] = [
  { name: 'pilot', doc: { ...cell21700, ...referenceTest, ...delivery, service: 'both' }, placed: true },
  {
    name: 'draft',
    doc: {
      ...delivery,
      service: 'prototyping',
      format: '21700',
      chemistry: 'NMC/Si-graphite',
      quantity: 24,
      windingShaftDiameter_mm: 3.5,
    },
    placed: false,
  },
];
