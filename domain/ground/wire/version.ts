/** Contents of `/version.json`. */
export interface VersionInfo {
  version: string;
  built_at: string;
  /** Oldest client build number that may still push. */
  min_client: number;
  /** Accounts to try the product with. Only a server with demo data that is not in production has them. */
  demo?: DemoAccounts;
}

/** The accounts of a demo, which share one password. */
export interface DemoAccounts {
  password: string;
  accounts: { email: string; about: string }[];
}
