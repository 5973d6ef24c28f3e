/**
 * Metrics of this process, in the text format of Prometheus:
 * https://prometheus.io/docs/instrumenting/exposition_formats
 */
export class Metrics {
  readonly #families: Family[] = [];

  /** Adds a counter. */
  counter(name: string, help: string): Counter {
    const values = new Map<string, number>();
    this.#families.push({ name, help, type: 'counter', read: () => [...values] });
    return {
      add(labels = {}, by = 1) {
        const key = labelText(labels);
        values.set(key, (values.get(key) ?? 0) + by);
      },
    };
  }

  /**
   * Adds a gauge that is read for each scrape. One that cannot be read is left out, which an alert on absence detects.
   */
  gauge(name: string, help: string, read: () => MetricReading | Promise<MetricReading>): void {
    this.#families.push({ name, help, type: 'gauge', read: async () => asLines(await read()) });
  }

  /** Adds a histogram of durations in seconds. */
  histogram(name: string, help: string, bounds: readonly number[]): Histogram {
    const counts = bounds.map(() => 0);
    let sum = 0;
    let count = 0;
    this.#families.push({
      name,
      help,
      type: 'histogram',
      read: () => [
        ...bounds.map((bound, i): Line => [`_bucket{le="${bound}"}`, counts[i] ?? 0]),
        ['_bucket{le="+Inf"}', count],
        ['_sum', sum],
        ['_count', count],
      ],
    });
    return {
      observe(seconds) {
        sum += seconds;
        count++;
        for (const [i, bound] of bounds.entries()) if (seconds <= bound) counts[i] = (counts[i] ?? 0) + 1;
      },
    };
  }

  async text(): Promise<string> {
    const parts = await Promise.all(this.#families.map(familyText));
    return parts.join('');
  }
}

export interface Counter {
  add(labels?: Labels, by?: number): void;
}

export interface Histogram {
  observe(seconds: number): void;
}

type Labels = Readonly<Record<string, string>>;
/** A value, or one per set of labels. */
type MetricReading = number | readonly (readonly [Labels, number])[];
/** The text after the metric's name, and the value. */
type Line = [rest: string, value: number];

interface Family {
  name: string;
  help: string;
  type: 'counter' | 'gauge' | 'histogram';
  read: () => Line[] | Promise<Line[]>;
}

async function familyText({ name, help, type, read }: Family): Promise<string> {
  let lines: Line[];
  try {
    lines = await read();
  } catch {
    return '';
  }
  const values = lines.map(([rest, value]) => `${name}${rest} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${values.join('')}`;
}

function asLines(reading: MetricReading): Line[] {
  if (typeof reading === 'number') return [['', reading]];
  return reading.map(([labels, value]) => [labelText(labels), value]);
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
