/**
 * The only way to name a script to run: the policy accepts only our own built workers. See the CSP's `trusted-types
 * vfp`.
 */

/** A policy returns an object of the browser that is accepted wherever a script URL is, so it is typed as a string. */
interface ScriptPolicy {
  createScriptURL(path: string): string;
}

/** Missing in browsers without Trusted Types. */
declare const trustedTypes: { createPolicy(name: 'vfp', rules: ScriptPolicy): ScriptPolicy } | undefined;

const ours = /^\/(assets\/(admin\/)?[\w-][\w.-]*\.js|service-worker\.js|src\/workers\/[\w-]+\.ts(\?[\w&=.-]*)?)$/;

const rules: ScriptPolicy = {
  createScriptURL(path) {
    if (!ours.test(path)) throw new TypeError(`Not a script of this app: ${path}`);
    return path;
  },
};

let policy: ScriptPolicy | undefined;

/** Converts the path of one of our workers to what `new Worker` and `new Workbox` accept under our CSP. */
export function trustedScript(path: string): string {
  policy ??= typeof trustedTypes === 'undefined' ? rules : trustedTypes.createPolicy('vfp', rules);
  return policy.createScriptURL(path);
}
