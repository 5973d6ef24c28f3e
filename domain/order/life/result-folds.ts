import type { ShipmentReport } from '../data/goods.ts';
import type { CellChange, Order, Report } from '../data/order.ts';

/** Folds of what comes of an order: changes of its cells, reports, and what the carrier says. Apart from their rules, because every page loads them. */

/** Applies a change of cells at its position. @returns the order unchanged when it has the change already */
export function withCellChange<T extends Pick<Order, 'cells' | 'renamed'>>(order: T, change: CellChange): T {
  const { cells = [], renamed } = order;
  if (cells.some(({ sseq }) => sseq === change.sseq)) return order;
  const named = { ...change, byName: renamed?.[change.by] ?? change.byName };
  return { ...order, cells: [...cells, named].sort((a, b) => a.sseq - b.sseq) };
}

/** Puts a report at its position into an order; of several events about one report, the newest holds. */
export function withReport<T extends Pick<Order, 'reports' | 'renamed'>>(order: T, report: Report): T {
  const { reports = [], renamed } = order;
  const known = reports.find(({ id }) => id === report.id);
  if (known !== undefined && known.sseq >= report.sseq) return order;
  const named = { ...report, byName: renamed?.[report.by] ?? report.byName };
  const others = reports.filter(({ id }) => id !== report.id);
  return { ...order, reports: [...others, named].sort((a, b) => a.sseq - b.sseq) };
}

/** Adds what the carrier says at its position. @returns the order unchanged when it has that already */
export function withShipmentReport<T extends Pick<Order, 'shipmentReports'>>(order: T, report: ShipmentReport): T {
  const { shipmentReports = [] } = order;
  if (shipmentReports.some(({ sseq }) => sseq === report.sseq)) return order;
  return { ...order, shipmentReports: [...shipmentReports, report].sort((a, b) => a.sseq - b.sseq) };
}
