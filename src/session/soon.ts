/** What every page needs a moment after it has started, in one file. */
export { Workbox } from 'workbox-window';
export { keepPlace, returnToPlace } from './return-place.ts';
export { joinPages } from '../workers/pages.ts';
export { mayReloadUnseen, onQuietMoment, wentElsewhere } from '../workers/quiet-moments.ts';
