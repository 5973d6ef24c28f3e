import type { OrderDoc } from '#domain/order/order.ts';

/** The engineer's two orders: one that the lab reviews, one still being written. */

const cell21700: OrderDoc = {
  format: '21700',
  chemistry: 'NMC/Si-graphite',
  quantity: 24,
  windingShaftDiameter_mm: 3,
  separatorInnerTurns: 0,
  separatorThickness_mm: 0.012,
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

export const demoOrders: { name: string; doc: OrderDoc; placed: boolean }[] = [
  { name: 'pilot', doc: { ...cell21700, service: 'prototyping' }, placed: true },
  {
    name: 'draft',
    doc: {
      service: 'prototyping',
      format: '21700',
      chemistry: 'NMC/Si-graphite',
      quantity: 12,
      windingShaftDiameter_mm: 3.5,
    },
    placed: false,
  },
];
