/** Counts the turns of the event loop from now on: work in slices leaves many to others. @returns the count so far, and stops */
export function countTurns(): () => number {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns++;
    next = setImmediate(count);
  }
  return () => {
    clearImmediate(next);
    return turns;
  };
}
