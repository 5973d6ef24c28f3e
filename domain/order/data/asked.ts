import type { SafetyTest, TestType } from './tests.ts';

/** Requests for an order or a cell, as read from a text, in the product's own words. */

/** Properties that a text such as "20 Ah pouch, NMC811, 4 mAh/cm²" asks of a cell. */
export interface AskedDesign {
  /** Codes of the order tables. */
  format?: string;
  chemistry?: string;
  cathode?: string;
  anode?: string;
  quantity?: number;
  capacity_Ah?: number;
  energy_Wh?: number;
  /** Areal capacity of one coated cathode side. */
  areal_mAh_cm2?: number;
  loading_mg_cm2?: number;
  specific_mAh_g?: number;
  balance?: number;
  layers?: number;
  disc_mm?: number;
  /** Outer size of a pouch or a can. */
  size_mm?: { thickness?: number; width: number; height: number };
  /** Maximum thickness of the cell. */
  thickness_mm?: number;
  /** Height of a sheet relative to its width. */
  aspect?: number;
  electrolyte_g_Ah?: number;
}

/** Tests that a text asks for. */
export interface AskedTests {
  tests: TestType[];
  /** Sub-tests of its safety tests. */
  safetyTests?: SafetyTest[];
  /** Cycles of its cycle tests. */
  cycles?: number;
  temperature_C?: number;
  /** Other temperatures, each with a test of its own. */
  moreTemperatures_C?: number[];
}

/** Parts of an order that a text names. Where nothing is built, the cells are those to be tested. */
export interface AskedOrder extends AskedTests {
  service: 'prototyping' | 'testing' | 'both';
  format?: string;
  quantity?: number;
  chemistry?: string;
  capacity_Ah?: number;
  /** Set when a cell is to be designed, and not priced: what is asked of it. */
  design?: AskedDesign;
  /** Properties asked of the cells that are built, where they are more than the fields above. */
  cell?: AskedDesign;
  /** Parts of the text that the order does not have, as they were written. */
  unread?: string[];
}
