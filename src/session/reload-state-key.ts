/** Session storage key for scroll offsets and focus across an automatic reload; see `reload-state.ts`. */
export const reloadStateKey = 'vfp-place';
