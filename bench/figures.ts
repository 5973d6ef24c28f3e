import {
  type Costs,
  type RowKind,
  type RowName,
  type Wanted,
  type WorkName,
  costColumns,
  rows,
  works,
} from './rows.ts';
import { amount, median, ratio } from './stats.ts';

/** The figures of all rounds, and their medians. */

export interface Measured {
  ours: number;
  beside: number;
  /** NaN when there is nothing to compare with. */
  ratio: number;
}

export class Figures {
  readonly #ours = new Map<string, number[]>();
  readonly #beside = new Map<string, number[]>();

  /** Adds the figures of one round. */
  note(row: RowName, ours: number, beside: number): void {
    this.#add(row, ours, beside);
  }

  /** Adds the costs per message of one round. Bytes are compared with those of a message that reaches the ceiling's reader. */
  costs(work: WorkName, ours: Costs, ceiling: Costs): void {
    for (const name of costNames) {
      this.#add(`${work}.${name}`, ours[name], name === 'cpu' ? ceiling.cpu : ceiling.readerDown);
    }
  }

  /** The medians of every row that was measured. */
  measured(): Partial<Record<RowName, Measured>> {
    const names = Object.keys(rows) as RowName[];
    return Object.fromEntries(names.filter((name) => this.#ours.has(name)).map((name) => [name, this.#median(name)]));
  }

  /** One line a row, for `console.table`. */
  rowTable(): Record<string, string>[] {
    return Object.entries(this.measured()).map(([name, { ours, beside, ratio: ourRatio }]) => {
      const kind: RowKind = rows[name as RowName];
      const { what, unit, wanted } = kind;
      return {
        what,
        ours: amount(ours, unit),
        beside: amount(beside, unit),
        ratio: ratio(ours, beside),
        wanted: wantedText(kind),
        met: wanted === undefined ? '' : isMet(wanted, ours, ourRatio) ? 'yes' : 'NO',
      };
    });
  }

  /** One line for each kind of work, with its costs per message beside those of the ceiling. */
  costTable(): Record<string, string>[] {
    return Object.entries(works)
      .filter(([work]) => this.#ours.has(`${work}.cpu`))
      .map(([work, what]) => ({
        what,
        ...Object.fromEntries(costNames.map((name) => [costColumns[name], this.#costText(work, name)])),
        'one message at the ceiling': `${this.#median(`${work}.readerDown`).beside.toFixed(0)} B`,
      }));
  }

  #costText(work: string, name: keyof Costs): string {
    const { ours, beside, ratio: ourRatio } = this.#median(`${work}.${name}`);
    if (name === 'cpu') return `${ours.toFixed(1)} beside ${beside.toFixed(1)}`;
    return `${ours.toFixed(0)} B, ${ourRatio.toFixed(2)}x`;
  }

  #add(name: string, ours: number, beside: number): void {
    this.#ours.set(name, [...(this.#ours.get(name) ?? []), ours]);
    this.#beside.set(name, [...(this.#beside.get(name) ?? []), beside]);
  }

  #median(name: string): Measured {
    const [ours, beside] = [median(this.#ours.get(name) ?? []), median(this.#beside.get(name) ?? [])];
    return { ours, beside, ratio: beside > 0 ? ours / beside : Number.NaN };
  }
}

const costNames = Object.keys(costColumns) as (keyof Costs)[];

function isMet(wanted: Wanted, ours: number, ourRatio: number): boolean {
  return 'ratio' in wanted ? ourRatio <= wanted.ratio : ours <= wanted.figure;
}

function wantedText({ wanted, unit }: RowKind): string {
  if (wanted === undefined) return '';
  return 'ratio' in wanted ? `${wanted.ratio}x` : amount(wanted.figure, unit);
}
