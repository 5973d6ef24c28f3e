/** Which build this is; the build puts both in, and a test run has neither. */
declare const __APP_VERSION__: string | undefined;
declare const __BUILD_NUMBER__: number | undefined;

/** As `/version.json` names it, for example `0.1.0+3fa9c2d1`. */
export const appVersion: string = typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.0.0';

/** Grows from build to build; the server names the lowest it still takes pushes from. */
export const buildNumber: number = typeof __BUILD_NUMBER__ === 'number' ? __BUILD_NUMBER__ : 0;
