/** Which build this is; the build puts both in, and a test run has neither. */
declare const VFP_VERSION: string | undefined;
declare const VFP_BUILD: number | undefined;

/** As `/version.json` names it, for example `0.1.0+3fa9c2d1`. */
export const appVersion: string = typeof VFP_VERSION === 'string' ? VFP_VERSION : '0.0.0';

/** Grows from build to build; the server names the lowest it still takes pushes from. */
export const buildNumber: number = typeof VFP_BUILD === 'number' ? VFP_BUILD : 0;
