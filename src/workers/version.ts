/** Version of this build, inserted by the build; undefined in tests. */
declare const VFP_VERSION: string | undefined;

/** Version of this app as in `/version.json`, for example `0.1.0+3fa9c2d1`. */
export const appVersion: string = typeof VFP_VERSION === 'string' ? VFP_VERSION : '0.0.0';
