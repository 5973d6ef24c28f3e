import { takeToken } from './link-token.ts';

/** Imported before everything else of the app: what the address carried is out of it when the rest begins. */
export const tokenOfLink = takeToken(location.href, (clean) => history.replaceState(history.state, '', clean));
