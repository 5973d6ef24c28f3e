/** Contents of `/version.json`. */
export interface VersionInfo {
  version: string;
  built_at: string;
  /** Oldest client build number that may still push. */
  min_client: number;
}
