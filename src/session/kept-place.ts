/** Session storage key for scroll offsets and focus across an automatic reload; see `return-place.ts`. */
export const reloadStateKey = 'vfp-place';
