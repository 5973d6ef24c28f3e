import { takeToken } from './link-token.ts';

/** Token of the link that opened the app. Imported before the rest of the app, which never sees it in the URL. */
export const tokenOfLink = takeToken(location.href, (clean) => history.replaceState(history.state, '', clean));
