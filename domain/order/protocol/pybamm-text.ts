import type { IdealCell } from './ideal-cell.ts';
import { pybammParts, type PybammPart, type PybammSentences } from './pybamm.ts';
import { pybammSpan, pybammValue } from './pybamm-words.ts';
import type { Step } from './steps.ts';

/** Settings of an experiment besides its steps. */
export interface PybammSettings {
  /** Written as a comment. */
  title: string;
  temperature_C: number;
  samplingInterval_s: number;
  /** Share of the first capacity in percent at which the experiment ends. */
  eolSoh_pct?: number;
}

/**
 * Returns a step list as Python that makes a `pybamm.Experiment`. A group of single steps is a cycle: a tuple, repeated
 * by list multiplication. A group with groups in it is a list, repeated likewise.
 */
export function pybammText(steps: readonly Step[], cell: IdealCell, settings: PybammSettings): string {
  const { title, temperature_C, samplingInterval_s, eolSoh_pct } = settings;
  const basis = cell.capacity_Ah === undefined ? '' : `; the order's nominal capacity is ${round(cell.capacity_Ah)} Ah`;
  return [
    'import pybamm',
    '',
    `# ${title.replaceAll(/\s+/g, ' ')}`,
    `# C rates refer to the parameter set's "Nominal cell capacity [A.h]"${basis}.`,
    'experiment = pybamm.Experiment(',
    ...joined(listsOf(pybammParts(steps, cell)), '    ').map((line) => `    ${line}`),
    `    period="${pybammSpan(samplingInterval_s)}",`,
    `    temperature="${pybammValue(temperature_C)} oC",`,
    ...(eolSoh_pct === undefined ? [] : [`    termination="${pybammValue(eolSoh_pct)}% capacity",`]),
    ')',
    '',
  ].join('\n');
}

function round(capacity_Ah: number): string {
  return pybammValue(Number(capacity_Ah.toPrecision(4)));
}

/** Python lists, each as its lines; an experiment is their sum. */
function listsOf(parts: readonly PybammPart[]): string[][] {
  return parts.map((part) => {
    if ('sentences' in part) return part.sentences.length === 1 ? [`[${literalsOf(part)[0]}]`] : block('[', part, ']');
    const inner = part.parts.flatMap((each) => ('sentences' in each ? literalsOf(each) : []));
    const isCycle = part.parts.every((each) => 'sentences' in each);
    const times = part.times === 1 ? '' : ` * ${part.times}`;
    if (isCycle) return ['[(', ...inner.map((literal) => `    ${literal},`), `)]${times}`];
    if (part.times === 1) return ['(', ...joined(listsOf(part.parts), '').map((line) => `    ${line}`), ')'];
    return ['(', ...joined(listsOf(part.parts), '').map((line) => `    ${line}`), `)${times}`];
  });
}

function block(open: string, part: PybammSentences, close: string): string[] {
  return [open, ...literalsOf(part).map((literal) => `    ${literal},`), close];
}

/** Returns the sentences as Python: strings, or steps with a temperature of their own. */
function literalsOf({ sentences, temperature }: PybammSentences): string[] {
  return sentences.map((sentence) =>
    temperature === undefined
      ? `"${sentence}"`
      : `pybamm.step.string("${sentence}", temperature="${pybammValue(temperature.value)} oC")`,
  );
}

/** Returns the lines of the sum of lists; with a comma at its end unless it stands in brackets. */
function joined(lists: readonly string[][], comma: string): string[] {
  const lines = lists.flatMap((list, i) => list.map((line, j) => (i > 0 && j === 0 ? `+ ${line}` : line)));
  return comma === '' ? lines : lines.map((line, i) => (i === lines.length - 1 ? `${line},` : line));
}
