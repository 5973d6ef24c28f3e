import { MB } from '../../ground/units.ts';

/** The constants of orders, used by devices and the server. */
export const orderLimits = {
  testsPerOrder: 100,
  /** Fields of an order that have a value, including those of removed tests. */
  fieldsPerOrder: 4_000,
  changesPerPatch: 200,
  acknowledgmentChars: 200,
  /** Length of the reason of a status change, or of another amount for a line of a price. */
  reasonChars: 2_000,
  /** Maximum number of lines of a price that one review changes. */
  priceLines: 500,
  /** Maximum number of lines of a parcel, and maximum lengths of its texts. */
  parcelLines: 50,
  parcelLineChars: 200,
  carrierChars: 60,
  trackingChars: 100,
  /** A shipped order counts as received this long after it was shipped, unless its customer confirms it earlier. */
  receiptDays: 14,
  /** Cells of an order: as many as can be ordered, and as many again. */
  cellsPerOrder: 20_000,
  /** Colleagues with whom a draft is shared: more than any company has licenses for. */
  colleagues: 100,
  reportsPerOrder: 100,
  /**
   * A report is smaller than this: two weeks of a test with a line each second. A device keeps it in memory while it
   * computes its hash, and uploads it in 200 resumable chunks.
   */
  reportBytes: 50 * MB,
  /** Cells in one file of labels: 20 pages. */
  labelsPerFile: 480,
  reportNameChars: 150,
} as const;
