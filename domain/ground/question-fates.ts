/** Fates of a question. asked: not answered yet; other: small talk, an emergency, or words that say nothing. */
export const fates = [
  'asked',
  'answered',
  'suggested',
  'chosen',
  'none',
  'disliked',
  'handed_over',
  'failed',
  'other',
] as const;
export const groupStates = ['open', 'settled', 'dismissed'] as const;
export type GroupState = (typeof groupStates)[number];
