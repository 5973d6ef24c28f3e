/** What a text such as "20 Ah pouch, NMC811, 4 mAh/cm²" asks of a cell. */
export interface AskedDesign {
  /** Codes of the order tables. */
  format?: string;
  chemistry?: string;
  cathode?: string;
  anode?: string;
  quantity?: number;
  capacity_Ah?: number;
  energy_Wh?: number;
  /** Of one coated cathode side. */
  areal_mAh_cm2?: number;
  loading_mg_cm2?: number;
  specific_mAh_g?: number;
  balance?: number;
  layers?: number;
  disc_mm?: number;
  /** Outer size of a pouch or a can. */
  size_mm?: { thickness?: number; width: number; height: number };
  /** Most that the cell may be thick. */
  thickness_mm?: number;
  /** Height of a sheet relative to its width. */
  aspect?: number;
  electrolyte_g_Ah?: number;
}
