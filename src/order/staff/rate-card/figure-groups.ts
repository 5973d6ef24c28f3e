/** The parts of the rate card in the order of the page. Texts of groups, figures and units are in admin.json. */

interface FigureGroup {
  name: string;
  /** First parts of the paths of its figures, each with the unit that its figures are for. */
  figures: Readonly<Record<string, string>>;
  /** Its rows follow from the product's code, and cannot be added here. */
  isFixed?: true;
}

export const figureGroups: readonly FigureGroup[] = [
  { name: 'build', figures: { prototypingSetup: 'perOrder' } },
  {
    name: 'coating',
    figures: { coatingRecipe: 'perOrder', coatingRun: 'perElectrode', coatingPerMeterDouble: 'perMeter' },
  },
  { name: 'assembly', figures: { assemblyPerCell: 'perCell' }, isFixed: true },
  { name: 'discount', figures: { quantityDiscount: 'ofAssembly' } },
  { name: 'formation', figures: { formation: 'perCell' } },
  {
    name: 'channels',
    figures: { testSetup: 'perTestType', channelDay: 'perChannelDay', spectrum: 'perSpectrum' },
    isFixed: true,
  },
  { name: 'chamber', figures: { chamberDay: 'perCellDay' } },
  {
    name: 'safety',
    figures: { safetyCampaign: 'perOrder', safetyPerCell: 'perCell', safetyCapacityFactor: 'timesSafety' },
  },
  { name: 'closing', figures: { report: 'perOrder', disposalPerKg: 'perKg', shippingRoad: 'perOrder' } },
];

/** Returns the first part of a figure's path. */
function headOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** Returns the group of a figure and its unit; undefined for one that has none yet. */
export function groupOf(path: string): { name: string; unit: string } | undefined {
  const head = headOf(path);
  const group = figureGroups.find(({ figures }) => figures[head] !== undefined);
  return group && { name: group.name, unit: group.figures[head] ?? '' };
}
