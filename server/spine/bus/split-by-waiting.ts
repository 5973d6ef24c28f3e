import { type CheckedCommand, type Parsed, isChecked } from './parse.ts';

interface Split {
  prompt: Parsed[];
  waiting: Parsed[];
  /** Puts the results of both parts into the order of the push. */
  merge: <T>(ofPrompt: readonly T[], ofWaiting: readonly T[]) => T[];
}

/**
 * Splits a push: commands whose files must be read first wait until these are, and so does what must stay behind them,
 * because it is in the same lane or depends on them. All else does not wait.
 */
export function splitByWaiting(commands: readonly Parsed[], hasFiles: (checked: CheckedCommand) => boolean): Split {
  const prompt: Parsed[] = [];
  const waiting: Parsed[] = [];
  const isWaiting: boolean[] = [];
  const lanes = new Set<string>();
  const ids = new Set<string>();
  for (const parsed of commands) {
    const isBehind =
      (parsed.lane !== undefined && lanes.has(parsed.lane)) ||
      (isChecked(parsed) && parsed.deps.some((dep) => ids.has(dep)));
    const waits = isBehind || (isChecked(parsed) && hasFiles(parsed));
    isWaiting.push(waits);
    (waits ? waiting : prompt).push(parsed);
    if (!waits || !isChecked(parsed)) continue;
    lanes.add(parsed.lane);
    ids.add(parsed.command.cmdId);
  }
  return {
    prompt,
    waiting,
    merge: (ofPrompt, ofWaiting) => {
      const [first, second] = [ofPrompt.values(), ofWaiting.values()];
      return isWaiting.flatMap((waits) => {
        const next = (waits ? second : first).next();
        return next.done === true ? [] : [next.value];
      });
    },
  };
}
