/** Which build this is; the build puts it in, and a test run has none. */
declare const VFP_VERSION: string | undefined;

/** As `/version.json` names it, for example `0.1.0+3fa9c2d1`. */
export const appVersion: string = typeof VFP_VERSION === 'string' ? VFP_VERSION : '0.0.0';
