import { uuidv5 } from '#domain/ground/ids.ts';
import { specialCompanyId } from '#domain/account/permissions.ts';
import type { AccountStatus, PlanName, Role } from '#domain/account/users.ts';

/** The demo's users, who share one password. */
export const demoPassword = 'Demo-2026!';

export interface DemoUser {
  id: string;
  email: string;
  name: string;
  /** Purpose of the account, in one line. */
  about: string;
  role: Role;
  status: AccountStatus;
  company: number | null;
  plan: PlanName | null;
}

export const demoCompanies = [
  {
    id: specialCompanyId,
    name: 'VFP Internal',
    licenses: 50,
    address: 'VFP Internal\nMusterstraße 12\n10115 Berlin\nGermany',
    taxNumber: 'DE123456789',
  },
  {
    id: 210,
    name: 'Helios Cell Works',
    licenses: 5,
    address: 'Helios Cell Works\nBatterigatan 4\n721 31 Västerås\nSweden',
    taxNumber: 'SE556012345601',
  },
];

type Row = Omit<DemoUser, 'id' | 'email'>;

const rows: Record<string, Row> = {
  engineer: {
    name: 'Mara Lindqvist',
    about: 'customer with the Navigator pass',
    role: 'USER',
    status: 'ACTIVE',
    company: specialCompanyId,
    plan: 'navigator-premium',
  },
  customer: {
    name: 'Tomas Okafor',
    about: 'customer who may chat with experts',
    role: 'USER',
    status: 'ACTIVE',
    company: 210,
    plan: 'professional',
  },
  manager: {
    name: 'Aiko Brandt',
    about: "administrator of the customer's company",
    role: 'COMPANY_ADMIN',
    status: 'ACTIVE',
    company: 210,
    plan: 'professional',
  },
  colleague: {
    name: 'Jun Park',
    about: "the engineer's colleague",
    role: 'USER',
    status: 'ACTIVE',
    company: specialCompanyId,
    plan: 'navigator-premium',
  },
  trial: {
    name: 'Robin Hale',
    about: 'instant tester with few questions',
    role: 'USER',
    status: 'INSTANT_TEST',
    company: null,
    plan: null,
  },
  expert: {
    name: 'Dr. Ines Moreau',
    about: 'expert who answers',
    role: 'EXPERT',
    status: 'ACTIVE',
    company: specialCompanyId,
    plan: null,
  },
  admin: {
    name: 'Sam Whitfield',
    about: 'admin',
    role: 'CHATBOT',
    status: 'ACTIVE',
    company: specialCompanyId,
    plan: null,
  },
};

export const demoUsers: DemoUser[] = Object.entries(rows).map(([name, row]) =>
  Object.assign({ id: demoId(name), email: `${name}@demo.vfp` }, row),
);

/** Returns the fixed id of a named part of the demo. */
export function demoId(name: string): string {
  return uuidv5(`demo/${name}`);
}
