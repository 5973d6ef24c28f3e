import { type Costs, type RowKind, type RowName, type Wanted, type WorkName, rows } from './rows.ts';
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
    this.#ours.set(row, [...(this.#ours.get(row) ?? []), ours]);
    this.#beside.set(row, [...(this.#beside.get(row) ?? []), beside]);
  }

  /**
   * Adds those costs per message of one round that are rows.
   * Bytes are compared with those of a message that reaches the ceiling's reader.
   */
  costs(work: WorkName, ours: Costs, ceiling: Costs): void {
    for (const [name, cost] of Object.entries(ours)) {
      const row = `${work}.${name}`;
      if (isRow(row)) this.note(row, cost, name === 'cpu' ? ceiling.cpu : ceiling.readerDown);
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

  #median(name: string): Measured {
    const [ours, beside] = [median(this.#ours.get(name) ?? []), median(this.#beside.get(name) ?? [])];
    return { ours, beside, ratio: beside > 0 ? ours / beside : Number.NaN };
  }
}

function isRow(name: string): name is RowName {
  return name in rows;
}

function isMet(wanted: Wanted, ours: number, ourRatio: number): boolean {
  return 'ratio' in wanted ? ourRatio <= wanted.ratio : ours <= wanted.figure;
}

function wantedText({ wanted, unit }: RowKind): string {
  if (wanted === undefined) return '';
  return 'ratio' in wanted ? `${wanted.ratio}x` : amount(wanted.figure, unit);
}
