/** What `/version.json` answers. */
export interface VersionInfo {
  version: string;
  built_at: string;
  /** The oldest client build number that may still push. */
  min_client: number;
}
