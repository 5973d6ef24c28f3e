import { type CheckedCommand, type Parsed, isChecked } from './parse.ts';

interface Split {
  /** Commands that do not wait. */
  atOnce: Parsed[];
  waiting: Parsed[];
  /** Puts the results of both parts into the order of the push. */
  merge: <T>(ofAtOnce: readonly T[], ofWaiting: readonly T[]) => T[];
}

/**
 * Splits a push. Commands whose files must be read first wait. So do commands that must stay behind them, because they
 * are in the same lane or depend on them. All others do not wait.
 */
export function splitByWaiting(
  commands: readonly Parsed[],
  waitsForFiles: (checked: CheckedCommand) => boolean,
): Split {
  const atOnce: Parsed[] = [];
  const waiting: Parsed[] = [];
  const isWaiting: boolean[] = [];
  const lanes = new Set<string>();
  const ids = new Set<string>();
  for (const parsed of commands) {
    const isBehind =
      (parsed.lane !== undefined && lanes.has(parsed.lane)) ||
      (isChecked(parsed) && parsed.deps.some((dep) => ids.has(dep)));
    const waits = isBehind || (isChecked(parsed) && waitsForFiles(parsed));
    isWaiting.push(waits);
    (waits ? waiting : atOnce).push(parsed);
    if (!waits || !isChecked(parsed)) continue;
    lanes.add(parsed.lane);
    ids.add(parsed.command.cmdId);
  }
  return {
    atOnce,
    waiting,
    merge: (ofAtOnce, ofWaiting) => {
      const [first, second] = [ofAtOnce.values(), ofWaiting.values()];
      return isWaiting.flatMap((waits) => {
        const next = (waits ? second : first).next();
        return next.done === true ? [] : [next.value];
      });
    },
  };
}
