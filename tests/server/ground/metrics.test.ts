import { expect, test } from 'vitest';
import { Metrics } from '../../../server/ground/metrics.ts';

test('metrics have the text format of Prometheus', async () => {
  const metrics = new Metrics();
  const done = metrics.counter('done_total', 'What is done.');
  const unused = metrics.counter('nothing_total', 'Never counted.');
  metrics.gauge('rooms', 'Rooms by name.', () => [
    [{ name: 'a "b"\n' }, 2],
    [{ name: 'c' }, 0.5],
  ]);
  metrics.gauge('broken', 'Cannot be read.', () => {
    throw new Error('no');
  });
  const took = metrics.histogram('took_seconds', 'How long.', [0.1, 1]);
  done.add({ kind: 'x' });
  done.add({ kind: 'x' }, 2);
  done.add();
  for (const seconds of [0.05, 0.1, 0.5, 4]) took.observe(seconds);
  expect(unused).toBeDefined();
  expect(await metrics.text()).toBe(`# HELP done_total What is done.
# TYPE done_total counter
done_total{kind="x"} 3
done_total 1
# HELP nothing_total Never counted.
# TYPE nothing_total counter
# HELP rooms Rooms by name.
# TYPE rooms gauge
rooms{name="a \\"b\\"\\n"} 2
rooms{name="c"} 0.5
# HELP took_seconds How long.
# TYPE took_seconds histogram
took_seconds_bucket{le="0.1"} 2
took_seconds_bucket{le="1"} 3
took_seconds_bucket{le="+Inf"} 4
took_seconds_sum 4.65
took_seconds_count 4
`);
});
