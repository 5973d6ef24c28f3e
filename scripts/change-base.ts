import { execFileSync } from 'node:child_process';

/**
 * Returns the commit that a change starts from: where it left the main branch, or the previous commit on the main
 * branch itself.
 * @returns undefined without git, or without a previous commit
 */
export function changeBase(root: string): string | undefined {
  const head = commitOf(root, ['rev-parse', 'HEAD']);
  const left = commitOf(root, ['merge-base', 'HEAD', 'origin/main']);
  return left !== undefined && left !== head ? left : commitOf(root, ['rev-parse', 'HEAD~1']);
}

/** Returns the commit that git names; undefined without git, or where there is none. */
export function commitOf(root: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    // Git says with its exit code that there is no such commit.
    return undefined;
  }
}
