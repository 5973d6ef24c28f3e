/** The one door by which the page names a script to run: only our own built workers pass. See the CSP's `trusted-types vfp`. */

/** What a policy makes is an object of the browser's own; it goes wherever the address of a script goes, so it is typed as one. */
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

/** Takes the path of one of our workers; gives what `new Worker` and `new Workbox` accept under our CSP. */
export function trustedScript(path: string): string {
  policy ??= typeof trustedTypes === 'undefined' ? rules : trustedTypes.createPolicy('vfp', rules);
  return policy.createScriptURL(path);
}
