/** Functions that every page needs a moment after its start, in one chunk. */
export { Workbox } from 'workbox-window';
export { saveReloadState, restoreReloadState } from './reload-state.ts';
export { joinPages } from '../workers/pages.ts';
export { mayReloadUnseen, onQuietMoment, noteNavigation } from '../workers/quiet-moments.ts';
