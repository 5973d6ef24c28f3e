import { type Parsed, isChecked } from './parse.ts';

/** Returns the hashes of the files of these questions. */
export function hashesOfQuestions(commands: readonly Parsed[]): string[] {
  return commands.flatMap((parsed) => filesOf(parsed).map(({ sha256 }) => sha256));
}

interface Split {
  prompt: Parsed[];
  waiting: Parsed[];
  /** Puts the results of both parts into the order of the push. */
  merge: <T>(ofPrompt: readonly T[], ofWaiting: readonly T[]) => T[];
}

/**
 * Splits a push: questions with files wait until these are read, and so does what must stay behind them, because it is
 * in the same lane or depends on them. All else does not wait.
 */
export function splitAtFiles(commands: readonly Parsed[]): Split {
  const prompt: Parsed[] = [];
  const waiting: Parsed[] = [];
  const isWaiting: boolean[] = [];
  const lanes = new Set<string>();
  const ids = new Set<string>();
  for (const parsed of commands) {
    const isBehind =
      (parsed.lane !== undefined && lanes.has(parsed.lane)) ||
      (isChecked(parsed) && parsed.deps.some((dep) => ids.has(dep)));
    const waits = isBehind || filesOf(parsed).length > 0;
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

function filesOf(parsed: Parsed): readonly { sha256: string }[] {
  if (!isChecked(parsed)) return [];
  const { command } = parsed;
  return command.type === 'question.ask' && 'files' in command.args ? (command.args.files ?? []) : [];
}
