/** Under this name session storage holds where a person was on a page that reloads itself; see `return-place.ts`. */
export const keptPlace = 'vfp-place';
