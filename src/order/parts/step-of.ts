import { filesPath, isPathOfFile } from '#domain/order/fields/file-path.ts';
import { parsePath } from '#domain/order/fields/paths.ts';
import type { WizardStep } from '../../machines/order-wizard.ts';

/** Returns the step in which the value at a path is edited. */
export function stepOf(path: string): WizardStep {
  const place = parsePath(path);
  if (place?.is === 'field') return place.field.step;
  if (isPathOfFile(path) || path === filesPath) return 'files';
  return path.startsWith('tests') ? 'tests' : 'cell';
}
